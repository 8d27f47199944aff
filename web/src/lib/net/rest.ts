/** Work that nobody waits for. */

/** Do something once the page is at rest, or has not been for two seconds. */
export function atRest(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 1_000);
}
