/** Bubbles: how far down those at the nameplates reach, so that what else is told stands below them. */

/** The lowest edge of all in the window, in pixels; 0 if there is none. It is no style of the page: all of it would be restyled. */
export const bubbles = $state({ bottom: 0 });

/** Measure the bubbles that are open. */
export function measureBubbles(): void {
  const open = document.querySelectorAll<HTMLElement>("[data-bubble]:popover-open");
  bubbles.bottom = Math.max(0, ...[...open].map((one) => one.offsetTop + one.offsetHeight));
}
