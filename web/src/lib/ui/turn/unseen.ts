/** A click never takes what the player has not seen: a card that was just turned, or that changes when all is shown. */

import { flushSync } from "svelte";
import type { Session } from "../../net/session.svelte";

/** Before a click acts: show the newest position, and stop the click if something else lies there now, which `onstop` tells. */
export function seenFirst(event: Event, session: Session, onstop: () => void): void {
  const place = (event.target as Element).closest<HTMLElement>("[data-card]");
  const card = place?.dataset.card;
  const hidden = place?.hasAttribute("data-unseen") ?? false;
  if (hidden) session.playback.finish();
  session.hasten();
  flushSync();
  if (hidden || (place && (!place.isConnected || place.dataset.card !== card))) {
    event.stopPropagation();
    event.preventDefault();
    onstop();
  }
}
