/** The longest path that a seat has built so far (E3): a route is used once, a city any number of times. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";

/** A network so dense that this does not suffice is rare; then the longest path that was found is told. */
const MOST_STEPS = 200_000;

export function longestSoFar(board: Board, view: WireView, seat: number): number {
  const at = new Map<string, Route[]>();
  for (const [id, owner] of Object.entries(view.routes)) {
    if (owner !== seat) continue;
    const route = board.route(id);
    for (const city of [route.a, route.b]) at.set(city, [...(at.get(city) ?? []), route]);
  }
  const used = new Set<Route>();
  let [best, steps] = [0, 0];
  const walk = (city: string, length: number): void => {
    best = Math.max(best, length);
    for (const route of at.get(city) ?? []) {
      if (used.has(route) || ++steps > MOST_STEPS) continue;
      used.add(route);
      walk(route.a === city ? route.b : route.a, length + route.length);
      used.delete(route);
    }
  };
  for (const city of at.keys()) walk(city, 0);
  return best;
}
