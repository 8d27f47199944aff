/** Undo: a move that can still be taken back waits in the page for a few seconds before it is sent. */

import { readMove } from "../game/moves";

/** A move that has not been sent yet, and when it will be (in milliseconds, as Date.now). */
export interface PendingMove {
  move: string;
  until: number;
}

/** Seconds that have to be left on the clock for a move to wait. */
const SPARE = 15;
/** Drawn cards can't be taken back: the player has seen them. */
const UNDOABLE = new Set(["claim", "station", "keep"]);

/** For how many seconds a move waits; `left` are the seconds on the clock, if there is one. */
export function undoSeconds(move: string, wanted: number, left: number | null): number {
  if (!UNDOABLE.has(readMove(move).kind)) return 0;
  return left !== null && left < wanted + SPARE ? 0 : wanted;
}

/** Holds one move at a time, and sends it when its time is up. */
export class UndoBuffer {
  pending = $state.raw<PendingMove | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (move: string) => void) {}

  hold(move: string, seconds: number): void {
    this.pending = { move, until: Date.now() + seconds * 1000 };
    if (seconds) this.timer = setTimeout(() => this.flush(), seconds * 1000);
    else this.flush();
  }

  /** Take the pending move back, and say which it was. */
  cancel(): string | null {
    const move = this.pending?.move ?? null;
    clearTimeout(this.timer);
    this.pending = null;
    return move;
  }

  /** Send the pending move without waiting any longer. */
  flush(): void {
    const move = this.cancel();
    if (move !== null) this.send(move);
  }
}
