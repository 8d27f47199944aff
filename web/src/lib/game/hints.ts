/** Why a move is good: statements about it that follow from the view, and are true whatever the bot has thought. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";
import { type Cards, readMove } from "./moves";
import { districtProgress, isCompleted, shortestPath, ticketStates } from "./paths";

export type HintReason =
  | { code: "completes"; ticket: string }
  | { code: "closer"; ticket: string; before: number; after: number }
  | { code: "detour"; ticket: string; more: number }
  | { code: "only_way"; ticket: string }
  | { code: "district"; district: number; points: number }
  | { code: "points"; points: number }
  | { code: "last_round" }
  | { code: "collects"; colour: string; have: number; need: number; route: string }
  | { code: "collects_points"; colour: string; have: number; need: number; route: string; points: number }
  | { code: "any_route" }
  | { code: "unseen"; missing: number }
  | { code: "enough" }
  | { code: "none_open" }
  | { code: "cars_left"; cars: number }
  | { code: "keep_way"; cars: number; left: number; points: number }
  | { code: "keep_shared"; cars: number; apart: number }
  | { code: "save_cards"; cards: number };

/** With so few cars the last round begins (E1). */
const FEW_CARS = 2;
/** More reasons are more than anybody reads. */
const MOST = 3;

/** The most important reasons for a move of the viewer, which has a seat. */
export function hintReasons(board: Board, view: WireView, text: string): HintReason[] {
  const move = readMove(text);
  switch (move.kind) {
    case "claim":
      return claimReasons(board, view, board.route(move.route)).slice(0, MOST);
    case "pay":
      return view.tunnel ? claimReasons(board, view, board.route(view.tunnel.route)).slice(0, MOST) : [];
    case "station":
      return stationReasons(board, view, move.city);
    case "draw":
      return drawReasons(board, view, move.colour);
    case "keep":
      return keepReasons(board, view, move.tickets);
    case "tickets":
      return ticketReasons(board, view);
    case "withdraw":
      return view.tunnel ? [{ code: "save_cards", cards: view.tunnel.extra }] : [];
    default:
      return [];
  }
}

function openTickets(board: Board, view: WireView): string[] {
  return [...ticketStates(board, view, view.seat!)].filter(([, { state }]) => state === "open").map(([id]) => id);
}

/** The view as it would be with a route of the viewer's, or of somebody else's (-1). */
function withRoute(view: WireView, route: Route, seat: number): WireView {
  return { ...view, routes: { ...view.routes, [route.id]: seat } };
}

function claimReasons(board: Board, view: WireView, route: Route): HintReason[] {
  const seat = view.seat!;
  const after = withRoute(view, route, seat);
  const lost = withRoute(view, route, -1);
  const [done, others]: [HintReason[], HintReason[]] = [[], []];
  for (const ticket of openTickets(board, view).map((id) => board.ticket(id))) {
    const cars = (state: WireView): number | null => shortestPath(board, state, seat, ticket.a, ticket.b)?.cars ?? null;
    const [before, now, without] = [cars(view)!, cars(after)!, cars(lost)];
    if (now === 0) done.push({ code: "completes", ticket: ticket.id });
    else if (now < before) others.push({ code: "closer", ticket: ticket.id, before, after: now });
    if (now === 0 || now >= before) continue;
    if (without === null) others.push({ code: "only_way", ticket: ticket.id });
    else if (without > before) others.push({ code: "detour", ticket: ticket.id, more: without - before });
  }
  for (const district of board.facts.districts) {
    const whole = district.cities.length;
    const joined = (state: WireView) => districtProgress(board, state, seat).get(district.number);
    if (joined(view) !== whole && joined(after) === whole)
      done.push({ code: "district", district: district.number, points: district.points });
  }
  const left = view.seats[seat]!.cars - route.length;
  if (left <= FEW_CARS && view.last_turns === null) done.push({ code: "last_round" });
  return [...done, ...others, { code: "points", points: board.points(route) }];
}

/** What a station completes by the best loan there is (B3). */
function stationReasons(board: Board, view: WireView, city: string): HintReason[] {
  const seat = view.seat!;
  const built = { ...view, stations: { ...view.stations, [city]: seat } };
  const before = ticketStates(board, view, seat);
  return [...ticketStates(board, built, seat)]
    .filter(([id, { state }]) => isCompleted(state) && !isCompleted(before.get(id)!.state))
    .map(([ticket]) => ({ code: "completes", ticket }));
}

/** The routes that the shortest ways of the open tickets still need, the nearest to be paid first. */
function missingRoutes(board: Board, view: WireView): Route[] {
  const states = ticketStates(board, view, view.seat!);
  const ids = openTickets(board, view).flatMap((id) => states.get(id)!.path?.missing ?? []);
  return [...new Set(ids)].map((id) => board.route(id));
}

const count = (hand: Cards, colour: string): number => hand[colour] ?? 0;

/** Whether the hand can't pay for a route, even with its wilds. */
function isLacking(board: Board, hand: Cards, route: Route): boolean {
  const colours = route.colour === "gray" ? board.facts.colours : [route.colour];
  const most = Math.max(...colours.map((colour) => count(hand, colour)));
  return most + count(hand, "wild") < route.length || count(hand, "wild") < route.ferry;
}

function drawReasons(board: Board, view: WireView, colour: string): HintReason[] {
  const missing = missingRoutes(board, view);
  const lacking = missing.filter((route) => isLacking(board, view.hand, route));
  if (colour === "wild") return [{ code: "any_route" }];
  if (colour === "blind")
    return [lacking.length ? { code: "unseen", missing: lacking.length } : noneLacking(board, view)];
  const have = count(view.hand, colour);
  const most = Math.max(...board.facts.colours.map((one) => count(view.hand, one)));
  const wanted = missing
    .filter((route) => have < route.length && (route.colour === colour || (route.colour === "gray" && have === most)))
    .sort((one, two) => Number(one.colour === "gray") - Number(two.colour === "gray") || one.length - two.length)[0];
  if (wanted) return [{ code: "collects", colour, have, need: wanted.length, route: wanted.id }];
  const other = bestRoute(board, view, colour);
  if (!other) return [noneLacking(board, view)];
  const { id: route, length: need } = other;
  return [{ code: "collects_points", colour, have, need, route, points: board.points(other) }];
}

/** Why one draws although no card is missing for a ticket. */
function noneLacking(board: Board, view: WireView): HintReason {
  return { code: openTickets(board, view).length ? "enough" : "none_open" };
}

/** The route of a colour that brings most, of those that the viewer can still claim and has not all cards for. */
function bestRoute(board: Board, view: WireView, colour: string): Route | undefined {
  const { cars } = view.seats[view.seat!]!;
  return board.facts.routes
    .filter(({ id, colour: own, length }) => {
      const free = view.routes[id] === undefined && !view.closed.includes(id);
      return free && own === colour && length > count(view.hand, colour) && length <= cars;
    })
    .sort((one, two) => two.length - one.length)[0];
}

function ticketReasons(board: Board, view: WireView): HintReason[] {
  const left: HintReason = { code: "cars_left", cars: view.seats[view.seat!]!.cars };
  return openTickets(board, view).length ? [left] : [{ code: "none_open" }, left];
}

/** How many cars tickets take together: each way uses what those before it have built. */
function together(board: Board, view: WireView, tickets: string[]): number {
  let [state, sum] = [view, 0];
  for (const id of tickets) {
    const ticket = board.ticket(id);
    const path = shortestPath(board, state, view.seat, ticket.a, ticket.b);
    if (!path) return Infinity;
    sum += path.cars;
    for (const route of path.missing) state = withRoute(state, board.route(route), view.seat!);
  }
  return sum;
}

function keepReasons(board: Board, view: WireView, kept: string[]): HintReason[] {
  const cars = together(board, view, kept);
  if (!Number.isFinite(cars)) return [];
  const apart = kept.reduce((sum, id) => sum + together(board, view, [id]), 0);
  const points = kept.reduce((sum, id) => sum + board.ticket(id).points, 0);
  const reasons: HintReason[] = [{ code: "keep_way", cars, left: view.seats[view.seat!]!.cars, points }];
  if (cars < apart) reasons.push({ code: "keep_shared", cars, apart });
  return reasons;
}
