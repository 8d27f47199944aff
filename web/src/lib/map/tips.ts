/** Where the words about a place stand: beside it, so that they don't hide it. */

import type { Box } from "./boxes";

type Point = [x: number, y: number];

interface Size {
  width: number;
  height: number;
}

/** How far the words stand from where they point at; a finger or an arrow lies there. */
const GAP = 16;
/** How much of a route lies round the middle of its spaces. */
const ROUND = 12;
/** Above first, then below, beside, and at last the corners. */
const SIDES: Point[] = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/** The upper left corner for words of a size about `points`, near `at` and within a box, hiding as few as they can. */
export function tipPlace({ width, height }: Size, at: Point, points: Point[], within: Box): Point {
  const places = SIDES.map(([dx, dy]): Point => {
    const x = at[0] - width / 2 + dx * (width / 2 + GAP);
    const y = at[1] - height / 2 + dy * (height / 2 + GAP);
    return [clamp(x, within.left, within.right - width), clamp(y, within.top, within.bottom - height)];
  });
  const hidden = ([x, y]: Point): number =>
    [at, at, ...points].filter(([px, py]) => near(px, x, x + width) && near(py, y, y + height)).length;
  return places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
}

function near(value: number, from: number, to: number): boolean {
  return value > from - ROUND && value < to + ROUND;
}

function clamp(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(value, to));
}
