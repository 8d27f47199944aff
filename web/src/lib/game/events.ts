/** What the moves of a game changed: routes and stations that stand, tunnels that stayed shut, tickets that were kept. */

import type { LogEntry } from "../../protocol";
import { readMove } from "./moves";

/** `ply` is the number of the move after which it was so; a tunnel that costs more takes two. */
export type GameEvent = { ply: number; seat: number } & (
  | { kind: "claim"; route: string }
  | { kind: "station"; city: string }
  | { kind: "shut"; route: string }
  | { kind: "keep"; tickets: string[] }
);

export interface GameEvents {
  events: GameEvent[];
  /** How many moves the seats made. */
  plies: number;
}

/** The events of a log. `waiting`: the tunnel that waited for cards where it begins, if there was one. */
export function eventsOf(log: LogEntry[], waiting = ""): GameEvents {
  const events: GameEvent[] = [];
  const moves = log.filter((entry): entry is LogEntry & { seat: number } => entry.seat !== null);
  moves.forEach(({ seat, move: text }, before) => {
    const [ply, move] = [before + 1, readMove(text)];
    if (move.kind === "station") events.push({ ply, seat, kind: "station", city: move.city });
    else if (move.kind === "keep") events.push({ ply, seat, kind: "keep", tickets: move.tickets });
    else if (move.kind === "claim" && !isAnswered(moves[ply]))
      events.push({ ply, seat, kind: "claim", route: move.route });
    else if (move.kind === "pay" || move.kind === "withdraw") {
      const tried = readMove(moves[before - 1]?.move ?? `claim ${waiting}`);
      const kind = move.kind === "pay" ? "claim" : "shut";
      if (tried.kind === "claim" && tried.route) events.push({ ply, seat, kind, route: tried.route });
    }
  });
  return { events, plies: moves.length };
}

/** Whether a claim has to wait for what follows: a tunnel asked for more cards. */
function isAnswered(next: LogEntry | undefined): boolean {
  const kind = next && readMove(next.move).kind;
  return kind === "pay" || kind === "withdraw";
}
