/** Odds of a tunnel: exactly what follows from all that the player can see. */

import type { WireView } from "../../protocol";
import type { Board } from "./board";
import type { Cards } from "./moves";

/** How many cards a tunnel reveals (U1). */
const REVEAL = 3;

export interface Odds {
  /** The chance of 0, 1, 2 and 3 extra cards. */
  extra: number[];
  /** How many extra cards the hand could pay after that. */
  most: number;
  /** The chance that this is enough. */
  pay: number;
}

/** The odds of trying a tunnel with these cards. */
export function tunnelOdds(board: Board, view: WireView, cards: Cards): Odds {
  const kinds = matching(cards);
  const count = (from: Cards): number => kinds.reduce((sum, kind) => sum + (from[kind] ?? 0), 0);
  const unseen = unseenCards(board, view);
  const fromPile = Math.min(REVEAL, view.pile);
  const fromDiscards = Math.min(REVEAL - fromPile, sum(view.discards));
  // the pile is any part of what is unseen; when it is used up the discards are shuffled, without the cards laid down
  const extra = both(
    hypergeometric(sum(unseen), count(unseen), fromPile),
    hypergeometric(sum(view.discards), count(view.discards), fromDiscards),
  );
  const most = count(view.hand) - count(cards);
  return { extra, most, pay: extra.reduce((chance, one, more) => chance + (more <= most ? one : 0), 0) };
}

/** Which revealed cards cost one more, and pay it: those of the colour laid, and wilds; wilds alone if only they were laid (U3). */
function matching(cards: Cards): string[] {
  return [...new Set([...Object.keys(cards).filter((kind) => cards[kind]), "wild"])];
}

/** The cards in the pile and in others' hands of which the viewer does not know where they are. */
export function unseenCards(board: Board, view: WireView): Cards {
  const unseen = { ...board.facts.card_counts };
  const remove = (kind: string, count: number): number => (unseen[kind] = (unseen[kind] ?? 0) - count);
  const seen = [view.hand, view.discards, ...view.seats.map((seat, at) => (at === view.seat ? {} : seat.known))];
  for (const cards of seen) for (const [kind, count] of Object.entries(cards)) remove(kind, count);
  for (const card of view.row) if (card) remove(card, 1);
  return unseen;
}

/** The chances of 0, 1, 2 … hits when so many are drawn from `total`, of which `hits` are hits. */
export function hypergeometric(total: number, hits: number, drawn: number): number[] {
  let chances = [1];
  for (let n = 0; n < drawn; n++) {
    const next = Array<number>(chances.length + 1).fill(0);
    chances.forEach((chance, found) => {
      const hit = (hits - found) / (total - n);
      next[found]! += chance * (1 - hit);
      next[found + 1]! += chance * hit;
    });
    chances = next;
  }
  return chances;
}

/** The chances of sums of two independent numbers. */
function both(one: number[], other: number[]): number[] {
  const chances = Array<number>(REVEAL + 1).fill(0);
  one.forEach((a, at) => other.forEach((b, more) => (chances[at + more]! += a * b)));
  return chances;
}

function sum(cards: Cards): number {
  return Object.values(cards).reduce((total, count) => total + count, 0);
}
