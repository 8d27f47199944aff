/** Gestures on the map: drags pan, two fingers and the wheel zoom, and what is neither is a click. */

import type { Camera } from "./camera.svelte";

const SLACK = 6;

export interface GestureHandlers {
  click(px: number, py: number, touch: boolean): void;
  hover(px: number, py: number): void;
  leave(): void;
}

export function gestures(element: HTMLElement, options: { camera: Camera; on: GestureHandlers }) {
  let { camera, on } = options;
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let dragged = false;

  const place = (event: PointerEvent | WheelEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const pressed = (event: PointerEvent): void => {
    if (event.button !== 0 || isButton(event.target)) return;
    const here = place(event);
    down.set(event.pointerId, here);
    if (down.size === 1) {
      start = here;
      dragged = false;
    } else dragged = true;
  };

  const moved = (event: PointerEvent): void => {
    const here = place(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (isButton(event.target)) on.leave();
      else on.hover(here.x, here.y);
      return;
    }
    if (!dragged && start && Math.hypot(here.x - start.x, here.y - start.y) > SLACK) {
      dragged = true;
      element.setPointerCapture(event.pointerId);
    }
    if (!dragged) return;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(before, here, other);
    else camera.pan(here.x - before.x, here.y - before.y);
    down.set(event.pointerId, here);
  };

  const pinch = (before: Point, here: Point, other: Point): void => {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(here.x - other.x, here.y - other.y);
    if (was > 0) camera.zoom(is / was, (here.x + other.x) / 2, (here.y + other.y) / 2);
    camera.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
  };

  const released = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return;
    const here = place(event);
    if (!dragged && event.type === "pointerup") on.click(here.x, here.y, event.pointerType !== "mouse");
  };

  const wheeled = (event: WheelEvent): void => {
    event.preventDefault();
    const here = place(event);
    camera.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), here.x, here.y);
  };

  const left = (): void => on.leave();
  element.addEventListener("pointerdown", pressed);
  element.addEventListener("pointermove", moved);
  element.addEventListener("pointerup", released);
  element.addEventListener("pointercancel", released);
  element.addEventListener("pointerleave", left);
  element.addEventListener("wheel", wheeled, { passive: false });
  return {
    update(next: { camera: Camera; on: GestureHandlers }) {
      ({ camera, on } = next);
    },
    destroy() {
      element.removeEventListener("pointerdown", pressed);
      element.removeEventListener("pointermove", moved);
      element.removeEventListener("pointerup", released);
      element.removeEventListener("pointercancel", released);
      element.removeEventListener("pointerleave", left);
      element.removeEventListener("wheel", wheeled);
    },
  };
}

/** Whether something lies on the map that is pressed itself, and not what is below it. */
function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button") !== null;
}

interface Point {
  x: number;
  y: number;
}
