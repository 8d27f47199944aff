/** Turns: the entries of a log put together to what a seat did, such as two cards drawn, or a tunnel that was tried. */

import type { LogEntry } from "../../protocol";
import type { Board } from "./board";
import { type Cards, readMove } from "./moves";

/** What became of a claim: the route was won, its tunnel still waits for cards, or the player gave it up. */
export type Outcome = "claim" | "tries" | "tried";

export type TurnSummary =
  | { kind: "draw"; cards: string[] }
  | { kind: Outcome; route: string; cards: Cards }
  | { kind: "station"; city: string; cards: Cards }
  | { kind: "keep"; count: number }
  | { kind: "tickets" | "pass" };

/** What a seat did in one turn, and the index of its latest entry in the log. */
export interface Turn {
  seat: number;
  at: number;
  summary: TurnSummary;
}

/** What became of the claim at an index of a log. */
export function outcome(log: LogEntry[], at: number, board: Board): Outcome {
  const { move: text, seat, chance } = log[at]!;
  const move = readMove(text);
  if (move.kind !== "claim" || !board.route(move.route).tunnel) return "claim";
  const next = log[at + 1];
  if (next) return next.seat === seat && next.move === "withdraw" ? "tried" : "claim";
  const dearer = chance.slice(0, REVEALED).some((card) => card === "wild" || card in move.cards); // U2
  return dearer ? "tries" : "claim";
}

const REVEALED = 3;

/** The latest turns of a seat, the newest first. */
export function latestTurns(log: LogEntry[], seat: number, board: Board, most = 1): Turn[] {
  const found: Turn[] = [];
  for (let at = log.length - 1; at >= 0 && found.length < most; at--) {
    if (log[at]!.seat !== seat) continue;
    const first = continues(log, at) ? at - 1 : at;
    found.push({ seat, at, summary: summaryOf(log, first, at, board) });
    at = first;
  }
  return found;
}

/** Whether an entry belongs to the turn of the entry before it. */
function continues(log: LogEntry[], at: number): boolean {
  const [before, now] = [log[at - 1], log[at]!];
  if (before?.seat !== now.seat) return false;
  const verb = now.move.split(" ")[0]!;
  const wanted = { draw: "draw", pay: "claim", withdraw: "claim", keep: "tickets" }[verb];
  return wanted !== undefined && before.move.split(" ")[0] === wanted;
}

function summaryOf(log: LogEntry[], first: number, last: number, board: Board): TurnSummary {
  const move = readMove(log[first]!.move);
  switch (move.kind) {
    case "draw":
      return { kind: "draw", cards: log.slice(first, last + 1).map((entry) => entry.move.split(" ")[1]!) };
    case "claim":
      return { kind: outcome(log, first, board), route: move.route, cards: paid(move.cards, log, first, last) };
    case "station":
      return { kind: "station", city: move.city, cards: move.cards };
    case "tickets":
      return last > first ? { kind: "keep", count: kept(log[last]!) } : { kind: "tickets" };
    case "keep":
      return { kind: "keep", count: kept(log[first]!) };
    default:
      return { kind: "pass" };
  }
}

function kept(entry: LogEntry): number {
  const move = readMove(entry.move);
  return move.kind === "keep" ? move.tickets.length : 0;
}

/** The cards laid, and those that a tunnel took besides. */
function paid(laid: Cards, log: LogEntry[], first: number, last: number): Cards {
  const all = { ...laid };
  const more = last > first ? readMove(log[last]!.move) : null;
  if (more?.kind === "pay") for (const [card, n] of Object.entries(more.cards)) all[card] = (all[card] ?? 0) + n;
  return all;
}
