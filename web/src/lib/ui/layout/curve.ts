/** The curve of points: where its lines, scales and pins lie. */

import type { Ending } from "../../game/ending";
import { type Part, pointsOf } from "../../game/final_story";

/** The size of a curve, and the room that is left around it. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Plot {
  /** Where a move lies, and a number of points. */
  x: (ply: number) => number;
  y: (points: number) => number;
  /** The right end of the lines, which lies behind the count. */
  end: number;
  /** What stands at the left, and below: moves. */
  levels: number[];
  plies: number[];
}

/** The part of the width that the count takes. */
const COUNT = 0.15;
/** Between two marks, in units of the frame. */
const MARKS_APART = 34;
const PLIES_APART = 90;
const SMALL_PLIES_APART = 44;
/** A curve less wide has no room for words. */
export const SMALL = 520;

/** What each seat was worth while it was counted: a row for each part but the first, which the moves have told. */
export function countRows({ scores }: Ending, parts: Part[]): number[][] {
  const rows: number[][] = [];
  let sums = scores.map((score) => score.routes);
  for (const part of parts.filter((one) => one !== "routes")) {
    sums = sums.map((sum, seat) => sum + pointsOf(scores[seat]!, part));
    rows.push(sums);
  }
  return rows;
}

export function plot(rows: number[][], counted: number[][], frame: Frame): Plot {
  const { width, height, left, right, top, bottom } = frame;
  const all = [...rows, ...counted].flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const last = Math.max(1, rows.length - 1);
  const room = (width - left - right) * (counted.length ? 1 - COUNT : 1);
  const x = (ply: number): number => left + (ply / last) * room;
  const y = (points: number): number => height - bottom - ((points - low) / (high - low)) * (height - top - bottom);
  const step = even((high - low) / Math.max(1, (height - top - bottom) / MARKS_APART));
  const apart = even(last / Math.max(1, room / (width < SMALL ? SMALL_PLIES_APART : PLIES_APART)));
  return {
    x,
    y,
    end: width - right,
    levels: steps(Math.ceil(low / step) * step + 0, high, step),
    plies: steps(apart, last - apart / 3, apart),
  };
}

/** The next even number: 1, 2, 5, 10, 20, 50 … */
function even(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least)!;
}

function steps(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let one = from; one <= to; one += step) found.push(one);
  return found;
}

/** The line of a seat: level until something changes, then straight up; in the count from part to part. */
export function line({ x, y, end }: Plot, rows: number[][], counted: number[][], seat: number): string {
  let was = rows[0]?.[seat] ?? 0;
  let path = `M${tenth(x(0))} ${tenth(y(was))}`;
  rows.forEach((row, ply) => {
    if (row[seat] === was) return;
    was = row[seat]!;
    path += `H${tenth(x(ply))}V${tenth(y(was))}`;
  });
  const last = x(Math.max(1, rows.length - 1));
  path += `H${tenth(last)}`;
  counted.forEach((row, at) => {
    path += `L${tenth(last + ((at + 1) / counted.length) * (end - last))} ${tenth(y(row[seat]!))}`;
  });
  return path;
}

/** Heights that are at least so far apart, as near as may be to those that are wanted, in their order. */
export function spread(wanted: number[], apart: number, low: number, high: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const found = [...wanted];
  let least = low;
  for (const at of order) {
    found[at] = Math.max(wanted[at]!, least);
    least = found[at] + apart;
  }
  let most = high;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at]!, most);
    most = found[at] - apart;
  }
  return found;
}

function tenth(value: number): string {
  return String(Math.round(value * 10) / 10);
}
