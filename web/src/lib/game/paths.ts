/** Paths on the map: what a ticket still needs, and whether it can be completed. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";

/** A path between two cities: its routes, those still to be claimed, and the cars that they take. */
export interface Path {
  routes: string[];
  missing: string[];
  cars: number;
}

export type TicketState = "done" | "station" | "open" | "lost";

/** Whether a ticket's cities are joined as things stand. */
export function isCompleted(state: TicketState): boolean {
  return state === "done" || state === "station";
}

export interface TicketStatus {
  state: TicketState;
  path: Path | null;
}

/** Whether the viewer can still get a route: nobody holds it, and its twin does not close it (R6, which the server knows). */
export function isOpen(view: WireView, route: Route): boolean {
  return !(route.id in view.routes) && !view.closed.includes(route.id);
}

/** The path that takes the fewest cars. A seat's own routes cost nothing; between equals the one with fewer routes wins. */
export function shortestPath(board: Board, view: WireView, seat: number | null, a: string, b: string): Path | null {
  const cost = (route: Route): number => {
    if (seat !== null && view.routes[route.id] === seat) return 0.001;
    return isOpen(view, route) ? route.length + 0.001 : Infinity;
  };
  const best = new Map<string, number>([[a, 0]]);
  const came = new Map<string, Route>();
  const open = new Set([a]);
  while (open.size) {
    const here = nearest(open, best);
    if (here === b) break;
    open.delete(here);
    for (const route of board.at.get(here) ?? []) {
      const next = route.a === here ? route.b : route.a;
      const length = best.get(here)! + cost(route);
      if (length < (best.get(next) ?? Infinity)) {
        best.set(next, length);
        came.set(next, route);
        open.add(next);
      }
    }
  }
  if (!Number.isFinite(best.get(b) ?? Infinity)) return null;
  return walkBack(came, view, seat, a, b);
}

function nearest(open: Set<string>, best: Map<string, number>): string {
  let found = "";
  for (const city of open) if (!found || best.get(city)! < best.get(found)!) found = city;
  return found;
}

function walkBack(came: Map<string, Route>, view: WireView, seat: number | null, a: string, b: string): Path {
  const path: Path = { routes: [], missing: [], cars: 0 };
  for (let here = b; here !== a;) {
    const route = came.get(here)!;
    path.routes.push(route.id);
    if (seat === null || view.routes[route.id] !== seat) {
      path.missing.push(route.id);
      path.cars += route.length;
    }
    here = route.a === here ? route.b : route.a;
  }
  path.routes.reverse();
  path.missing.reverse();
  return path;
}

/** Sets of cities that are joined to each other. */
export class DisjointSets {
  private readonly up = new Map<string, string>();

  root(city: string): string {
    let here = city;
    while (this.up.has(here)) here = this.up.get(here)!;
    return here;
  }

  join(a: string, b: string): void {
    const [one, two] = [this.root(a), this.root(b)];
    if (one !== two) this.up.set(one, two);
  }

  has(a: string, b: string): boolean {
    return this.root(a) === this.root(b);
  }
}

/** What a seat has joined with its own routes, and with some of others' that its stations borrow. */
export function connectedCities(board: Board, view: WireView, seat: number, borrowed: string[] = []): DisjointSets {
  const joined = new DisjointSets();
  const own = Object.keys(view.routes).filter((id) => view.routes[id] === seat);
  for (const id of [...own, ...borrowed]) {
    const route = board.route(id);
    joined.join(route.a, route.b);
  }
  return joined;
}

/** The routes of others that a seat's stations borrow so that its tickets bring most (B3). */
export function bestLoans(board: Board, view: WireView, seat: number, tickets: string[]): string[] {
  const choices = Object.entries(view.stations)
    .filter(([, owner]) => owner === seat)
    .map(([city]) => loansAt(board, view, seat, city))
    .filter((list) => list.length > 0);
  let best: string[] = [];
  let [most, completed] = [-1, -1];
  for (const loans of combinations(choices)) {
    const joined = connectedCities(board, view, seat, loans);
    const done = tickets.map((id) => board.ticket(id)).filter((ticket) => joined.has(ticket.a, ticket.b));
    const points = done.reduce((sum, ticket) => sum + ticket.points, 0);
    if (points > most || (points === most && done.length > completed))
      [best, most, completed] = [loans, points, done.length];
  }
  return best;
}

function loansAt(board: Board, view: WireView, seat: number, city: string): string[] {
  const theirs = (board.at.get(city) ?? []).filter((route) => (view.routes[route.id] ?? seat) !== seat);
  return theirs.map((route) => route.id);
}

function combinations(choices: string[][]): string[][] {
  return choices.reduce<string[][]>((all, list) => all.flatMap((some) => list.map((one) => [...some, one])), [[]]);
}

/** How a seat's tickets stand: joined, joined thanks to stations, still possible, or lost. */
export function ticketStates(board: Board, view: WireView, seat: number): Map<string, TicketStatus> {
  const own = connectedCities(board, view, seat);
  const loans = bestLoans(board, view, seat, view.tickets);
  const lent = connectedCities(board, view, seat, loans);
  const cars = view.seats[seat]?.cars ?? 0;
  const states = new Map<string, TicketStatus>();
  for (const id of view.tickets) {
    const ticket = board.ticket(id);
    const path = shortestPath(board, view, seat, ticket.a, ticket.b);
    if (own.has(ticket.a, ticket.b)) states.set(id, { state: "done", path });
    else if (lent.has(ticket.a, ticket.b)) states.set(id, { state: "station", path });
    else states.set(id, { state: path && path.cars <= cars ? "open" : "lost", path });
  }
  return states;
}

/** The cities of the viewer's tickets that are still to be joined. */
export function wantedCities(board: Board, view: WireView): Set<string> {
  if (view.seat === null || view.phase === "over") return new Set();
  const open = [...ticketStates(board, view, view.seat)].filter(([, status]) => status.state === "open");
  return new Set(open.flatMap(([id]) => [board.ticket(id).a, board.ticket(id).b]));
}

/** For each district, how many of its cities the seat has joined to each other at most. */
export function districtProgress(board: Board, view: WireView, seat: number): Map<number, number> {
  const joined = connectedCities(board, view, seat);
  const found = new Map<number, number>();
  for (const district of board.facts.districts) {
    const sizes = new Map<string, number>();
    for (const city of district.cities) sizes.set(joined.root(city), (sizes.get(joined.root(city)) ?? 0) + 1);
    const most = Math.max(...sizes.values());
    found.set(district.number, most > 1 ? most : 0);
  }
  return found;
}

/** The longest path of a seat as routes, when its length is known (E3): a route is used once, a city any number of times. */
export function longestPath(board: Board, view: WireView, seat: number, length: number): string[] {
  const own = Object.keys(view.routes)
    .filter((id) => view.routes[id] === seat)
    .map((id) => board.route(id));
  const at = new Map<string, Route[]>();
  for (const route of own) for (const city of [route.a, route.b]) at.set(city, [...(at.get(city) ?? []), route]);
  const used = new Set<string>();
  const path: string[] = [];
  let steps = 0;
  const walk = (city: string, left: number): boolean => {
    if (left <= 0) return true;
    if (++steps > 400_000) return false;
    for (const route of at.get(city) ?? []) {
      if (used.has(route.id)) continue;
      used.add(route.id);
      path.push(route.id);
      if (walk(route.a === city ? route.b : route.a, left - route.length)) return true;
      path.pop();
      used.delete(route.id);
    }
    return false;
  };
  for (const city of at.keys()) if (walk(city, length)) return path;
  return [];
}
