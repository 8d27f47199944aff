/** Whether whoever answers the page is there. A server is; without one Python has to be loaded first. */

import { site } from "../place";

class Loading {
  ready = $state(site === null);
  /** Bytes that have been loaded, and all of them. */
  done = $state(0);
  total = $state(0);
  /** Whether it can't be loaded. */
  failed = $state(false);
  /** Whether games outlive the page. */
  kept = $state(true);
  /** Whether the browser has no room any more. */
  full = $state(false);
  /** Whether the core is compiled: if it is not, bots are slow. */
  compiled = $state(true);
}

export const loading = new Loading();

/** Do something once it is there. */
export function onReady(work: () => void): void {
  const stop = $effect.root(() => {
    $effect(() => {
      if (!loading.ready) return;
      stop();
      work();
    });
  });
}
