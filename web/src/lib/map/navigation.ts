/** Navigation on the map with arrow keys: from a city or a route to the next one in a direction. */

import type { Layout } from "../../protocol";

/** Something on the map that can be pointed at. */
export interface Target {
  kind: "route" | "city";
  id: string;
}

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

type Point = [x: number, y: number];

const DIRECTIONS: Record<Direction, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
/** How much more a step aside counts than one ahead. */
const SIDEWAYS_COST = 1.6;

export function isDirection(key: string): key is Direction {
  return key in DIRECTIONS;
}

/** The step of a direction, in pixels. */
export function panStep(direction: Direction, length: number): Point {
  const [x, y] = DIRECTIONS[direction];
  return [x * length, y * length];
}

/** Where a target is: a city's place, or the middle of a route. */
export function positionOf(layout: Layout, { kind, id }: Target): Point {
  if (kind === "city") return [layout.cities[id]!.x, layout.cities[id]!.y];
  const spaces = layout.routes[id]!.spaces;
  const [one, two] = [spaces[(spaces.length - 1) >> 1]!, spaces[spaces.length >> 1]!];
  return [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2];
}

export function allTargets(layout: Layout): Target[] {
  const cities = Object.keys(layout.cities).map((id): Target => ({ kind: "city", id }));
  return [...cities, ...Object.keys(layout.routes).map((id): Target => ({ kind: "route", id }))];
}

/** The target nearest to a point. */
export function nearest(layout: Layout, x: number, y: number): Target {
  return least(allTargets(layout), (target) => {
    const [px, py] = positionOf(layout, target);
    return Math.hypot(px - x, py - y);
  })!;
}

/** The next target in a direction: in the quarter that lies there, and rather ahead than aside. */
export function nextTarget(layout: Layout, from: Target, direction: Direction): Target | null {
  const [x, y] = positionOf(layout, from);
  const [dx, dy] = DIRECTIONS[direction];
  return least(allTargets(layout), (target) => {
    const [px, py] = positionOf(layout, target);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy - (py - y) * dx);
    return ahead > 0 && ahead >= aside ? ahead + SIDEWAYS_COST * aside : Infinity;
  });
}

function least(targets: Target[], cost: (target: Target) => number): Target | null {
  let found: Target | null = null;
  let best = Infinity;
  for (const target of targets) {
    const price = cost(target);
    if (price < best) [found, best] = [target, price];
  }
  return found;
}
