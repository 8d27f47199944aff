/** What the pictures on the cards are drawn with: outlines as paths, and ways to paint them. Everything is text of SVG. */

import type { CardStyle } from "../../protocol";

export const INK = "#1b1613";
export const IVORY = "#fff6e2";
export const BRASS = "#d9b15a";
export const LAMP = "#ffe9a8";
export const IRON = "#3a342d";
export const SOOT = "#2b2622";
const GLASS = "#dff1f4";

/** The shades of one colour, from its light to its depth, and the card behind it. */
export interface Tones {
  body: string;
  light: string;
  shade: string;
  deep: string;
  /** The background of the card, above and below, and the sun on it. */
  sky: string;
  earth: string;
  sun: string;
}

const WHITE: Tones = {
  body: "#fbf8ee",
  light: "#ffffff",
  shade: "#cfc8b8",
  deep: "#8f8776",
  sky: "#e9e3d4",
  earth: "#cfc6b1",
  sun: "#fffefa",
};
const BLACK: Tones = {
  body: "#45413a",
  light: "#736d63",
  shade: "#2b2823",
  deep: "#171411",
  sky: "#4a463f",
  earth: "#28251f",
  sun: "#bdb6a8",
};
const UMBER = "#1b0e05";

/** The shades of a card's colour. What is nearly white or nearly black has shades of its own. */
export function tonesOf({ fill }: CardStyle): Tones {
  const bright = channels(fill).reduce((sum, one) => sum + one, 0) / 3;
  if (bright > 235) return WHITE;
  if (bright < 70) return BLACK;
  return {
    body: fill,
    light: mix(fill, "#ffffff", 0.38),
    shade: mix(fill, UMBER, 0.25),
    deep: mix(fill, UMBER, 0.52),
    sky: mix(fill, "#ffffff", 0.1),
    earth: mix(fill, UMBER, 0.2),
    sun: mix(fill, "#fff8e6", 0.74),
  };
}

function channels(colour: string): number[] {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join("") : colour.slice(1);
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
}

/** Two colours mixed: `share` is that of the second one. */
export function mix(one: string, two: string, share: number): string {
  const other = channels(two);
  const mixed = channels(one).map((value, at) => Math.round(value * (1 - share) + other[at]! * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A number as short as it may be. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Outlines side by side: one path for all of them. */
export function row(count: number, outline: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => outline(at)).join("");
}

/** The outline of a rectangle with round corners. */
export function box(x: number, y: number, width: number, height: number, round = 1): string {
  const arc = (dx: number, dy: number): string => `a${round} ${round} 0 0 1 ${short(dx)} ${short(dy)}`;
  const [across, down] = [short(width - 2 * round), short(height - 2 * round)];
  return (
    `M${short(x + round)} ${short(y)}h${across}${arc(round, round)}v${down}${arc(-round, round)}` +
    `h-${across}${arc(-round, -round)}v-${down}${arc(round, -round)}z`
  );
}

/** The outline of a circle. */
export function circle(x: number, y: number, radius: number): string {
  const [left, across] = [short(x - radius), short(2 * radius)];
  const r = short(radius);
  return `M${left} ${short(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0-${across} 0z`;
}

/** With a strong edge in ink: the body of a thing. */
export function solid(outline: string, fill: string): string {
  return `<path d="${outline}" fill="${fill}" stroke-width="1.8"/>`;
}

/** With a fine edge in ink: a part of it. */
export function part(outline: string, fill: string): string {
  return `<path d="${outline}" fill="${fill}" stroke-width="1.2"/>`;
}

/** Without an edge: paint. */
export function paint(outline: string, fill: string): string {
  return `<path d="${outline}" fill="${fill}" stroke="none"/>`;
}

export function line(outline: string, colour: string, width: number): string {
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

/** Windows, each with a glint; `arch` is how far the corners of their tops are rounded. */
export function windows(panes: [x: number, y: number][], width: number, height: number, arch = 0): string {
  const frames = panes.map(([x, y]) => pane(x, y, width, height, arch)).join("");
  const glints = panes.map(([x, y]) => glint(x, y, width, height, arch)).join("");
  return part(frames, GLASS) + line(glints, "#fff", 1.3);
}

/** So many windows side by side, each `step` from the one before. */
export function windowRow(
  count: number,
  x: number,
  y: number,
  step: number,
  width: number,
  height: number,
  arch = 0,
): string {
  const panes = Array.from({ length: count }, (_, at): [number, number] => [x + at * step, y]);
  return windows(panes, width, height, arch);
}

function pane(x: number, y: number, width: number, height: number, arch: number): string {
  const [left, top, right, bottom] = [short(x), short(y), short(x + width), short(y + height)];
  if (!arch) return `M${left} ${top}H${right}V${bottom}H${left}z`;
  const spring = short(y + arch);
  return `M${left} ${bottom}V${spring}Q${left} ${top} ${short(x + width / 2)} ${top}T${right} ${spring}V${bottom}z`;
}

function glint(x: number, y: number, width: number, height: number, arch: number): string {
  return `M${short(x + 1.2)} ${short(y + height - 1)}L${short(x + width - 1.5)} ${short(y + arch + 0.8)}`;
}

/** A sheet of glass of any form, such as a windscreen. */
export function glass(outline: string): string {
  return part(outline, GLASS);
}
