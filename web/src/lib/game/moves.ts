/** Moves as text, and back: the grammar of the library (docs/protocol.md). */

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

/** One way to pay, with the move that does so. */
export interface Payment {
  move: string;
  cards: Cards;
}

export type Claims = Map<string, Payment[]>;

/** Claimable routes (or cities, for stations) with every payment, the most sensible one first. */
export function payments(legal: string[], kind: "claim" | "station", hand: Cards): Claims {
  const found: Claims = new Map();
  for (const text of legal) {
    if (!text.startsWith(kind)) continue;
    const move = readMove(text);
    if (move.kind !== "claim" && move.kind !== "station") continue;
    const target = move.kind === "claim" ? move.route : move.city;
    const list = found.get(target) ?? [];
    list.push({ move: text, cards: move.cards });
    found.set(target, list);
  }
  for (const list of found.values()) list.sort((a, b) => regret(a.cards, hand) - regret(b.cards, hand));
  return found;
}

/** The payments for a tunnel's extra cards, best first. */
export function extraPayments(legal: string[], hand: Cards): Payment[] {
  const found = legal
    .filter((text) => text.startsWith("pay"))
    .map((text) => ({ move: text, cards: (readMove(text) as { cards: Cards }).cards }));
  return found.sort((a, b) => regret(a.cards, hand) - regret(b.cards, hand));
}

/** How sorry one would be to pay this: wilds are dear, and so is breaking up a large set. */
function regret(cards: Cards, hand: Cards): number {
  let cost = 0;
  for (const [colour, count] of Object.entries(cards)) {
    if (colour === "wild") cost += 100 * count;
    else cost += (hand[colour] ?? 0) - count;
  }
  return cost;
}
