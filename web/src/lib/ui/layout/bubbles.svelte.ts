/** Bubbles: how much room those at the nameplates take, so that what else is told stands below them. */

/** The height of the highest one in pixels; 0 if there is none. It is no style of the page: all of it would be restyled. */
export const bubbles = $state({ height: 0 });

/** Measure the bubbles that are open. */
export function measureBubbles(): void {
  const open = document.querySelectorAll<HTMLElement>("[data-bubble]:popover-open");
  bubbles.height = Math.max(0, ...[...open].map((one) => one.offsetHeight));
}
