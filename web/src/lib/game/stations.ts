/** Stations: which tickets they complete, and over whose route (B3). */

import type { WireView } from "../../protocol";
import type { Board } from "./board";
import { bestLoans, connectedCities, isCompleted, ticketStates } from "./paths";

/** A route of somebody else that a station in a city uses. */
export interface Loan {
  city: string;
  route: string;
  owner: number;
}

/** For each ticket that the viewer completes thanks to stations, the routes that it needs them for. */
export function ticketLoans(board: Board, view: WireView): Map<string, Loan[]> {
  const found = new Map<string, Loan[]>();
  const seat = view.seat;
  if (seat === null) return found;
  const loans = bestLoans(board, view, seat, view.tickets);
  for (const [id, { state }] of ticketStates(board, view, seat)) {
    if (state !== "station") continue;
    const { a, b } = board.ticket(id);
    const joined = (routes: string[]): boolean => connectedCities(board, view, seat, routes).has(a, b);
    let needed = loans;
    for (const loan of loans) {
      const fewer = needed.filter((one) => one !== loan);
      if (joined(fewer)) needed = fewer;
    }
    found.set(
      id,
      needed.map((route) => loanOf(board, view, seat, route)),
    );
  }
  return found;
}

function loanOf(board: Board, view: WireView, seat: number, id: string): Loan {
  const route = board.route(id);
  const city = view.stations[route.a] === seat ? route.a : route.b;
  return { city, route: id, owner: view.routes[id]! };
}

/** The tickets that a station in a city would complete at once, with the routes that it would use. */
export function stationEffect(board: Board, view: WireView, city: string): Map<string, Loan[]> {
  if (view.seat === null || city in view.stations) return new Map();
  const now = ticketStates(board, view, view.seat);
  const then = ticketLoans(board, { ...view, stations: { ...view.stations, [city]: view.seat } });
  return new Map([...then].filter(([id]) => !isCompleted(now.get(id)!.state)));
}
