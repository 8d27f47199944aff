/** Hot-seat: several people at one table play from this browser, one after the other, with a curtain in between. */

import type { Session } from "./session.svelte";

/** Whose turn it is to sit in front of the screen. */
export class HotSeat {
  private at = $state(0);
  /** Whether the curtain is down: nobody's cards are to be seen. */
  curtain = $state(false);

  constructor(readonly sessions: Session[]) {
    this.curtain = sessions.length > 1;
  }

  /** The session of the one who sits there. */
  get session(): Session {
    return this.sessions[this.at]!;
  }

  /** Who of those here is to sit down next; null while it is the present one's turn, or a bot's. */
  get next(): Session | null {
    const { session } = this;
    if (this.sessions.some((one) => one.number > session.number)) return null; // it has not heard the latest yet
    if (session.seat === null || session.busy || session.sending !== null) return null;
    if (session.view?.phase === "over" || session.toMove.includes(session.seat)) return null;
    return this.sessions.find((one) => one.seat !== null && session.toMove.includes(one.seat)) ?? null;
  }

  /** Let the curtain fall, for the next one to sit down. */
  pass(): void {
    const next = this.next;
    if (!next) return;
    this.curtain = true;
    this.at = this.sessions.indexOf(next);
  }

  /** The one who sits there lifts the curtain. */
  lift(): void {
    this.curtain = false;
  }
}
