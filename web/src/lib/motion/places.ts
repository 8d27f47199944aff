/** Places: where things that fly begin and end, found by their `data-flight`, wherever the page has put them. */

import type { Layout } from "../../protocol";
import { positionOf } from "../map/navigation";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Places = Map<string, Box>;

/** All places that are to be seen now. */
export function placesNow(): Places {
  const found: Places = new Map();
  if (typeof document === "undefined") return found;
  for (const element of document.querySelectorAll<HTMLElement>("[data-flight]")) {
    const box = element.getBoundingClientRect();
    if (onScreen(box)) found.set(element.dataset.flight!, box);
  }
  return found;
}

export function elementAt(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-flight="${name}"]`);
}

function onScreen({ x, y, width, height }: Box): boolean {
  if (width < 1 || height < 1) return false;
  return x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;
}

/** The middle of a route, or a city, in the window; null if it is out of sight. */
export function onMap(layout: Layout, target: string, places: Places): Box | null {
  const [map, frame] = [places.get("map"), places.get("board")];
  if (!map || !frame) return null;
  const point = positionOf(layout, { kind: target in layout.cities ? "city" : "route", id: target });
  const scale = map.width / layout.width;
  const [x, y] = [map.x + point[0] * scale, map.y + point[1] * scale];
  const inside = x > frame.x && y > frame.y && x < frame.x + frame.width && y < frame.y + frame.height;
  return inside ? { x, y, width: 0, height: 0 } : null;
}
