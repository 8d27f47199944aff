/**
 * Gestures on the map: drags pan, two fingers and the wheel zoom, and what is neither is a click. With ⌥, with the other
 * button, or held down, it is a click that asks for a choice.
 */

import type { Camera } from "./camera.svelte";

const SLACK = 6;
/** After so many milliseconds a press is held. */
const HELD = 500;

export interface GestureHandlers {
  click(px: number, py: number, touch: boolean, choose: boolean): void;
  hover(px: number, py: number): void;
  leave(): void;
}

export function gestures(element: HTMLElement, options: { camera: Camera; on: GestureHandlers }) {
  let { camera, on } = options;
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let dragged = false;
  let holding: ReturnType<typeof setTimeout> | undefined;

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
      holding = setTimeout(() => hold(here, event.pointerType !== "mouse"), HELD);
    } else drag();
  };

  const drag = (): void => {
    clearTimeout(holding);
    dragged = true;
  };

  /** A press that is held is a click already; what follows is none. */
  const hold = (here: Point, touch: boolean): void => {
    if (dragged || down.size !== 1) return;
    drag();
    on.click(here.x, here.y, touch, true);
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
      drag();
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
    clearTimeout(holding);
    if (!down.delete(event.pointerId)) return;
    const here = place(event);
    if (!dragged && event.type === "pointerup") on.click(here.x, here.y, event.pointerType !== "mouse", event.altKey);
  };

  /** The other button. Fingers that are held down have been heard already. */
  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    if (event.button !== 2 || (event as PointerEvent).pointerType === "touch" || down.size) return;
    const box = element.getBoundingClientRect();
    on.click(event.clientX - box.left, event.clientY - box.top, false, true);
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
  element.addEventListener("contextmenu", menu);
  element.addEventListener("wheel", wheeled, { passive: false });
  return {
    update(next: { camera: Camera; on: GestureHandlers }) {
      ({ camera, on } = next);
    },
    destroy() {
      clearTimeout(holding);
      element.removeEventListener("contextmenu", menu);
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
