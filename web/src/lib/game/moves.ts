/** Moves as text, and back: the grammar of the library (docs/protocol.md). */

import type { Board } from "./board";

/** Cards by colour. */
export type Cards = Record<string, number>;

export type Move =
  | { kind: "draw"; colour: string }
  | { kind: "claim"; route: string; cards: Cards }
  | { kind: "station"; city: string; cards: Cards }
  | { kind: "pay"; cards: Cards }
  | { kind: "keep"; tickets: string[] }
  | { kind: "tickets" | "withdraw" | "pass" | "deal" };

/** A move from its text, which comes from the server and is well formed. */
export function readMove(text: string): Move {
  const [verb = "", ...rest] = text.split(" ");
  switch (verb) {
    case "draw":
      return { kind: "draw", colour: rest[0] ?? "" };
    case "claim":
      return { kind: "claim", route: rest[0] ?? "", cards: readCards(rest.slice(2)) };
    case "station":
      return { kind: "station", city: rest[0] ?? "", cards: readCards(rest.slice(2)) };
    case "pay":
      return { kind: "pay", cards: readCards(rest) };
    case "keep":
      return { kind: "keep", tickets: rest };
    default:
      return { kind: verb as "tickets" };
  }
}

function readCards(words: string[]): Cards {
  const cards: Cards = {};
  for (let at = 0; at + 1 < words.length; at += 2) cards[words[at + 1]!] = Number(words[at]);
  return cards;
}

/** Cards as text: the colour before wild. */
export function cardText(cards: Cards): string {
  const parts = Object.entries(cards).filter(([, count]) => count > 0);
  parts.sort(([a], [b]) => Number(a === "wild") - Number(b === "wild"));
  return parts.map(([colour, count]) => `${count} ${colour}`).join(" ");
}

/** Whether a move can be taken back: one that shows nobody anything new. A tunnel turns cards over. */
export function canBeUndone(text: string, board: Board | null): boolean {
  const move = readMove(text);
  if (move.kind === "claim") return !board?.route(move.route).tunnel;
  return move.kind === "station" || move.kind === "keep";
}

/** One way to pay, with the move that does so. */
export interface Payment {
  move: string;
  cards: Cards;
}

/** Payments by route, or by city for stations. */
export type Claims = Map<string, Payment[]>;
