/** What the last move of each seat put on the board. */

import type { LogEntry, WireView } from "../../protocol";
import { readMove } from "./moves";

/** A route or a city, and whose train or station stands there. */
export interface Placed {
  target: string;
  seat: number;
}

/** The route or the city of each seat's last move, if it put something on the board; the most recent at the end. */
export function latestMoves(log: LogEntry[], { routes, stations, seats }: WireView): Placed[] {
  const found = new Map<number, string>();
  for (let at = log.length - 1; at >= 0 && found.size < seats.length; at--) {
    const { seat, move: text } = log[at]!;
    if (seat === null || found.has(seat)) continue;
    const move = readMove(text);
    if (move.kind === "pay") continue; // what was paid for is in the move before
    found.set(seat, move.kind === "claim" ? move.route : move.kind === "station" ? move.city : "");
  }
  const placed = [...found].map(([seat, target]): Placed => ({ target, seat })).reverse();
  return placed.filter(({ target, seat }) => routes[target] === seat || stations[target] === seat);
}
