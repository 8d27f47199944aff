/** The history of a game: what everybody was worth after every move, and what became of the tickets and why. */

import type { LogEntry, WireView } from "../../protocol";
import type { Board } from "./board";
import { type GameEvent, eventsOf } from "./events";
import { type Ending, joined } from "./ending";
import type { Start } from "./record";
import { DisjointSets, type Path, shortestPath } from "./paths";

/** A way that gets this much longer is worth telling. */
const LONGER = 3;

/** What a claim did to a ticket of somebody else: its way got longer, or there is none any more. */
export interface Hurt {
  seat: number;
  ticket: string;
  longer: number | null;
}

/** Something that may have turned the game. `points`: what it was about. */
export type Moment = { ply: number; seat: number } & (
  | { kind: "cut"; route: string; hurt: Hurt[] }
  | { kind: "done"; route: string; tickets: string[]; points: number }
  | { kind: "gift"; tickets: string[]; points: number }
  | { kind: "station"; city: string; route: string; tickets: string[]; points: number }
  | { kind: "shut"; route: string; times: number }
);

/** When a ticket that was missed became impossible: by a rival's claim, by one of one's own (too few cars are left), or
 * from the start, when it was kept (no route). */
export interface Death {
  ply: number;
  by: number;
  route: string | null;
}

export interface GameHistory {
  plies: number;
  /** Points of routes and of completed tickets after every move, by seat; first what they were before any. */
  worth: number[][];
  moments: Moment[];
  /** By seat, for each missed ticket; null if it was possible until the end. */
  deaths: Map<string, Death | null>[];
}

/** A ticket that is kept, and the shortest way that is still free. */
interface Kept {
  id: string;
  path: Path | null;
  done: boolean;
  lost: Death | null;
}

/** The history of a game from its log; `start` is the position in which it begins, if that is not the deal. */
export function gameHistory(
  board: Board,
  log: LogEntry[],
  view: WireView,
  ending: Ending,
  start: Start | null = null,
): GameHistory {
  const { events, plies } = eventsOf(log, start?.tunnel?.route);
  const walk = new Walk(board, view);
  if (start) walk.begin(start);
  const worth = [walk.worth()];
  for (const event of events) {
    while (worth.length < event.ply) worth.push(worth.at(-1)!);
    walk.apply(event);
    worth[event.ply] = walk.worth();
  }
  while (worth.length <= plies) worth.push(worth.at(-1)!);
  const stations = ending.scores.flatMap((_, seat) => stationMoments(board, view, ending, seat, events));
  const moments = [...walk.moments, ...stations, ...shutMoments(events)].sort((a, b) => a.ply - b.ply);
  return { plies, worth, moments, deaths: walk.deaths(ending) };
}

/** A walk through a game, event by event. */
class Walk {
  readonly moments: Moment[] = [];
  private readonly routes: Record<string, number> = {};
  private readonly seats: { points: number; cars: number; kept: Kept[]; cities: DisjointSets; closed: string[] }[];

  constructor(
    private readonly board: Board,
    private readonly last: WireView,
  ) {
    const cars = board.facts.cars;
    this.seats = last.seats.map(() => ({ points: 0, cars, kept: [], cities: new DisjointSets(), closed: [] }));
  }

  /** Begin in a position. What was so before is no moment of this game. */
  begin({ routes, tickets }: Start): void {
    routes.forEach((mine, seat) => mine.forEach((route) => this.claim({ kind: "claim", ply: 0, seat, route })));
    tickets.forEach((mine, seat) => this.keep({ kind: "keep", ply: 0, seat, tickets: mine }));
    this.moments.length = 0;
  }

  worth(): number[] {
    const done = (kept: Kept[]): Kept[] => kept.filter((one) => one.done);
    return this.seats.map(({ points, kept }) => points + sum(this.board, ids(done(kept))));
  }

  apply(event: GameEvent): void {
    if (event.kind === "keep") this.keep(event);
    else if (event.kind === "claim") this.claim(event);
  }

  /** What became of the tickets that were missed. */
  deaths({ tickets, borrowed }: Ending): Map<string, Death | null>[] {
    return this.seats.map(({ kept }, seat) => {
      const good = new Set(joined(this.board, this.last, seat, tickets[seat]!, Object.values(borrowed[seat] ?? {})));
      return new Map(kept.filter(({ id }) => !good.has(id)).map(({ id, lost }) => [id, lost]));
    });
  }

  private keep({ ply, seat, tickets }: GameEvent & { kind: "keep" }): void {
    const { kept, cities, cars } = this.seats[seat]!;
    const gifts: string[] = [];
    for (const id of tickets) {
      const { a, b } = this.board.ticket(id);
      const done = cities.has(a, b);
      if (done) gifts.push(id);
      const path = done ? null : this.way(seat, id);
      const possible = done || (path !== null && path.cars <= cars);
      kept.push({ id, done, path, lost: possible ? null : { ply, by: seat, route: null } });
    }
    if (gifts.length) this.moments.push({ kind: "gift", ply, seat, tickets: gifts, points: sum(this.board, gifts) });
  }

  private claim({ ply, seat, route }: GameEvent & { kind: "claim" }): void {
    const { a, b, length, twin } = this.board.route(route);
    const mine = this.seats[seat]!;
    this.routes[route] = seat;
    if (twin) this.close(twin, seat);
    mine.points += this.board.points(this.board.route(route));
    mine.cars -= length;
    mine.cities.join(a, b);
    const completed = this.advance(ply, seat, route, length);
    if (completed.length) {
      const points = sum(this.board, completed);
      this.moments.push({ kind: "done", ply, seat, route, tickets: completed, points });
    }
    const hurt = this.seats.flatMap((_, other) => (other === seat ? [] : this.hinder(ply, seat, other, route, twin)));
    if (hurt.length) this.moments.push({ kind: "cut", ply, seat, route, hurt });
  }

  /** What a claim of one's own does to one's tickets; those that it completes. */
  private advance(ply: number, seat: number, route: string, length: number): string[] {
    const { kept, cities, cars } = this.seats[seat]!;
    const completed: string[] = [];
    for (const one of kept.filter(({ done }) => !done)) {
      const { a, b } = this.board.ticket(one.id);
      if (cities.has(a, b)) {
        [one.done, one.lost] = [true, null];
        completed.push(one.id);
        continue;
      }
      // a claim on the shortest way leaves it the shortest
      const left = one.path?.missing.filter((id) => id !== route);
      if (one.path && left!.length < one.path.missing.length)
        one.path = { ...one.path, missing: left!, cars: one.path.cars - length };
      else one.path = this.way(seat, one.id);
      if (one.path && one.path.cars <= cars) one.lost = null;
      else one.lost ??= { ply, by: seat, route };
    }
    return completed;
  }

  /** What a claim does to the tickets of another seat. Only a way that used the route, or its twin, can get longer. */
  private hinder(ply: number, by: number, seat: number, route: string, twin: string | null): Hurt[] {
    const { kept, cars } = this.seats[seat]!;
    const found: Hurt[] = [];
    for (const one of kept) {
      if (one.done || !one.path?.missing.some((id) => id === route || id === twin)) continue;
      const before = one.path.cars;
      one.path = this.way(seat, one.id);
      const possible = one.path !== null && one.path.cars <= cars;
      if (!possible && !one.lost) {
        one.lost = { ply, by, route };
        found.push({ seat, ticket: one.id, longer: null });
      } else if (possible && one.path!.cars - before >= LONGER) {
        found.push({ seat, ticket: one.id, longer: one.path!.cars - before });
      }
    }
    return found;
  }

  private way(seat: number, ticket: string): Path | null {
    const { a, b } = this.board.ticket(ticket);
    const view = { ...this.last, routes: this.routes, closed: this.seats[seat]!.closed };
    return shortestPath(this.board, view, seat, a, b);
  }

  /** Close the other half of a double: to the one who took this half or, at a small table, to everybody (R6). */
  private close(twin: string, by: number): void {
    const small = this.seats.length <= this.board.facts.closed_doubles;
    this.seats.forEach(({ closed }, seat) => (small || seat === by) && closed.push(twin));
  }
}

/** Stations whose loan completes tickets at the count. */
function stationMoments(board: Board, view: WireView, ending: Ending, seat: number, events: GameEvent[]): Moment[] {
  const [tickets, borrowed] = [ending.tickets[seat]!, ending.borrowed[seat] ?? {}];
  const good = joined(board, view, seat, tickets, Object.values(borrowed));
  return Object.entries(borrowed).flatMap(([city, route]): Moment[] => {
    const others = Object.values(borrowed).filter((id) => id !== route);
    const without = new Set(joined(board, view, seat, tickets, others));
    const saved = good.filter((id) => !without.has(id));
    const built = events.find((event) => event.kind === "station" && event.city === city);
    if (!saved.length || !built) return [];
    return [{ kind: "station", ply: built.ply, seat, city, route, tickets: saved, points: sum(board, saved) }];
  });
}

/** Tunnels that stayed shut for somebody more than once. */
function shutMoments(events: GameEvent[]): Moment[] {
  const tries = new Map<string, Moment & { kind: "shut" }>();
  for (const event of events) {
    if (event.kind !== "shut") continue;
    const { ply, seat, route } = event;
    const times = (tries.get(`${seat} ${route}`)?.times ?? 0) + 1;
    tries.set(`${seat} ${route}`, { kind: "shut", ply, seat, route, times });
  }
  return [...tries.values()].filter(({ times }) => times > 1);
}

function sum(board: Board, tickets: string[]): number {
  return tickets.reduce((points, id) => points + board.ticket(id).points, 0);
}

function ids(kept: Kept[]): string[] {
  return kept.map(({ id }) => id);
}
