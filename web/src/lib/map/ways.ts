/** The ways of several tickets on the map at once: each has its number, its colour and its dashes. */

import type { Layout, WireView } from "../../protocol";
import type { Board } from "../game/board";
import { type TicketState, ticketStates } from "../game/paths";

/** A ticket to be shown: its number from 1, its cities, and the routes of its way. */
export interface TicketWay {
  number: number;
  ticket: string;
  state: TicketState;
  cities: [string, string];
  routes: string[];
  /** Those of the routes that are still to be claimed. */
  missing: string[];
}

export interface WayStyle {
  colour: string;
  /** Lengths of dashes and gaps. */
  dashes: string;
}

/** Deep colours that carry white numbers; neighbours differ in lightness, and no two have the same dashes. */
const STYLES: WayStyle[] = [
  { colour: "#0a5bd3", dashes: "14 7" },
  { colour: "#a3195b", dashes: "3 8" },
  { colour: "#1a6b2c", dashes: "22 7 4 7" },
  { colour: "#8a4b00", dashes: "9 9" },
  { colour: "#5b2a9d", dashes: "24 9" },
  { colour: "#2b3440", dashes: "14 7 3 7 3 7" },
  { colour: "#006a72", dashes: "5 5" },
  { colour: "#7a1712", dashes: "30 6" },
];

/** How the ticket with a number is drawn. */
export function wayStyle(number: number): WayStyle {
  return STYLES[(number - 1) % STYLES.length]!;
}

/** The ways of all tickets that the viewer has kept, in the order in which they were. A lost one has none. */
export function ticketWays(board: Board, view: WireView): TicketWay[] {
  if (view.seat === null) return [];
  const states = ticketStates(board, view, view.seat);
  return view.tickets.map((ticket, at) => {
    const { a, b } = board.ticket(ticket);
    const { state, path } = states.get(ticket)!;
    const { routes, missing } = state === "lost" || !path ? { routes: [], missing: [] } : path;
    return { number: at + 1, ticket, state, cities: [a, b], routes, missing };
  });
}

/** The lane of a way on a route that several of them take: 0 in the middle, others to both sides of it. */
export function laneOf(ways: TicketWay[], way: TicketWay, route: string): number {
  const sharing = ways.filter(({ routes }) => routes.includes(route));
  return sharing.indexOf(way) - (sharing.length - 1) / 2;
}

/** Routes as one path through their spaces, each of them moved aside by so much. */
export function laneLine(layout: Layout, routes: string[], aside: (route: string) => number): string {
  return routes.map((id) => `M${lanePoints(layout, id, aside(id)).join("L")}`).join("");
}

/**
 * Where the number of a way stands: on the longest of its missing routes, rather on one that no other way takes. On a route
 * that several take, each number stands by itself.
 */
export function numberPlace(
  layout: Layout,
  ways: TicketWay[],
  way: TicketWay,
  aside: (route: string) => number,
): [number, number] | null {
  const sharing = (route: string): number => ways.filter(({ routes }) => routes.includes(route)).length;
  const length = (route: string): number => layout.routes[route]!.spaces.length;
  const [route] = way.missing.toSorted((one, two) => sharing(one) - sharing(two) || length(two) - length(one));
  if (!route) return null;
  const points = lanePoints(layout, route, aside(route));
  const at = Math.floor(points.length / 2) + Math.round(2 * laneOf(ways, way, route));
  return points[Math.min(Math.max(at, 1), points.length - 2)]!;
}

function lanePoints(layout: Layout, id: string, aside: number): [number, number][] {
  const track = layout.routes[id]!;
  const [a, b] = [layout.cities[track.a]!, layout.cities[track.b]!];
  const spaces = track.spaces.map(([x, y, angle]): [number, number] => {
    const across = (upright(angle) * Math.PI) / 180;
    return [round(x - aside * Math.sin(across)), round(y + aside * Math.cos(across))];
  });
  return [[a.x, a.y], ...spaces, [b.x, b.y]];
}

/** An angle between -90 and 90 degrees: so a lane keeps to its side from one route to the next. */
function upright(angle: number): number {
  const turned = ((angle % 180) + 180) % 180;
  return turned > 90 ? turned - 180 : turned;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Cities with the numbers of the tickets that name them. */
export function markedCities(ways: TicketWay[]): Map<string, TicketWay[]> {
  const found = new Map<string, TicketWay[]>();
  for (const way of ways) for (const city of way.cities) found.set(city, [...(found.get(city) ?? []), way]);
  return found;
}
