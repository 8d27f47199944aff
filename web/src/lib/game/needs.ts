/** Which cards the routes of a way still take: what the hand already pays of them, and what is missing. */

import type { Route } from "../../protocol";
import type { Board } from "./board";
import type { Cards } from "./moves";

/** So many cards of a colour; `gray`: all of one colour, whichever, and `wild`: what a ferry asks for. */
export interface Missing {
  colour: string;
  count: number;
}

export interface Needs {
  /** The cards that the routes take in all. */
  cards: number;
  /** How many of them the hand has. */
  have: number;
  missing: Missing[];
  /** How many of the routes are tunnels, and may take more. */
  tunnels: number;
}

/** What a set of routes still takes, if the hand pays as much of them as it can. */
export function cardNeeds(board: Board, hand: Cards, ids: Iterable<string>): Needs {
  const routes = [...new Set(ids)].map((id) => board.route(id));
  const left = { ...hand };
  const cards = routes.reduce((sum, route) => sum + route.length, 0);
  const ferries = routes.reduce((sum, route) => sum + route.ferry, 0);
  const gaps = [...payColoured(left, routes), ...payGray(board, left, routes)];
  const wilds = left.wild ?? 0;
  gaps.push({ colour: "wild", count: Math.max(0, ferries - wilds) });
  fillUp(gaps, Math.max(0, wilds - ferries));
  const missing = summed(board, gaps);
  const have = cards - missing.reduce((sum, { count }) => sum + count, 0);
  return { cards, have, missing, tunnels: routes.filter((route) => route.tunnel).length };
}

/** Short routes first: so most of them can be claimed at once. */
function payColoured(left: Cards, routes: Route[]): Missing[] {
  const coloured = routes.filter((route) => route.colour !== "gray").sort((one, two) => one.length - two.length);
  return coloured.map(({ colour, length }) => ({ colour, count: length - take(left, colour, length) }));
}

/** Long routes first, each with one colour: the smallest set that pays all of it, or else the largest one. */
function payGray(board: Board, left: Cards, routes: Route[]): Missing[] {
  const needs = routes.filter((route) => route.colour === "gray").map((route) => route.length - route.ferry);
  return needs.toSorted((one, two) => two - one).map((need) => grayGap(board, left, need));
}

/** Less than half of the cards does not settle the colour: then it is still open, and all of them are missing. */
function grayGap(board: Board, left: Cards, need: number): Missing {
  const size = (colour: string): number => left[colour] ?? 0;
  const bySize = board.facts.colours.toSorted((one, two) => size(one) - size(two));
  const best = bySize.find((colour) => size(colour) >= need) ?? bySize.at(-1);
  if (best === undefined || size(best) * 2 < need) return { colour: "gray", count: need };
  return { colour: best, count: need - take(left, best, need) };
}

function take(left: Cards, colour: string, most: number): number {
  const taken = Math.min(left[colour] ?? 0, most);
  left[colour] = (left[colour] ?? 0) - taken;
  return taken;
}

/** Wilds go where the fewest are missing. */
function fillUp(gaps: Missing[], wilds: number): void {
  for (const gap of gaps.filter(({ colour }) => colour !== "wild").sort((one, two) => one.count - two.count)) {
    const filled = Math.min(gap.count, wilds);
    gap.count -= filled;
    wilds -= filled;
  }
}

/** One line for each colour in the board's order, one for each route of any colour, and the wilds at the end. */
function summed(board: Board, gaps: Missing[]): Missing[] {
  const open = gaps.filter(({ count }) => count > 0);
  const coloured = board.facts.colours.map((colour) => ({ colour, count: total(open, colour) }));
  const gray = open.filter(({ colour }) => colour === "gray").sort((one, two) => two.count - one.count);
  const wilds = { colour: "wild", count: total(open, "wild") };
  return [...coloured, ...gray, wilds].filter(({ count }) => count > 0);
}

function total(gaps: Missing[], colour: string): number {
  return gaps.reduce((sum, gap) => sum + (gap.colour === colour ? gap.count : 0), 0);
}
