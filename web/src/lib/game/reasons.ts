/** Why something can't be done now, as a code with its data: what the library's `why_not` says, from the view alone. */

import type { Route, WireView } from "../../protocol";
import type { Board } from "./board";

export interface Reason {
  code: string;
  data: Record<string, string | number>;
}

const because = (code: string, data: Reason["data"] = {}): Reason => ({ code, data });

/** Why nothing at all can be done by this viewer; null if it is its turn. */
export function whyNotNow(view: WireView): Reason | null {
  if (view.phase === "over") return because("game_over");
  if (view.seat === null) return because("spectator");
  if (view.actor !== view.seat) return because("not_your_turn");
  return null;
}

/** Why a route can't be claimed now; null if it can. `seat` is the viewer's. */
export function whyNotClaim(board: Board, view: WireView, route: Route): Reason | null {
  const taken = whyTaken(view, route);
  if (taken) return taken;
  const seat = view.seat;
  if (seat === null) return because("spectator");
  const cars = view.seats[seat]!.cars;
  if (cars < route.length) return because("not_enough_cars", { need: route.length, have: cars });
  return whyTooFew(board, view, route) ?? whyNotNow(view) ?? wrongPhase(view);
}

function wrongPhase(view: WireView): Reason | null {
  return view.phase === "turn" ? null : because(`phase_${view.phase}`);
}

/** Why nobody, or not the viewer, can claim a route whatever the cards: which routes are closed comes with the view (R6). */
function whyTaken(view: WireView, route: Route): Reason | null {
  const owner = view.routes[route.id];
  if (owner !== undefined)
    return owner === view.seat ? because("route_yours") : because("route_taken", { seat: owner });
  if (!view.closed.includes(route.id)) return null;
  const twinIsYours = route.twin !== null && view.seat !== null && view.routes[route.twin] === view.seat;
  return twinIsYours ? because("twin_yours") : because("twin_closed", { seats: view.seats.length });
}

/** What is missing in the hand, for the colour that comes closest. */
function whyTooFew(board: Board, view: WireView, route: Route): Reason | null {
  const wilds = view.hand.wild ?? 0;
  if (wilds < route.ferry) return because("not_enough_wilds", { need: route.ferry, have: wilds });
  const colours = route.colour === "gray" ? board.facts.colours : [route.colour];
  let best = colours[0] ?? "";
  for (const colour of colours) if ((view.hand[colour] ?? 0) > (view.hand[best] ?? 0)) best = colour;
  const have = Math.min(view.hand[best] ?? 0, route.length - route.ferry) + wilds;
  if (have >= route.length) return null;
  return because("not_enough_cards", { missing: route.length - have, colour: best, need: route.length });
}

/** Why a card of the row, or the pile (`blind`), can't be drawn now; null if it can. */
export function whyNotDraw(view: WireView, colour: string): Reason | null {
  if (view.legal.includes(`draw ${colour}`)) return null;
  const now = whyNotNow(view);
  if (now) return now;
  if (view.phase !== "turn" && view.phase !== "second_card") return because(`phase_${view.phase}`);
  if (colour === "blind") return because("nothing_to_draw");
  return because("wild_as_second_card");
}

/** Why no tickets can be drawn now; null if they can. */
export function whyNotTickets(view: WireView): Reason | null {
  if (view.legal.includes("tickets")) return null;
  const now = whyNotNow(view) ?? wrongPhase(view);
  return now ?? because("no_tickets_left");
}

/** How many cards the viewer's next station costs. */
export function stationCost(board: Board, view: WireView): number {
  return view.seat === null ? 0 : board.facts.stations - view.seats[view.seat]!.stations + 1;
}

/** Why no station can be built anywhere now; null if one can. */
export function whyNotAnyStation(board: Board, view: WireView): Reason | null {
  if (view.seat === null) return because("spectator");
  if (!view.seats[view.seat]!.stations) return because("no_stations_left");
  const cost = stationCost(board, view);
  const most = Math.max(0, ...board.facts.colours.map((colour) => view.hand[colour] ?? 0));
  if (most + (view.hand.wild ?? 0) < cost) return because("station_cards", { need: cost });
  return whyNotNow(view) ?? wrongPhase(view);
}

/** Why no station can be built in a city now; null if one can. */
export function whyNotStation(board: Board, view: WireView, city: string): Reason | null {
  const owner = view.stations[city];
  if (owner === undefined) return whyNotAnyStation(board, view);
  return owner === view.seat ? because("station_yours") : because("city_has_station", { seat: owner });
}
