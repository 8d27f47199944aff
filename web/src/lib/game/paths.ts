/** Paths on the map: what a ticket still needs, and whether it can be completed. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";
import { cardNeeds, type Needs } from "./needs";

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
  /** The cards that its path still takes, while it is open. */
  needs?: Needs | null;
}

/** Whether the viewer can still get a route: nobody holds it, and its twin does not close it (R6, which the server knows). */
export function isOpen(view: WireView, route: Route): boolean {
  return !(route.id in view.routes) && !view.closed.includes(route.id);
}

/** What one route more costs, in cars: nothing to speak of, but it decides between equals. */
const STEP = 0.001;
/** What a card in the hand makes a route cheaper: it decides between ways that are equal otherwise. */
const CARD = 0.000_001;

/**
 * The path that takes the fewest cars. A seat's own routes cost nothing, nor do those that its stations borrow (`lent`).
 * Between equals the one with fewer routes wins, then the one of which the hand pays more.
 */
export function shortestPath(
  board: Board,
  view: WireView,
  seat: number | null,
  a: string,
  b: string,
  lent: string[] = [],
): Path | null {
  const free = (route: Route): boolean => (seat !== null && view.routes[route.id] === seat) || lent.includes(route.id);
  const cost = (route: Route): number => {
    if (free(route)) return STEP;
    return isOpen(view, route) ? route.length + STEP - CARD * inHand(board, view, route) : Infinity;
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
  return walkBack(came, free, a, b);
}

/** How many cards of the viewer's hand could be paid for a route, wilds aside. */
function inHand(board: Board, view: WireView, route: Route): number {
  const colours = route.colour === "gray" ? board.facts.colours : [route.colour];
  return Math.min(route.length, Math.max(0, ...colours.map((colour) => view.hand[colour] ?? 0)));
}

function nearest(open: Set<string>, best: Map<string, number>): string {
  let found = "";
  for (const city of open) if (!found || best.get(city)! < best.get(found)!) found = city;
  return found;
}

function walkBack(came: Map<string, Route>, free: (route: Route) => boolean, a: string, b: string): Path {
  const path: Path = { routes: [], missing: [], cars: 0 };
  for (let here = b; here !== a;) {
    const route = came.get(here)!;
    path.routes.push(route.id);
    if (!free(route)) {
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

/** How the tickets stand in a view: several parts of the page ask the same. */
const known = new WeakMap<WireView, { seat: number; states: Map<string, TicketStatus> }>();

/** How a seat's tickets stand: joined, joined thanks to stations, still possible, or lost. */
export function ticketStates(board: Board, view: WireView, seat: number): Map<string, TicketStatus> {
  const before = known.get(view);
  if (before?.seat === seat) return before.states;
  const states = computeStates(board, view, seat);
  known.set(view, { seat, states });
  return states;
}

function computeStates(board: Board, view: WireView, seat: number): Map<string, TicketStatus> {
  const own = connectedCities(board, view, seat);
  const loans = bestLoans(board, view, seat, view.tickets);
  const lent = connectedCities(board, view, seat, loans);
  const cars = view.seats[seat]?.cars ?? 0;
  const states = new Map<string, TicketStatus>();
  for (const id of view.tickets) {
    const { a, b } = board.ticket(id);
    const path = shortestPath(board, view, seat, a, b);
    if (own.has(a, b)) states.set(id, { state: "done", path, needs: null });
    else if (lent.has(a, b)) {
      states.set(id, { state: "station", path: shortestPath(board, view, seat, a, b, loans), needs: null });
    } else {
      const best = shorter(path, borrowingPath(board, view, seat, a, b));
      if (best && best.cars <= cars) states.set(id, { state: "open", path: best, needs: needsOf(board, view, [best]) });
      else states.set(id, { state: "lost", path: best, needs: null });
    }
  }
  return states;
}

/** What all open tickets take together: a route that serves two of them is paid once. */
export function allNeeds(board: Board, view: WireView, states: Iterable<TicketStatus>): Needs {
  const open = [...states].filter(({ state }) => state === "open");
  return needsOf(
    board,
    view,
    open.flatMap(({ path }) => path ?? []),
  );
}

function needsOf(board: Board, view: WireView, paths: Path[]): Needs {
  return cardNeeds(
    board,
    view.hand,
    paths.flatMap((path) => path.missing),
  );
}

function shorter(one: Path | null, two: Path | null): Path | null {
  if (!one || !two) return one ?? two;
  return two.cars < one.cars ? two : one;
}

/** The shortest path if the stations that stand there borrow for it, at most one route each; null if it asks for more. */
function borrowingPath(board: Board, view: WireView, seat: number, a: string, b: string): Path | null {
  const stations = new Set(Object.keys(view.stations).filter((city) => view.stations[city] === seat));
  const lent = [...stations].flatMap((city) => loansAt(board, view, seat, city));
  const path = lent.length ? shortestPath(board, view, seat, a, b, lent) : null;
  for (const id of path?.routes.filter((route) => lent.includes(route)) ?? []) {
    const route = board.route(id);
    if (!stations.delete(route.a) && !stations.delete(route.b)) return null;
  }
  return path;
}

const ORDER = { open: 0, lost: 1, station: 2, done: 3 };

/** The tickets of a seat, first those that there is still something to do for. */
export function sortedTickets(board: Board, view: WireView, seat: number): [id: string, status: TicketStatus][] {
  return [...ticketStates(board, view, seat)].sort(([, a], [, b]) => ORDER[a.state] - ORDER[b.state]);
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
