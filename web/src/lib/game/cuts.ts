/** Cuts: what a rival's train does to the ways of one's tickets. */

import type { Ticket, WireView } from "../../protocol";
import type { Board } from "./board";
import { type Path, shortestPath, ticketStates } from "./paths";

/** A ticket whose shortest way was cut. */
export interface Cut {
  ticket: string;
  /** By how many cars its way is longer now; null if no way is left. */
  longer: number | null;
  /** The new way. With a station, the one that this station would open. */
  way: Path | null;
  /** The city in which a station would make up for a way that is gone. */
  station: string | null;
}

/** The tickets of a seat whose ways are longer than before, or gone, since others have claimed routes. */
export function cutTickets(board: Board, before: WireView, now: WireView, seat: number): Cut[] {
  if (!Object.entries(now.routes).some(([id, owner]) => owner !== seat && !(id in before.routes))) return [];
  const old = ticketStates(board, before, seat);
  const cuts: Cut[] = [];
  for (const [ticket, { state, path }] of ticketStates(board, now, seat)) {
    const was = old.get(ticket);
    if (was?.state !== "open" || !was.path) continue;
    if (state === "open" && path && path.cars > was.path.cars)
      cuts.push({ ticket, longer: path.cars - was.path.cars, way: path, station: null });
    else if (state === "lost") cuts.push({ ticket, longer: null, ...rescue(board, now, seat, board.ticket(ticket)) });
  }
  return cuts;
}

/** Where one more station would make a ticket possible again by lending a rival's route (B2), with the fewest cars. */
function rescue(board: Board, view: WireView, seat: number, ticket: Ticket): Pick<Cut, "way" | "station"> {
  const best: Pick<Cut, "way" | "station"> = { way: null, station: null };
  const { cars, stations } = view.seats[seat]!;
  if (!stations) return best;
  for (const [id, owner] of Object.entries(view.routes)) {
    const { a, b } = board.route(id);
    const city = [a, b].find((end) => !(end in view.stations));
    if (owner === seat || city === undefined) continue;
    const lent = { ...view, routes: { ...view.routes, [id]: seat } };
    const way = shortestPath(board, lent, seat, ticket.a, ticket.b);
    if (way && way.cars <= cars && way.cars < (best.way?.cars ?? Infinity)) Object.assign(best, { way, station: city });
  }
  return best;
}
