/** The lesson: what a newcomer is told in a first game, and what is shown on the map with it. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";
import { shortestPath } from "./paths";

/** What the player shall do, until the first route is claimed. */
export type Task = "keep" | "wait" | "draw" | "second" | "more" | "claim" | "tunnel_now";
/** What is told afterwards, one page after the other. */
export type Page = "claimed" | "tickets" | "double" | "ferry" | "tunnel" | "station" | "district" | "longest" | "done";

/** The next thing to do; null once a route is the player's. */
export function task(view: WireView, seat: number, myTurn: boolean): Task | null {
  if (Object.values(view.routes).includes(seat)) return null;
  if (view.starting && view.offer.length && view.legal.length) return "keep";
  if (!myTurn) return "wait";
  if (view.phase === "second_card") return "second";
  if (view.phase === "tunnel") return "tunnel_now";
  const drawn = view.log.some((entry) => entry.seat === seat && entry.move.startsWith("draw"));
  if (!drawn) return "draw";
  return view.legal.some((move) => move.startsWith("claim")) ? "claim" : "more";
}

/** What there is to tell of a board. */
export function pages({ facts }: Board): Page[] {
  const has = (holds: unknown, page: Page): Page[] => (holds ? [page] : []);
  return [
    "claimed",
    "tickets",
    ...has(
      facts.routes.some((route) => route.twin),
      "double",
    ),
    ...has(
      facts.routes.some((route) => route.ferry),
      "ferry",
    ),
    ...has(
      facts.routes.some((route) => route.tunnel),
      "tunnel",
    ),
    ...has(facts.stations, "station"),
    ...has(facts.districts.length, "district"),
    ...has(facts.longest_bonus, "longest"),
    "done",
  ];
}

/** An example on the map. */
export function example(board: Board, view: WireView, page: Page): { cities: string[]; routes: string[] } | null {
  const free = board.facts.routes.filter((route) => !(route.id in view.routes));
  const only = (fits: (route: Route) => unknown): { cities: string[]; routes: string[] } => {
    const route = free.find(fits);
    return { cities: [], routes: route ? [route.id] : [] };
  };
  switch (page) {
    case "tickets":
      return ticketExample(board, view);
    case "double":
      return { cities: [], routes: doubles(free).flat().slice(0, 2) };
    case "ferry":
      return only((route) => route.ferry);
    case "tunnel":
      return only((route) => route.tunnel && route.length > 2);
    case "station":
      return { cities: [board.facts.cities.find((city) => !(city.id in view.stations))!.id], routes: [] };
    case "district":
      return { cities: board.facts.districts[1]?.cities ?? [], routes: [] };
    default:
      return null;
  }
}

/** Pairs of routes of which both halves are free. */
function doubles(free: Route[]): string[][] {
  const ids = new Set(free.map((route) => route.id));
  return free.filter((route) => route.twin && ids.has(route.twin)).map((route) => [route.id, route.twin!]);
}

function ticketExample(board: Board, view: WireView): { cities: string[]; routes: string[] } | null {
  const [first] = view.tickets;
  if (first === undefined) return null;
  const { a, b } = board.ticket(first);
  return { cities: [a, b], routes: shortestPath(board, view, view.seat, a, b)?.routes ?? [] };
}
