/** The final scoring as a story: what is told one after the other, and what each step adds to whom. */

import type { NewsOver, WireView } from "../protocol";
import type { Board } from "./board";
import { joinedBy, longestPath, shortestWay } from "./paths";

export type Step =
  | { kind: "ticket"; seat: number; ticket: string; done: boolean; points: number; routes: string[] }
  | { kind: "bonus"; part: "longest" | "stations" | "districts"; points: number[]; routes: string[] };

/** Tickets that failed, tickets that were completed, then the bonuses of the board. */
export function finalSteps(board: Board, view: WireView, over: NewsOver): Step[] {
  const tickets = over.tickets.flatMap((ids, seat) => ids.map((id) => ticketStep(board, view, over, seat, id)));
  tickets.sort((a, b) => Number(a.done) - Number(b.done));
  const steps: Step[] = [...tickets];
  for (const part of ["stations", "districts", "longest"] as const) {
    const points = over.scores.map((score) => score[part]);
    if (points.some((value) => value !== 0)) steps.push({ kind: "bonus", part, points, routes: [] });
  }
  const last = steps.at(-1);
  if (last?.kind === "bonus" && last.part === "longest") last.routes = longest(board, view, over);
  return steps;
}

function ticketStep(board: Board, view: WireView, over: NewsOver, seat: number, id: string) {
  const ticket = board.ticket(id);
  const loans = Object.values(over.borrowed[seat] ?? {});
  const done = joinedBy(board, view, seat, loans).has(ticket.a, ticket.b);
  const routes = done ? joiningRoutes(board, view, seat, loans, ticket.a, ticket.b) : [];
  return { kind: "ticket" as const, seat, ticket: id, done, points: done ? ticket.points : -ticket.points, routes };
}

/** The way along a seat's own and borrowed routes. */
function joiningRoutes(board: Board, view: WireView, seat: number, loans: string[], a: string, b: string): string[] {
  const routes = { ...view.routes };
  for (const id of loans) routes[id] = seat;
  return shortestWay(board, { ...view, routes }, seat, a, b)?.routes ?? [];
}

function longest(board: Board, view: WireView, over: NewsOver): string[] {
  const seat = over.scores.findIndex((score) => score.longest > 0);
  return seat < 0 ? [] : longestPath(board, view, seat, over.scores[seat]!.longest_length);
}

export type Part = "routes" | "tickets" | "stations" | "districts" | "longest";

/** What a board's score is made of. */
export function scoreParts({ facts }: Board): Part[] {
  const parts: Part[] = ["routes", "tickets"];
  if (facts.stations > 0) parts.push("stations");
  if (facts.districts.length > 0) parts.push("districts");
  if (facts.longest_bonus > 0) parts.push("longest");
  return parts;
}

/** The running totals after so many steps. */
export function totals(over: NewsOver, steps: Step[], told: number): number[] {
  const sums = over.scores.map((score) => score.routes);
  for (const step of steps.slice(0, told)) {
    if (step.kind === "ticket") sums[step.seat]! += step.points;
    else step.points.forEach((points, seat) => (sums[seat]! += points));
  }
  return sums;
}
