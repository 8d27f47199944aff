/** Frames: the keyframes of what moves. Only transform and opacity change, so that the browser need not draw anew. */

import type { Layout, Space } from "../../protocol";
import type { Box } from "./places";

/** How a car slows down on its way: the two inner points of a Bézier curve. */
const SLOWING = [
  [0.2, 0.6],
  [0.3, 1],
] as const;
const THROUGH = "cubic-bezier(.5,0,.2,1)";
const OUT = "cubic-bezier(.2,.6,.3,1)";
/** The height of a card for a width of 1. */
const TALL = 1.4;

interface Spot {
  x: number;
  y: number;
  scale: number;
}

/** Where a card of a width has to be moved to lie in the middle of a box, as wide as the box says. */
function spot(box: Box, width: number): Spot {
  const x = box.x + box.width / 2 - width / 2;
  const y = box.y + box.height / 2 - (width * TALL) / 2;
  return { x, y, scale: (box.width || width) / width };
}

function moved({ x, y, scale }: Spot, tilt = 0): string {
  return `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) rotate(${tilt.toFixed(1)}deg) scale(${scale.toFixed(3)})`;
}

export interface Arc {
  from: Box;
  to: Box;
  /** How wide the card is drawn. */
  width: number;
  tilt?: number;
  lift?: number;
  /** The part of the time after which it has arrived and lies still. */
  landed?: number;
  /** Whether it goes out at the end. */
  fades?: boolean;
}

/** A card that flies in an arc from one box to another. */
export function arc({ from, to, width, tilt = 0, lift = 46, landed = 1, fades = false }: Arc): Keyframe[] {
  const [a, b] = [spot(from, width), spot(to, width)];
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - lift, scale: Math.max(a.scale, b.scale) * 1.08 };
  const end = moved(b, tilt);
  const frames: Keyframe[] = [
    { transform: moved(a), opacity: 1, offset: 0, easing: "ease-in" },
    { transform: moved(top, tilt / 2), opacity: 1, offset: landed / 2, easing: "ease-out" },
    { transform: end, opacity: 1, offset: landed, easing: "linear" },
  ];
  if (landed < 1) frames.push({ transform: end, opacity: fades ? 0 : 1, offset: 1 });
  if (landed < 1 && fades) frames.splice(3, 0, { transform: end, opacity: 1, offset: (1 + landed) / 2 });
  return frames;
}

/** A card that is turned face up on its way. */
export function turning(landed = 1): Keyframe[] {
  const frames: Keyframe[] = [
    { transform: "rotateY(180deg)", offset: 0 },
    { transform: "rotateY(180deg)", offset: 0.35 * landed, easing: THROUGH },
    { transform: "rotateY(0deg)", offset: landed },
  ];
  return landed < 1 ? [...frames, { transform: "rotateY(0deg)", offset: 1 }] : frames;
}

/** Cards of a swept row slide off and go out. */
export function swept(box: Box, width: number, side: number): Keyframe[] {
  const here = spot(box, width);
  return [
    { transform: moved(here), opacity: 1, easing: "ease-in" },
    { transform: moved({ ...here, x: here.x + side * 120, y: here.y + 24 }, side * 14), opacity: 0 },
  ];
}

/** A car that rolls from the first city of a route to its own space, along all spaces before it. */
export function roll(layout: Layout, route: string, place: number): Keyframe[] {
  const track = layout.routes[route]!;
  const city = layout.cities[track.a]!;
  const corners = [[city.x, city.y], ...track.spaces.slice(0, place + 1)] as [number, number][];
  const [tx, ty] = corners.at(-1)!;
  const points = corners.flatMap(([x, y], at) => {
    const next = corners[at + 1];
    return next ? PARTS.map((part) => [x + (next[0] - x) * part, y + (next[1] - y) * part]) : [[x, y]];
  }) as [number, number][];
  const ways = points.map(([x, y], at) => (at ? Math.hypot(x - points[at - 1]![0], y - points[at - 1]![1]) : 0));
  const whole = ways.reduce((sum, way) => sum + way, 0) || 1;
  let gone = 0;
  return points.map(([x, y], at) => {
    gone += ways[at]!;
    const transform = `translate(${(x - tx).toFixed(1)}px,${(y - ty).toFixed(1)}px)`;
    return { transform, opacity: Math.min(1, at / PARTS.length), offset: timeOf(Math.min(1, gone / whole)) };
  });
}

/** Where a straight piece of way is cut, so that a car that slows down does it evenly. */
const PARTS = [0, 1 / 3, 2 / 3];

/** The part of the time after which a car has this part of its way behind it. */
function timeOf(way: number): number {
  const curve = (axis: 0 | 1, at: number): number =>
    3 * (1 - at) ** 2 * at * SLOWING[0][axis] + 3 * (1 - at) * at ** 2 * SLOWING[1][axis] + at ** 3;
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (curve(1, middle) < way) low = middle;
    else high = middle;
  }
  return way >= 1 ? 1 : curve(0, low);
}

/** Frames that take a part of a longer time: nothing moves before it and after it. */
export function during(frames: Keyframe[], start: number, end: number): Keyframe[] {
  const last = frames.length - 1;
  const parts = frames.map((frame, at): Keyframe => {
    const offset = start + (end - start) * ((frame.offset as number | null | undefined) ?? at / last);
    return { ...frame, offset: Math.min(1, offset) };
  });
  const { easing: _, ...first } = frames[0]!;
  return [
    ...(start > 0 ? [{ ...first, offset: 0 }] : []),
    ...parts,
    ...(end < 1 ? [{ ...frames[last]!, offset: 1 }] : []),
  ];
}

/** A house that drops into its city. */
export const DROP: Keyframe[] = [
  { transform: "translateY(-70px)", opacity: 0, easing: "ease-in" },
  { transform: "translateY(0)", opacity: 1, offset: 0.6, easing: "ease-out" },
  { transform: "translateY(-9px)", opacity: 1, offset: 0.8, easing: "ease-in" },
  { transform: "translateY(0)", opacity: 1 },
];

/** Points that float up and go out. */
export const RISE: Keyframe[] = [
  { transform: "translate(-50%, -30%) scale(.6)", opacity: 0, easing: OUT },
  { transform: "translate(-50%, -80%) scale(1.15)", opacity: 1, offset: 0.2 },
  { transform: "translate(-50%, -130%) scale(1)", opacity: 1, offset: 0.65 },
  { transform: "translate(-50%, -190%) scale(1)", opacity: 0 },
];

/** Something that lights up and goes out with all the rest: `on` is the part of the time at which it begins. */
export function light(on: number): Keyframe[] {
  return [
    { opacity: 0, transform: "scale(.6)", offset: 0 },
    { opacity: 0, transform: "scale(.6)", offset: on },
    { opacity: 1, transform: "scale(1.25)", offset: Math.min(on + 0.05, 0.8) },
    { opacity: 0.9, transform: "scale(1)", offset: 0.85 },
    { opacity: 0, transform: "scale(1)", offset: 1 },
  ];
}

export const BUMP: Keyframe[] = [{ scale: 1 }, { scale: 1.07 }, { scale: 1 }];

/** The spaces of routes in the order in which they are travelled, from a city on. */
export function spacesAlong(layout: Layout, routes: string[], from: string): Space[] {
  let here = from;
  return routes.flatMap((id) => {
    const { a, b, spaces } = layout.routes[id]!;
    const forward = a === here;
    here = forward ? b : a;
    return forward ? spaces : [...spaces].reverse();
  });
}
