/** A hasty second press on a sheet that the first one has closed: it is not meant for what lay below. */

import { SEEN_AFTER } from "./draws.svelte";

/** What stands in front of hand and map, and goes away with a press. */
const SHEETS = ".sheet, .choice";
/** How far apart both presses are at most, in pixels. */
const NEAR = 30;

export class SecondPress {
  private last: { sheet: Element; x: number; y: number; at: number } | null = null;

  /** Stop a press, or its click, that comes too soon after one on a sheet that is gone. */
  check(event: MouseEvent): void {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const sheet = event.target instanceof Element ? event.target.closest(SHEETS) : null;
    if (sheet) this.last = { sheet, x, y, at };
    else if (this.last && !this.last.sheet.isConnected && this.isNear(x, y, at)) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  private isNear(x: number, y: number, at: number): boolean {
    const { last } = this;
    return last !== null && at - last.at < SEEN_AFTER && Math.hypot(x - last.x, y - last.y) < NEAR;
  }
}
