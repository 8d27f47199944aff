/** Buses from the side, one for each colour of London's cards: the road is at y 25. */

import {
  BRASS,
  box,
  circle,
  glass,
  INK,
  IVORY,
  LAMP,
  line,
  paint,
  part,
  row,
  short,
  solid,
  SOOT,
  windowRow,
} from "./brush";
import type { Picture } from "./cars";

const RED = "#c8362e";
const LIT = "#ffd76a";

function tyres(left: number, right: number, radius = 7.5): string {
  const each = (size: number): string => circle(left, 25 - radius, size) + circle(right, 25 - radius, size);
  return solid(each(radius), SOOT) + part(each(radius * 0.5), "#cfc8b8") + paint(each(1.4), INK);
}

const lamp = (x: number, y: number, radius = 2.6): string => part(circle(x, y, radius), LAMP);

/** A double-decker whose driver sits in half a cab. */
const halfCab: Picture = (t) =>
  solid(box(-38, -40, 74, 57, 4), t.body) +
  solid("M36-12L45-9V17H36z", t.body) +
  part("M-38-16H36V-11H-38z", IVORY) +
  windowRow(5, -33, -34, 13.4, 10.4, 13) +
  windowRow(4, -20, -8, 13.4, 10.4, 11) +
  part(box(-37, -8, 11, 25), t.deep) +
  glass("M38-7L43-5.5V3H38z") +
  line("M-34-37H32", t.light, 2) +
  lamp(43, 11) +
  tyres(-20, 24);

/** A coach for the country, with luggage on its roof. */
const countryCoach: Picture = (t) =>
  solid("M-46 17V-12Q-46-22-34-22H36Q46-22 47-6V17z", t.body) +
  line("M-46-2H47", IVORY, 3) +
  windowRow(5, -39, -17, 14, 10.8, 12, 2) +
  glass("M34-17Q41-17 42-5H34z") +
  line("M-40-25H30M-40-25V-22M30-25V-22M-14-25V-22", INK, 1.6) +
  part(box(-30, -31, 13, 6), "#8a5a2b") +
  part(box(-14, -30, 10, 5), "#c08a4a") +
  part(box(2, -32, 14, 7), "#6b3f1d") +
  lamp(44, 8, 2.8) +
  tyres(-27, 26);

const HEADS = ["#f3cfa6", "#8a5a2b", "#e0ac69", "#f3cfa6", "#6b3f1d"];
const COATS = [RED, "#2d74bb", IVORY, "#4f9d48", "#9a58a8"];

/** An open top with people on it. */
const openTop: Picture = (t) => {
  const people = HEADS.map((skin, at) => {
    const x = -24 + at * 13;
    return part(circle(x, -33, 4.2), skin) + part(`M${x - 6}-21Q${x}-32 ${x + 6}-21z`, COATS[at]!);
  });
  return (
    people.join("") +
    solid(box(-42, -24, 84, 41, 3), t.body) +
    part("M-42-24H42V-17H-42z", t.light) +
    line("M-42-29H42M-42-29V-24M-14-29V-24M14-29V-24M42-29V-24", INK, 1.7) +
    windowRow(5, -28, -10, 13.4, 10.4, 13) +
    part(box(-40, -11, 9, 28), t.deep) +
    line("M-42 8H42", t.deep, 2) +
    part(circle(40, 12, 2.6), IVORY) +
    tyres(-22, 26)
  );
};

/** A trolleybus below its wires. */
const trolleybus: Picture = (t) =>
  line("M-50-54H50M-50-50H50", INK, 1) +
  line("M-10-36L-40-54M-6-36L-34-50", INK, 2) +
  solid("M-44 17V-30Q-44-36-38-36H34Q45-36 46-22V17z", t.body) +
  part("M-44-13H46V-9H-44z", IVORY) +
  windowRow(5, -39, -31, 15, 11.6, 14, 2) +
  windowRow(4, -24, -5, 15, 11.6, 10) +
  part(box(-41, -5, 13, 22), t.deep) +
  glass("M37-5H44V5H37z") +
  part(box(-16, -39, 16, 4), t.deep) +
  lamp(44, 11) +
  tyres(-20, 27);

/** An old one with an open staircase. */
const openStairs: Picture = (t) =>
  solid("M-36-24H30V-16H-36z", t.light) +
  line("M-36-24V-32M-22-24V-32M-8-24V-32M6-24V-32M20-24V-32M-36-32H30", INK, 1.7) +
  solid(box(-26, -16, 56, 33, 2), t.body) +
  windowRow(4, -22, -12, 12.7, 9.8, 14, 4) +
  part("M-26 4H30V9H-26z", IVORY) +
  solid("M-44 17Q-30 8-36-20L-42-20Q-40 2-50 11z", t.deep) +
  line("M-47 12Q-36 4-38-26", BRASS, 2) +
  solid("M30-2H44Q48-2 48 4V17H30z", t.shade) +
  line("M34-2V-14L41-11V-2", INK, 1.7) +
  lamp(47, 8, 3) +
  tyres(-14, 34, 8);

/** A night bus below the moon, its windows lit. */
const nightBus: Picture = (t) => {
  const panes = row(5, (at) => {
    const x = -40 + at * 14;
    return `M${x}-33h10.5v13h-10.5zM${x}-7h10.5v11h-10.5z`;
  });
  return (
    paint("M32-52A8 8 0 1 0 42-42A7 7 0 0 1 32-52z", LAMP) +
    solid("M-45 17V-33Q-45-39-39-39H30Q45-39 47-16V17z", t.body) +
    part(`${panes}M31-33Q40-32 42-20H31zM33-7H45V4H33z`, LIT) +
    line("M-45-13H47", RED, 3.6) +
    line("M-40-36H26", t.light, 1.8) +
    lamp(45, 11, 2.8) +
    tyres(-22, 27)
  );
};

/** Which bus each colour has. */
export const BUSES: Record<string, Picture> = {
  blue: halfCab,
  green: countryCoach,
  black: nightBus,
  pink: openStairs,
  yellow: openTop,
  orange: trolleybus,
};

const FLAGS = ["#ee8b2d", "#f4d03f", "#4f9d48", "#2d74bb", "#e583b5", "#38352f"];

/** The wild card: the red bus with flags of all colours. */
export function redBus(): string {
  const flags = FLAGS.map((colour, kind) =>
    part(
      row(2, (half) => {
        const at = kind + 6 * half;
        const y = short(-49.5 + Math.sin((at / 11) * Math.PI) * 5);
        return `M${short(-48.4 + at * 8.2)} ${y}h6.8l-3.4 8z`;
      }),
      colour,
    ),
  );
  return (
    solid(box(-40, -36, 82, 53, 5), RED) +
    part("M-40-14H42V-9H-40z", IVORY) +
    windowRow(5, -35, -31, 15, 12, 13, 2) +
    windowRow(4, -22, -6, 15, 12, 11) +
    part("M-40-9H-26V17H-40z", "#6d1713") +
    line("M-31-9V13", BRASS, 2) +
    line("M-36-33H36", "#ef7d74", 2) +
    part(box(24, -21, 16, 6), INK) +
    lamp(41, 11) +
    tyres(-20, 26) +
    line("M-50-52Q-25-38 0-47T50-50", INK, 1.2) +
    flags.join("")
  );
}
