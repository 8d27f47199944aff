/** Payments: every way to pay for a route or a station, the best one first, and whether any other makes sense at all. */

import type { WireView } from "../../protocol";
import type { Board } from "./board";
import { type Cards, type Claims, type Payment, readMove } from "./moves";
import { tunnelOdds } from "./odds";
import { ticketStates } from "./paths";

/** What a payment is weighed against. */
export interface Purse {
  hand: Cards;
  /** The cards that the viewer's tickets take elsewhere, by colour. */
  needs: (target: string) => Cards;
  /** How likely the payment suffices: in a tunnel more cards may be asked for. */
  chance: (target: string, cards: Cards) => number;
}

/** What is lost with a wild, with a card that a ticket takes, and with a turn in a tunnel that comes to nothing. */
const WILD = 100;
const NEEDED = 60;
const TURN = 300;

/** The purse of the viewer. */
export function purse(board: Board, view: WireView): Purse {
  const open = view.seat === null ? [] : [...ticketStates(board, view, view.seat).values()];
  const missing = new Set(open.filter(({ state }) => state === "open").flatMap(({ path }) => path?.missing ?? []));
  return {
    hand: view.hand,
    needs(target) {
      const needs: Cards = {};
      for (const id of missing) {
        const { colour, length, twin } = board.route(id);
        if (id !== target && twin !== target) needs[colour] = (needs[colour] ?? 0) + length;
      }
      return needs;
    },
    chance: (target, cards) => (board.routes.get(target)?.tunnel ? tunnelOdds(board, view, cards).pay : 1),
  };
}

/** Claimable routes (or cities, for stations) with every payment, the most sensible one first. */
export function payments(legal: string[], kind: "claim" | "station", purse: Purse): Claims {
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
  for (const [target, list] of found)
    found.set(
      target,
      bestFirst(list, (cards) => regret(cards, target, purse)),
    );
  return found;
}

/** The payments for a tunnel's extra cards, best first. */
export function extraPayments(legal: string[], purse: Purse): Payment[] {
  const found = legal
    .filter((text) => text.startsWith("pay"))
    .map((text) => ({ move: text, cards: (readMove(text) as { cards: Cards }).cards }));
  return bestFirst(found, (cards) => regret(cards, "", purse));
}

/** The one payment that is better than all others, whatever the player has in mind; null if that is not sure. */
export function onlySensible(list: Payment[], target: string, purse: Purse): Payment | null {
  const [best, ...others] = list;
  return best && others.every((other) => dominates(best.cards, other.cards, target, purse)) ? best : null;
}

function bestFirst(list: Payment[], cost: (cards: Cards) => number): Payment[] {
  const costs = new Map(list.map((one) => [one, cost(one.cards)]));
  return list.sort((a, b) => costs.get(a)! - costs.get(b)!);
}

/** How sorry one would be to pay this. */
function regret(cards: Cards, target: string, purse: Purse): number {
  const colour = colourOf(cards);
  const left = colour === null ? 0 : (purse.hand[colour] ?? 0) - cards[colour]!;
  const failing = target ? TURN * (1 - purse.chance(target, cards)) : 0;
  return WILD * (cards.wild ?? 0) + NEEDED * harm(cards, target, purse) + left + failing;
}

/** How many cards that a ticket takes elsewhere will be missing because of this payment. */
function harm(cards: Cards, target: string, { hand, needs }: Purse): number {
  const colour = colourOf(cards);
  if (colour === null) return 0;
  const [need, have] = [needs(target)[colour] ?? 0, hand[colour] ?? 0];
  const missing = (cards: number): number => Math.max(0, need - cards);
  return missing(have - cards[colour]!) - missing(have);
}

/**
 * Whether one payment is better than another for everybody. A wild does all that a card of any colour does: so is what
 * takes fewer of them of one colour, and anything before wilds alone. Between two colours one has to spare wilds, or
 * cards that tickets take, and not cost more of the other.
 */
function dominates(one: Cards, other: Cards, target: string, purse: Purse): boolean {
  const wilds = (other.wild ?? 0) - (one.wild ?? 0);
  const colour = colourOf(other);
  if (colour === null) return true;
  if (colour === colourOf(one)) return wilds >= 0;
  const needed = harm(other, target, purse) - harm(one, target, purse);
  return wilds >= 0 && needed >= 0 && wilds + needed > 0;
}

function colourOf(cards: Cards): string | null {
  return Object.keys(cards).find((kind) => kind !== "wild" && cards[kind]! > 0) ?? null;
}
