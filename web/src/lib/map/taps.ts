/** Taps on the map: where it is too small for fingers they come nearer; two on nothing come nearer, or show all of it. */

import type { Camera } from "./camera.svelte";

/** Letters that are smaller can't be read, and what lies beside them can't be hit with a finger, in pixels. */
const SMALL = 7;
/** How large letters are when the map has come nearer. */
const NEAR = 13;
/** Two taps as near to each other are one gesture, in pixels. */
const REACH = 40;

export class Taps {
  private last = { time: -Infinity, x: 0, y: 0, zoomed: false };

  /** `font` is the size of the map's letters in its units, `twice` within how many milliseconds two taps are one gesture. */
  constructor(
    private readonly camera: Camera,
    private readonly font: number,
    private readonly twice: () => number,
  ) {}

  /** Take a tap; whether it has moved the map, and is nothing else. */
  take(x: number, y: number, onTarget: boolean, time: number): boolean {
    const { camera, last } = this;
    const again = time - last.time < this.twice() && Math.hypot(x - last.x, y - last.y) < REACH;
    const small = this.font * camera.scale < SMALL;
    const ended = again && last.zoomed;
    const zoomed = ended || small || (again && !onTarget);
    if (zoomed && !ended) {
      if (small || camera.scale < camera.whole * 1.2) camera.zoom(this.nearer(), x, y);
      else camera.fit();
    }
    this.last = { time, x, y, zoomed };
    return zoomed;
  }

  private nearer(): number {
    return Math.max(NEAR / (this.font * this.camera.scale), 1.5);
  }
}
