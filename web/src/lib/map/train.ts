/**
 * The geometry of a raised train on a route: the same as in src/branchline/drawing/train.py, and a test compares the two.
 *
 * A car is a roof (`<use>`, turned with its space and lifted up the page) over walls: what the footprint of the car
 * covers while it is lifted. So light and height are the same at every angle, and nothing needs a filter.
 */

import type { Layout, Space } from "../../protocol";

/** A train as SVG: the outline of its shadow, which lies under all trains, and its body. */
export interface Train {
  shadow: string;
  body: string;
}

/** The sizes of a car on a space of the ideal length. */
interface Measures {
  long: number;
  wide: number;
  high: number;
  bus: boolean;
}

/** Where a car stands: its middle, its direction, and how much it is stretched. */
interface Stand {
  x: number;
  y: number;
  angle: number;
  cos: number;
  sin: number;
  stretch: number;
}

type Pair = [number, number];

const EDGE = "#1b1613";
const COUPLING = "#1d1815";
const WHEELS = "#15110e";
const PANE = "#d8ecf2";
/** How high the parts of an engine are. */
const BOARD_TOP = 2.8;
const BOILER_TOP = 6.4;
const CAB_TOP = 9.4;

/** Trains are a little larger than their spaces, buses shorter and higher. */
export function measures({ style, sizes }: Layout): Measures {
  if (style === "pop") return { long: sizes.length - 1, wide: sizes.width - 1.6, high: 10.5, bus: true };
  return { long: sizes.length + 0.3, wide: sizes.width + 0.2, high: 6.8, bus: false };
}

/** The train of a seat on a route, its engine at city b; double-deckers have none. `wall`: the colour of its walls. */
export function train(layout: Layout, route: string, seat: number, wall: string): Train {
  const track = layout.routes[route]!;
  const size = measures(layout);
  const stands = track.spaces.map((space) => standOn(space, layout.sizes.length));
  const order = stands.map((_, at) => at).sort((one, two) => stands[one]!.y - stands[two]!.y);
  const lead = size.bus ? -1 : stands.length - 1;
  const cars = order.filter((at) => at !== lead).map((at) => stands[at]!);
  const engine = size.bus ? "" : engineOn(layout, stands[lead]!, size, seat, wall, track.b);
  const tops = cars.map((stand) => roof(layout.board, stand, size, seat)).join("");
  const above = order[0] === lead ? engine + tops : tops + engine;
  const bars = stands.length > 1 ? stands.map((stand) => at(stand, 0, 0, 2)).join(" ") : "";
  const coupled = bars ? `<path d="M${bars}" fill="none" stroke="${COUPLING}" stroke-width="2.6"/>` : "";
  const shadow = order.map((place) => shadowOf(stands[place]!, size)).join("");
  return { shadow, body: coupled + walls(cars, size, wall) + above };
}

/** One car of a train alone, with its shadow, and the box that holds it. */
export interface Car {
  svg: string;
  box: [x: number, y: number, width: number, height: number];
}

/** The car on a space of a route, as it stands in the whole train. */
export function car(layout: Layout, route: string, place: number, seat: number, wall: string): Car {
  const track = layout.routes[route]!;
  const size = measures(layout);
  const stand = standOn(track.spaces[place]!, layout.sizes.length);
  const lead = !size.bus && place === track.spaces.length - 1;
  const body = lead
    ? engineOn(layout, stand, size, seat, wall, track.b)
    : walls([stand], size, wall) + roof(layout.board, stand, size, seat);
  const reach = (size.long * stand.stretch) / 2 + size.wide / 2;
  const svg = `<path class="shadow" d="${shadowOf(stand, size)}"/>${body}`;
  return { svg, box: [stand.x - reach, stand.y - reach - 12, 2 * reach + 4, 2 * reach + 16] };
}

/** An outline round all that a train covers, `air` away from it. */
export function trainOutline(layout: Layout, route: string, air: number): string {
  const size = measures(layout);
  const stands = layout.routes[route]!.spaces.map((space) => standOn(space, layout.sizes.length));
  return stands
    .map((stand) => {
      const half = (size.long * stand.stretch) / 2 + air;
      return box(stand, [-half, half], size.wide + 2 * air, [-air / 2, size.high + air / 2]);
    })
    .join("");
}

/** The transform of the steam over an engine. */
export function chimney(layout: Layout, route: string): string | null {
  const track = layout.routes[route]!;
  const size = measures(layout);
  if (size.bus) return null;
  const stand = standOn(track.spaces.at(-1)!, layout.sizes.length);
  const along = (size.long / 2 - 6) * ahead(stand, layout, track.b) * stand.stretch;
  return `translate(${at(stand, along, 0, 20)})`;
}

/** The same line, turned so that what stands on it is not upside down. */
export function upright(angle: number): number {
  return ((((angle + 90) % 180) + 180) % 180) - 90;
}

function standOn([x, y, turned, length]: Space, ideal: number): Stand {
  const angle = upright(turned);
  const turn = (angle * Math.PI) / 180;
  return { x, y, angle, cos: Math.cos(turn), sin: Math.sin(turn), stretch: length / ideal };
}

function at({ x, y, cos, sin }: Stand, along: number, across: number, lift: number): string {
  return `${tenth(x + along * cos - across * sin)} ${tenth(y + along * sin + across * cos - lift)}`;
}

/** The transform of what lies on top of a car. */
function lifted({ x, y, angle }: Stand, lift: number): string {
  return `translate(${tenth(x)} ${tenth(y - lift)})rotate(${tenth(angle)})`;
}

/** Rounded to tenths, halves up. */
function tenth(value: number): string {
  return String(Math.floor(value * 10 + 0.5) / 10);
}

function hundredth(value: number): string {
  return String(Math.floor(value * 100 + 0.5) / 100);
}

/** The outline of a box with cut corners, from the lower lift to the upper one. */
function box({ x, y, cos, sin }: Stand, [start, end]: Pair, width: number, [low, high]: Pair, cut = 2): string {
  const half = width / 2;
  const corners: Pair[] = [
    [start + cut, -half],
    [end - cut, -half],
    [end, cut - half],
    [end, half - cut],
    [end - cut, half],
    [start + cut, half],
    [start, half - cut],
    [start, cut - half],
  ];
  const points = corners.map(([u, v]): Pair => [x + u * cos - v * sin, y + u * sin + v * cos]);
  const xs = points.map(([px]) => px);
  const [left, right] = [xs.indexOf(Math.min(...xs)), xs.indexOf(Math.max(...xs))];
  // clockwise: the way from left to right is the back of the box, which is seen at its top
  const outline: string[] = [];
  const walk = (from: number, to: number, lift: number): void => {
    for (let step = 0; step <= (to - from + 8) % 8; step++) {
      const [px, py] = points[(from + step) % 8]!;
      outline.push(tenth(px), tenth(py - lift));
    }
  };
  walk(left, right, high);
  walk(right, left, low);
  return `M${outline.join(" ")}z`;
}

function shadowOf(stand: Stand, size: Measures): string {
  const half = (size.long * stand.stretch) / 2 + 0.5;
  const moved = { ...stand, x: stand.x + 2.6, y: stand.y + 3.4 };
  return box(moved, [-half, half], size.wide + 1, [0, size.bus ? 3 : 1], 3);
}

function roof(board: string, stand: Stand, size: Measures, seat: number): string {
  const stretched = Math.abs(stand.stretch - 1) < 0.005 ? "" : `scale(${hundredth(stand.stretch)} 1)`;
  return `<use href="#${board}-roof-${seat}" transform="${lifted(stand, size.high)}${stretched}"/>`;
}

/** The walls of all cars, with windows where they face us. */
function walls(cars: Stand[], size: Measures, wall: string): string {
  if (!cars.length) return "";
  const feet = sides(cars, size, 0.1) + ends(cars, size, 0.1);
  const outlines = cars.map((stand) => {
    const half = (size.long * stand.stretch) / 2;
    return box(stand, [-half, half], size.wide, [1.4, size.high]);
  });
  const level = cars.reduce((sum, stand) => sum + stand.cos, 0) / cars.length;
  const steep = Math.sqrt(Math.max(0, 1 - level * level));
  const rows: Pair[] = size.bus
    ? [
        [0.74, 0.22],
        [0.38, 0.22],
      ]
    : [[0.6, 0.3]];
  let windows = "";
  for (const [lift, height] of rows) {
    if (level > 0.25) windows += panes(sides(cars, size, lift), size, height * level);
    if (steep > 0.25) windows += panes(ends(cars, size, lift), size, height * steep);
  }
  const body = `<path d="${outlines.join("")}" fill="${wall}" stroke="${EDGE}" stroke-width="1.1" stroke-linejoin="round"/>`;
  return `<path d="${feet}" stroke="${WHEELS}" stroke-width="2.4"/>${body}${windows}`;
}

function panes(windows: string, size: Measures, height: number): string {
  const dashes = size.bus ? "5.6 1.1" : "4.8 1.2";
  const width = hundredth(size.high * height);
  return `<path d="${windows}" fill="none" stroke="${PANE}" stroke-width="${width}" stroke-dasharray="${dashes}"/>`;
}

/** Lines along the long walls that face us. */
function sides(cars: Stand[], size: Measures, share: number): string {
  const [lift, side] = [size.high * share, size.wide / 2];
  return cars
    .map((stand) => {
      const end = (size.long * stand.stretch) / 2 - 2.8;
      return `M${at(stand, -end, side, lift)} ${at(stand, end, side, lift)}`;
    })
    .join("");
}

/** Lines along the short walls that face us. */
function ends(cars: Stand[], size: Measures, share: number): string {
  const [lift, side] = [size.high * share, size.wide / 2 - 2];
  return cars
    .map((stand) => {
      const end = ((size.long * stand.stretch) / 2) * (stand.sin >= 0 ? 1 : -1);
      return `M${at(stand, end, -side, lift)} ${at(stand, end, side, lift)}`;
    })
    .join("");
}

/** 1 if an engine that goes to the city looks along its own x, -1 if the other way. */
function ahead({ x, y, cos, sin }: Stand, layout: Layout, city: string): number {
  const place = layout.cities[city]!;
  return (place.x - x) * cos + (place.y - y) * sin >= 0 ? 1 : -1;
}

/** Running board, boiler and cab, each a box with its top; dome and chimney stand upright. */
function engineOn(layout: Layout, stand: Stand, size: Measures, seat: number, wall: string, city: string): string {
  const { board } = layout;
  const direction = ahead(stand, layout, city);
  const half = size.long / 2;
  const factor = direction * stand.stretch;
  const part = ([start, end]: Pair, width: number, lifts: Pair, fill: string, cut = 2): string => {
    const [first, second] = [start * factor, end * factor].sort((one, two) => one - two) as Pair;
    const outline = box(stand, [first, second], width, lifts, cut);
    return `<path d="${outline}" fill="${fill}" stroke="${EDGE}" stroke-width="1.1"/>`;
  };
  const top = (name: string, lift: number): string =>
    `<use href="#${board}-${name}" transform="${lifted(stand, lift)}scale(${hundredth(factor)} 1)"/>`;
  const uprightOn = (name: string, along: number, lift: number): string =>
    `<use href="#${board}-${name}" transform="translate(${at(stand, along * factor, 0, lift)})"/>`;

  const low = part([-half, half], size.wide - 1.6, [0, BOARD_TOP], WHEELS) + top("frame", BOARD_TOP);
  const boiler =
    part([-4, half - 1.6], size.wide - 3.4, [BOARD_TOP, BOILER_TOP], wall, 3) + top(`boiler-${seat}`, BOILER_TOP);
  const mark = `translate(${at(stand, (-half / 2 - 1.8) * factor, 0, CAB_TOP)})rotate(${tenth(stand.angle)})`;
  const cab =
    part([-half, -3], size.wide, [BOARD_TOP, CAB_TOP], wall) +
    top(`cab-${seat}`, CAB_TOP) +
    `<use href="#${board}-mark-${seat}" transform="${mark}"/>`;
  const stacks = uprightOn("dome", -0.2, 7.6) + uprightOn("stack", half - 6, 6.6);
  // what lies nearer to us comes later
  return low + boiler + (stand.sin * direction > 0 ? cab + stacks : stacks + cab);
}
