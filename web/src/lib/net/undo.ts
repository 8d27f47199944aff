/** Holding: a choice that can still be taken back waits in the page for a few seconds before it is sent. */

import { readMove } from "../game/moves";

/** A move that has not been sent yet, and when it will be (in milliseconds, as Date.now). */
export interface Held {
  move: string;
  until: number;
}

/** Seconds that have to be left on the clock for a move to wait. */
const SPARE = 15;
/** Cards are never held: who draws has seen them. */
const HELD = new Set(["claim", "station", "keep"]);

/** For how many seconds a move waits; `left` are the seconds on the clock, if there is one. */
export function holdFor(move: string, wanted: number, left: number | null): number {
  if (!HELD.has(readMove(move).kind)) return 0;
  return left !== null && left < wanted + SPARE ? 0 : wanted;
}
