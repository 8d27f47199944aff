/** What serves the viewer's tickets: the routes that lie on a shortest way which is still missing. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";
import { isOpen, ticketStates } from "./paths";

/** The tickets that a route serves, by route. There may be several shortest ways; all of them count. */
export function usefulRoutes(board: Board, view: WireView): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (view.seat === null || view.phase === "over") return found;
  for (const [id, { state }] of ticketStates(board, view, view.seat)) {
    if (state !== "open") continue;
    const { a, b } = board.ticket(id);
    for (const route of shortestWays(board, view, a, b)) found.set(route, [...(found.get(route) ?? []), id]);
  }
  return found;
}

/** The open routes on all ways that take the fewest cars. */
function shortestWays(board: Board, view: WireView, a: string, b: string): string[] {
  const [fromA, fromB] = [distances(board, view, a), distances(board, view, b)];
  const whole = fromA.get(b);
  if (whole === undefined) return [];
  const through = (one: string, other: string, length: number): boolean =>
    (fromA.get(one) ?? Infinity) + length + (fromB.get(other) ?? Infinity) === whole;
  return board.facts.routes
    .filter((route) => isOpen(view, route))
    .filter(({ a, b, length }) => through(a, b, length) || through(b, a, length))
    .map((route) => route.id);
}

/** How many cars each city is away, for the viewer, whose own routes cost none. */
function distances(board: Board, view: WireView, from: string): Map<string, number> {
  const cost = (route: Route): number => {
    if (view.routes[route.id] === view.seat) return 0;
    return isOpen(view, route) ? route.length : Infinity;
  };
  const best = new Map([[from, 0]]);
  const waiting = [from];
  for (let here = waiting.shift(); here !== undefined; here = waiting.shift()) {
    for (const route of board.at.get(here) ?? []) {
      const next = route.a === here ? route.b : route.a;
      const length = best.get(here)! + cost(route);
      if (length >= (best.get(next) ?? Infinity)) continue;
      best.set(next, length);
      waiting.push(next);
    }
  }
  return best;
}
