/** Frames: the keyframes of what moves. Only transform and opacity change, so that the browser need not draw anew. */

import type { Layout, Space } from "../../protocol";
import type { Box } from "./places";

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
  const points = [[city.x, city.y], ...track.spaces.slice(0, place + 1)] as [number, number][];
  const [tx, ty] = points.at(-1)!;
  const ways = points.slice(1).map(([x, y], at) => Math.hypot(x - points[at]![0], y - points[at]![1]));
  const whole = ways.reduce((sum, way) => sum + way, 0) || 1;
  let gone = 0;
  return points.map(([x, y], at) => {
    if (at) gone += ways[at - 1]!;
    const transform = `translate(${(x - tx).toFixed(1)}px,${(y - ty).toFixed(1)}px)`;
    return { transform, opacity: at ? 1 : 0, offset: Math.min(1, gone / whole) };
  });
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
