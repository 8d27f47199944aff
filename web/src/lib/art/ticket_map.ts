/** The small map on a ticket: which part of the board it shows, and the lines on it. */

import type { Layout, Ticket } from "../../protocol";

/** A part of the page, in its units. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** So much of the page is shown at least: less would not tell where it is. */
const LEAST = 0.34;
/** Round the cities and the way, in units of the page. */
const MARGIN = 75;

/** The part of a board that shows two cities and a way, in the form `width : height`. */
export function windowOf(layout: Layout, { a, b }: Pick<Ticket, "a" | "b">, way: string[], form: number): Window {
  const cities = [a, b].map((id) => layout.cities[id]!).map(({ x, y }): [number, number] => [x, y]);
  const points = [...cities, ...way.flatMap((id) => routePoints(layout, id))];
  const [left, right] = reach(points.map(([x]) => x));
  const [top, bottom] = reach(points.map(([, y]) => y));
  const width = Math.max(right - left + 2 * MARGIN, (bottom - top + 2 * MARGIN) * form, layout.width * LEAST);
  const height = width / form;
  return {
    x: inside((left + right - width) / 2, width, layout.width),
    y: inside((top + bottom - height) / 2, height, layout.height),
    width,
    height,
  };
}

function reach(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Where a window of this size begins, so that it does not look beyond the page if it need not. */
function inside(start: number, size: number, all: number): number {
  return size >= all ? (all - size) / 2 : Math.min(Math.max(start, 0), all - size);
}

/** A route as a line from city to city through its spaces. */
export function routePoints(layout: Layout, id: string): [number, number][] {
  const track = layout.routes[id];
  if (!track) return [];
  const ends = [track.a, track.b].map((city) => layout.cities[city]!);
  const spaces = track.spaces.map(([x, y]): [number, number] => [x, y]);
  return [[ends[0]!.x, ends[0]!.y], ...spaces, [ends[1]!.x, ends[1]!.y]];
}

/** Routes as one path. */
export function routeLines(layout: Layout, ids: string[]): string {
  return ids.map((id) => `M${routePoints(layout, id).join("L")}`).join("");
}

/** A bow from one city to the other, where no way is known. */
export function bow(layout: Layout, ticket: Ticket): string {
  const [a, b] = [layout.cities[ticket.a]!, layout.cities[ticket.b]!];
  const bend = b.x > a.x ? -0.16 : 0.16;
  const x = (a.x + b.x) / 2 - (b.y - a.y) * 0.16;
  const y = (a.y + b.y) / 2 + (b.x - a.x) * bend;
  return `M${a.x} ${a.y}Q${Math.round(x)} ${Math.round(y)} ${b.x} ${b.y}`;
}
