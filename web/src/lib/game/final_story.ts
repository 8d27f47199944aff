/** The final scoring step by step: what each step shows, and what it adds to whom. */

import type { Score, WireView } from "../../protocol";
import type { Board } from "./board";
import type { Ending } from "./ending";
import { connectedCities, longestPath, shortestPath } from "./paths";

/** What all steps have: the points that it adds by seat, and what is shown on the map. */
interface StepBase {
  points: number[];
  cities: string[];
  routes: string[];
}

export type Step = StepBase &
  (
    | { kind: "loan"; seat: number; city: string; route: string }
    | { kind: "ticket"; seat: number; ticket: string; done: boolean }
    | { kind: "stations"; seat: null }
    | { kind: "district"; seat: number; district: number }
    | { kind: "longest"; seat: number; length: number }
    | { kind: "most_tickets"; seat: number }
  );

/** What stations borrow, tickets that failed, tickets that were completed, then the bonuses of the board. */
export function finalSteps(board: Board, view: WireView, over: Ending): Step[] {
  const seats = over.scores.map((_, seat) => seat);
  const tickets = seats.flatMap((seat) => over.tickets[seat]!.map((id) => ticketStep(board, view, over, seat, id)));
  tickets.sort((a, b) => Number(a.done) - Number(b.done));
  return [
    ...seats.flatMap((seat) => loanSteps(over, seat)),
    ...tickets,
    ...stationSteps(over),
    ...seats.flatMap((seat) => districtSteps(board, view, over, seat)),
    ...seats.flatMap((seat) => longestSteps(board, view, over, seat)),
    ...seats.flatMap((seat) => mostTicketsSteps(over, seat)),
  ];
}

/** Points for one seat alone. */
function only(over: Ending, seat: number, points: number): number[] {
  return over.scores.map((_, other) => (other === seat ? points : 0));
}

function loanSteps(over: Ending, seat: number): Step[] {
  return Object.entries(over.borrowed[seat] ?? {}).map(([city, route]) => ({
    kind: "loan",
    seat,
    city,
    route,
    points: only(over, seat, 0),
    cities: [city],
    routes: [route],
  }));
}

function ticketStep(board: Board, view: WireView, over: Ending, seat: number, id: string) {
  const { a, b, points } = board.ticket(id);
  const loans = Object.values(over.borrowed[seat] ?? {});
  const done = connectedCities(board, view, seat, loans).has(a, b);
  return {
    kind: "ticket" as const,
    seat,
    ticket: id,
    done,
    points: only(over, seat, done ? points : -points),
    cities: [a, b],
    routes: done ? joiningRoutes(board, view, seat, loans, a, b) : [],
  };
}

/** The way along a seat's own and borrowed routes. */
function joiningRoutes(board: Board, view: WireView, seat: number, loans: string[], a: string, b: string): string[] {
  const routes = { ...view.routes };
  for (const id of loans) routes[id] = seat;
  return shortestPath(board, { ...view, routes }, seat, a, b)?.routes ?? [];
}

/** The stations that nobody has built. */
function stationSteps(over: Ending): Step[] {
  const points = over.scores.map((score) => score.stations);
  return points.some(Boolean) ? [{ kind: "stations", seat: null, points, cities: [], routes: [] }] : [];
}

function districtSteps(board: Board, view: WireView, over: Ending, seat: number): Step[] {
  const joined = connectedCities(board, view, seat);
  const whole = board.facts.districts.filter(({ cities: [first, ...rest] }) =>
    rest.every((city) => joined.has(first!, city)),
  );
  return whole.map(({ number, points, cities }) => {
    const ways = cities.slice(1).flatMap((city) => joiningRoutes(board, view, seat, [], cities[0]!, city));
    const routes = [...new Set(ways)];
    return { kind: "district", seat, district: number, points: only(over, seat, points), cities, routes };
  });
}

function longestSteps(board: Board, view: WireView, over: Ending, seat: number): Step[] {
  const { longest, longest_length: length } = over.scores[seat]!;
  if (!longest) return [];
  const routes = longestPath(board, view, seat, length);
  return [{ kind: "longest", seat, length, points: only(over, seat, longest), cities: [], routes }];
}

function mostTicketsSteps(over: Ending, seat: number): Step[] {
  const points = over.scores[seat]!.most_tickets ?? 0;
  return points ? [{ kind: "most_tickets", seat, points: only(over, seat, points), cities: [], routes: [] }] : [];
}

export type Part = "routes" | "tickets" | "stations" | "districts" | "longest" | "most_tickets";

/** The points of a part; the server leaves out the bonus for the most tickets where it is 0. */
export function pointsOf(score: Score, part: Part): number {
  return score[part] ?? 0;
}

/** What a board's score is made of. */
export function scoreParts({ facts }: Board): Part[] {
  const parts: Part[] = ["routes", "tickets"];
  if (facts.stations > 0) parts.push("stations");
  if (facts.districts.length > 0) parts.push("districts");
  if (facts.longest_bonus > 0) parts.push("longest");
  if (facts.most_tickets_bonus > 0) parts.push("most_tickets");
  return parts;
}

/** The running totals after so many steps. */
export function totals(over: Ending, steps: Step[], shown: number): number[] {
  const sums = over.scores.map((score) => score.routes);
  for (const step of steps.slice(0, shown)) step.points.forEach((points, seat) => (sums[seat]! += points));
  return sums;
}
