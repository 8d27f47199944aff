/** Railway cars from the side, one for each colour of the cards: the rail is at y 25, the buffers are at ±48. */

import {
  BRASS,
  box,
  circle,
  INK,
  IRON,
  IVORY,
  LAMP,
  line,
  mix,
  paint,
  part,
  row,
  short,
  solid,
  SOOT,
  type Tones,
  windowRow,
  windows,
} from "./brush";

export type Picture = (tones: Tones) => string;

const LAMP_ON = "#ffcf5c";
const RED = "#c8362e";

/** Two axles in a truck, at each of the given places. */
function trucks(...places: number[]): string {
  const axles = places.flatMap((x) => [x - 7, x + 7]);
  const each = (radius: number): string => axles.map((x) => circle(x, 20, radius)).join("");
  const frames = places.map((x) => `M${x - 12} 14H${x + 12}L${x + 9} 18.5H${x - 9}z`).join("");
  return part(each(5.2), IRON) + paint(each(3.2), "#6d645a") + paint(each(1.1), INK) + part(frames, SOOT);
}

/** The beam below a car, with its buffers. */
function beam(end = 45): string {
  return part(box(-end, 11, 2 * end, 4), IRON) + line(`M${-end - 4} 13H${-end}M${end} 13H${end + 4}`, INK, 3);
}

/** The last car of a goods train: cupola, chimney, a platform at each end. */
const caboose: Picture = (t) => {
  const body =
    solid(box(-33, -12, 66, 23), t.body) +
    line("M-33 4H33", t.light, 2) +
    line(
      row(9, (at) => `M${-26 + at * 6.5}-11V3`),
      t.shade,
      1,
    );
  const cupola =
    solid(box(-13, -29, 26, 15), t.body) +
    windowRow(2, -10, -26, 12, 8, 8) +
    solid("M-17-29H17L14-33H-14z", t.deep) +
    solid("M-46-12Q0-19 46-12V-9H-46z", t.deep);
  const chimney = part(box(20, -27, 5, 12), "#4a433b") + line("M18-27H27", INK, 2.6);
  const door = part(box(-6, -7, 12, 18), t.shade) + windows([[-3.5, -5]], 7, 7);
  const platforms =
    line("M-44-9V11M-38.5-9V11M44-9V11M38.5-9V11M-44 1H-34M44 1H34M-44 6H-34M44 6H34", INK, 1.6) +
    part(box(-47, 10, 12, 2.5) + box(35, 10, 12, 2.5), t.deep) +
    part(circle(-41, -4, 2.4), LAMP_ON);
  return beam() + trucks(-27, 27) + body + cupola + chimney + windowRow(2, -27, -7, 45, 9, 9) + door + platforms;
};

/** Logs on a flat car. */
const timber: Picture = (t) => {
  const log = (y: number, from: number, to: number): string =>
    solid(box(from, y - 5.3, to - from, 10.6, 5.3), t.body) +
    line(`M${from + 7} ${short(y - 1.5)}H${to - 22}M${from + 16} ${short(y + 2)}H${to - 12}`, t.shade, 1.2) +
    line(`M${from + 6} ${short(y - 3.4)}H${to - 8}`, t.light, 1.4) +
    part(circle(to - 5.3, y, 5.2), "#f6dcae") +
    line(circle(to - 5.3, y, 2.6), "#a8722d", 1);
  const stakes = [-41, 37].map((x) => box(x, -14, 4, 23)).join("") + [-15, 11].map((x) => box(x, -25, 4, 34)).join("");
  const logs = log(2.4, -43, 45) + log(-8, -38, 40) + log(-18.4, -32, 34);
  const chain = line("M-13-24Q0-28 13-24", INK, 1.6);
  return trucks(-30, 30) + logs + solid(box(-47, 8, 94, 6, 1.5), "#4a3b2a") + part(stakes, "#6b553a") + chain;
};

/** A goods car with a sliding door. */
const boxCar: Picture = (t) => {
  const planks = row(5, (at) => `M${short(-40 + at * 6.4)}-23V9M${short(14.5 + at * 6.4)}-23V9`);
  const door =
    solid(box(-12, -22, 24, 32), t.light) +
    line("M-10-20L10 8M10-20L-10 8", t.deep, 2.2) +
    line("M-14-22.5H36", INK, 2.4) +
    paint(circle(8, -6, 1.6), INK);
  const roof = solid("M-47-25H47L43-30H-43z", t.deep) + part(box(-40, -32.5, 80, 2.6), "#6b5a3c");
  const ladder = line("M40-22V8M44-22V8M40-16H44M40-9H44M40-2H44M40 5H44", INK, 1.1);
  const brake = line(circle(-41, -33, 3.4), INK, 1.5);
  const body = solid(box(-45, -25, 90, 36, 1.5), t.body) + line(planks, t.shade, 1.3);
  return beam() + trucks(-29, 29) + body + door + roof + ladder + brake;
};

/** A day coach whose roof has windows. */
const coach: Picture = (t) => {
  const body =
    solid(box(-47, -19, 94, 30, 2), t.body) +
    part(box(-47, -19, 94, 16, 2), mix(t.light, IVORY, 0.55)) +
    line("M-47-3H47M-47 6H47", BRASS, 1.5);
  const doors = part(box(-45, -16, 6.5, 26) + box(38.5, -16, 6.5, 26), t.shade);
  const roof =
    solid("M-49-19Q-47-25-40-25H40Q47-25 49-19z", t.deep) +
    solid("M-41-25Q-40-30-34-30H34Q40-30 41-25z", t.shade) +
    line(
      row(8, (at) => `M${-33 + at * 9}-27.5h5`),
      LAMP,
      2,
    ) +
    line("M-46-22.5H44", t.light, 1.2);
  return beam(47) + trucks(-31, 31) + body + windowRow(6, -35, -16, 12.1, 8.6, 12, 3) + doors + roof;
};

/** A tank with a dome. */
const tank: Picture = (t) => {
  const drum =
    solid(box(-44, -20, 88, 29, 14.5), t.body) +
    line("M-36-15Q-40-13-41-9M-34-16.5H34", t.light, 3.2) +
    line("M-38 4Q-30 8-20 8H22Q32 8 38 4", t.deep, 3) +
    line("M-22-20V9M22-20V9", INK, 2.4);
  const dome =
    solid("M-9-20V-28Q-9-31 0-31T9-28V-20z", t.body) +
    line("M-6-27Q-4-29 0-29", t.light, 2) +
    part(box(-3, -34.5, 6, 4), BRASS);
  const rails = line("M-40-23H-12M12-23H40M-38-23V-17M38-23V-17M-14-23V-19M14-23V-19", INK, 1.5);
  const ladder = line("M-3-12V12M3-12V12M-3-8H3M-3-3H3M-3 2H3M-3 7H3", INK, 1.3);
  const feet = line("M-36 9V12M-25 9V12M25 9V12M36 9V12", INK, 4);
  return beam() + trucks(-29, 29) + drum + dome + rails + ladder + feet;
};

/** A saloon with curtains and a balcony. */
const saloon: Picture = (t) => {
  const curtains = row(4, (at) => {
    const x = -41 + at * 17.5;
    return `M${x}-9Q${x + 2.5}-8 ${x + 3}-14M${x + 12}-9Q${x + 9.5}-8 ${x + 9}-14`;
  });
  const body = solid(box(-46, -18, 78, 29, 1.5), t.body) + line("M-46 1H32M-46 7H32", BRASS, 1.6);
  const roof =
    solid("M-49-18Q-47-26-38-26H40Q47-26 49-18z", t.deep) +
    line("M-44-21.5H42", t.light, 1.3) +
    part(
      row(4, (at) => circle(-30 + at * 18, -28, 2.2)),
      BRASS,
    );
  const balcony =
    part("M33-18q2.3 4 4 0q2 4 4 0q2 4 4 0", IVORY) +
    line("M35-15V11M40.5-3V11M46-15V11M34-3H47M34 2H47", BRASS, 1.9) +
    part(box(33, 9.5, 15, 3), t.deep) +
    part(circle(46, -12, 2), LAMP_ON);
  const panes = windowRow(4, -41, -15, 17.5, 12, 14, 6) + line(curtains, RED, 1.6);
  return beam(47) + trucks(-31, 27) + body + panes + roof + balcony;
};

/** A hopper full of coal. */
const hopper: Picture = (t) => {
  const coal =
    solid("M-38-14Q-30-26-20-22Q-12-32 0-27Q10-33 20-24Q32-27 38-14z", "#17130f") +
    paint("M-24-19l4-3 3 2zM-4-24l5-2 2 3zM14-20l5-3 3 3zM-12-18l3-1 2 2zM27-18l4-2 2 2z", "#6a645c");
  const body =
    solid("M-45-15H45L41 3H24L18 16H6L3 8H-3L-6 16H-18L-24 3H-41z", t.body) +
    part("M-45-15H45V-11H-45z", t.light) +
    line(
      row(7, (at) => `M${-36 + at * 12}-10V2`),
      t.deep,
      2.2,
    ) +
    line(
      row(7, (at) => `M${-34.5 + at * 12}-10V2`),
      t.light,
      0.9,
    );
  const ends = part(box(-47, 8, 20, 4.5) + box(27, 8, 20, 4.5), IRON) + line("M-43 3V8M43 3V8", INK, 2.4);
  return trucks(-31, 31) + coal + body + ends;
};

/** A refrigerator car: ice bunkers on the roof, icicles below it. */
const refrigerator: Picture = (t) => {
  const flake = (x: number): string => `M${x}-15V-3M${x - 6}-12L${x + 6}-6M${x - 6}-6L${x + 6}-12`;
  const body =
    solid(box(-45, -23, 90, 34, 1.5), t.body) +
    line(
      row(13, (at) => `M-44 ${-20 + at * 2.5}H44`),
      t.shade,
      0.7,
    );
  const doors =
    solid(box(-11, -20, 22, 29), t.light) +
    line("M0-20V9", INK, 1.2) +
    line("M-15-14H-7M-15 3H-7M15-14H7M15 3H7", INK, 2) +
    part(box(-1.6, -9, 3.2, 7), "#6d645a");
  const roof =
    solid("M-47-23H47L43-28H-43z", mix(t.deep, "#8b9aa5", 0.8)) +
    part(box(-40, -33, 11, 5.5) + box(29, -33, 11, 5.5), "#aebbc4");
  const ice = part(
    "M-42-23l1.5 5 1.5-5zM-37-23l1 3.5 1-3.5zM20-23l1.5 6 1.5-6zM26-23l1 3 1-3zM36-23l1.5 5 1.5-5z",
    "#e4f3f8",
  );
  return beam() + trucks(-29, 29) + body + doors + roof + line(flake(-28) + flake(28), "#4b93bd", 2.2) + ice;
};

/** A showmen's wagon under an awning. */
const showmen: Picture = (t) => {
  const body =
    solid(box(-44, -14, 88, 25, 1.5), mix(t.light, IVORY, 0.5)) +
    line(
      row(13, (at) => `M${short(-38 + at * 6.3)}-12V6`),
      t.deep,
      1.8,
    ) +
    solid(box(-44, 5, 88, 6), t.body) +
    paint(
      row(7, (at) => circle(-36 + at * 12, 8, 1.6)),
      BRASS,
    );
  const awning =
    solid(`M-48-14${row(8, () => "q6 8 12 0")}L42-26Q0-34-42-26z`, t.body) +
    part(
      row(4, (at) => `M${-36 + at * 24}-14q6 8 12 0L${-20.5 + at * 21}-29h-9z`),
      IVORY,
    );
  return beam() + trucks(-29, 29) + body + awning + part("M0-30V-38L9-35 0-33", RED);
};

/** Which car each colour has. */
export const CARS: Record<string, Picture> = {
  purple: saloon,
  blue: tank,
  orange: timber,
  white: refrigerator,
  green: coach,
  yellow: boxCar,
  black: hopper,
  red: caboose,
  pink: showmen,
};

const SMOKE = [RED, "#ee8b2d", "#f4d03f", "#4f9d48", "#2d74bb", "#9a58a8"];

/** The colours of an engine: its boiler, its gloss, its cab. */
interface EnginePaint {
  paint: string;
  light: string;
  wall: string;
}
const WILD: EnginePaint = { paint: "#3c4a57", light: "#9fb4c4", wall: "#8f2a24" };
const PUFFS = [circle(30, -39, 5), circle(20, -45, 7), circle(6, -47, 8.5), circle(-9, -44, 6)];
const STEAM = PUFFS.map((puff) => `<path d="${puff}" fill="#fffdf7" stroke="#8b8378" stroke-width=".9"/>`).join("");

/** The wild card: an engine whose smoke has all colours; or one in the livery of a player, with steam. */
export function engine(livery: EnginePaint = WILD): string {
  const plume = (at: number): string =>
    `M30 ${short(-24 + at * 0.2)}C${26 - at} ${short(-48 + at * 3.6)} 2 ${short(-34 + at * 3.4)} -16 ` +
    `${short(-46 + at * 4.2)}S-44 ${short(-38 + at * 4.2)} -54 ${short(-50 + at * 4.4)}`;
  const smoke = livery === WILD ? SMOKE.map((colour, at) => line(plume(at), colour, 5)).join("") : STEAM;
  const frame =
    solid(box(-46, 6, 86, 6), SOOT) +
    solid("M40 6H50L54 24H38z", "#8f2a24") +
    line("M42 10L47 22M46 9L51 22", INK, 1.2);
  const boiler =
    solid(box(-14, -15, 54, 22, 10), livery.paint) +
    line("M-10-10.5H34", livery.light, 2.6) +
    solid(box(30, -16, 12, 24, 4), "#23201c") +
    line("M0-15V7M15-15V7", BRASS, 2.6);
  const stack = solid("M31-16V-22L27-31H42L38-22V-16z", "#23201c") + line("M26-31H43", BRASS, 3);
  const domes = part("M5-15V-20Q5-24 9.5-24T14-20V-15zM-6-15V-19Q-6-22-3-22T0-19V-15z", BRASS);
  const cab =
    solid(box(-44, -22, 31, 29), livery.wall) +
    windowRow(2, -38, -17, 12, 9, 11) +
    solid("M-48-22Q-29-30-9-22V-19H-48z", "#23201c") +
    line("M-44-2H-13", BRASS, 1.6);
  const lamp = part(circle(44, -9, 4.2), LAMP) + paint(circle(44, -9, 1.8), "#fff");
  const rod = line("M-24 16H1L24 12", "#cfc8b8", 2.6);
  return smoke + frame + boiler + stack + domes + cab + lamp + drivers() + rod;
}

/** The wheels of the engine: two large ones with spokes, two small ones. */
function drivers(): string {
  const [large, small] = [
    [-24, 1],
    [24, 37],
  ];
  const spokes = large!.flatMap((x) =>
    [10, 55, 100, 145].map((angle) => {
      const [dx, dy] = [8 * Math.cos((angle * Math.PI) / 180), 8 * Math.sin((angle * Math.PI) / 180)];
      return `M${short(x - dx)} ${short(14 - dy)}L${short(x + dx)} ${short(14 + dy)}`;
    }),
  );
  const each = (places: number[], y: number, radius: number): string =>
    places.map((x) => circle(x, y, radius)).join("");
  return (
    solid(each(large!, 14, 11) + each(small!, 19.5, 5.5), SOOT) +
    paint(each(large!, 14, 8.4), RED) +
    line(spokes.join(""), IVORY, 1.3) +
    part(each(large!, 14, 2.2) + each(small!, 19.5, 2), BRASS)
  );
}
