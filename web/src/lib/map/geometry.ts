/** Where things are on the map, in its own units: outlines of spaces, and what lies nearest to a point. */

import type { Space } from "../../protocol";
import type { Board } from "../game/board";
import { measures, upright } from "./train";

/** An SVG path round every space of a route. */
export function outline(spaces: Space[], width: number): string {
  return spaces.map((space) => box(space, width)).join("");
}

function box([x, y, angle, length]: Space, width: number): string {
  const turn = (angle * Math.PI) / 180;
  const [ux, uy] = [Math.cos(turn) * (length / 2), Math.sin(turn) * (length / 2)];
  const [vx, vy] = [-Math.sin(turn) * (width / 2), Math.cos(turn) * (width / 2)];
  const corners = [
    [x - ux - vx, y - uy - vy],
    [x + ux - vx, y + uy - vy],
    [x + ux + vx, y + uy + vy],
    [x - ux + vx, y - uy + vy],
  ];
  return `M${corners.map((corner) => corner.map((value) => value!.toFixed(1)).join(" ")).join("L")}z`;
}

/** How far a point is from a space's middle line. */
function distance([x, y, angle, length]: Space, px: number, py: number): number {
  const turn = (angle * Math.PI) / 180;
  const along = (px - x) * Math.cos(turn) + (py - y) * Math.sin(turn);
  const across = (py - y) * Math.cos(turn) - (px - x) * Math.sin(turn);
  return Math.hypot(Math.max(0, Math.abs(along) - length / 2), across);
}

/**
 * The route within reach of a point; one that is preferred may be a little farther away than another. On a route that is
 * claimed a train stands, and may be pointed at from its wheels to its roof.
 */
export function routeAt(
  board: Board,
  x: number,
  y: number,
  reach: number,
  preferred: Set<string>,
  claimed: Record<string, number> = {},
): string | null {
  let found: string | null = null;
  let least = reach;
  const { high } = measures(board.layout);
  for (const [id, { spaces }] of Object.entries(board.layout.routes)) {
    const lifts = id in claimed ? [0, high / 2, high] : [0];
    let away = Math.min(...lifts.flatMap((lift) => spaces.map((space) => distance(space, x, y + lift))));
    if (preferred.has(id) && away > board.layout.sizes.width / 2) away *= 0.6;
    if (away < least) [found, least] = [id, away];
  }
  return found;
}

/** Whether a point is within reach of more than one of some routes, so that either may be meant. */
export function isBetween(board: Board, x: number, y: number, reach: number, routes: Iterable<string>): boolean {
  const near = [...routes].filter((id) =>
    board.layout.routes[id]?.spaces.some((space) => distance(space, x, y) < reach),
  );
  return near.length > 1;
}

/** The city within reach of a point. */
export function cityAt(board: Board, x: number, y: number, reach: number): string | null {
  let found: string | null = null;
  let least = reach;
  for (const [id, place] of Object.entries(board.layout.cities)) {
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) [found, least] = [id, away];
  }
  return found;
}

/** The transform that lays something on a space. */
export function onSpace([x, y, angle, length]: Space, ideal: number): string {
  return `translate(${x} ${y})rotate(${upright(angle).toFixed(1)})scale(${(length / ideal).toFixed(3)} 1)`;
}
