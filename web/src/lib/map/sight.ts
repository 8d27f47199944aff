/** What is in sight on the map, and in which direction lies what is not. */

import type { Layout } from "../../protocol";
import type { Box } from "./boxes";

type Point = [x: number, y: number];

/** What is needed of the camera. */
interface Window {
  /** The part of the window that no dock covers. */
  free: Box;
  toWindow(mx: number, my: number): Point;
}

/** The points of the map at which a route or a city lies. */
export function pointsOf(layout: Layout, target: string): Point[] {
  const place = layout.cities[target];
  return place ? [[place.x, place.y]] : (layout.routes[target]?.spaces ?? []).map(([x, y]) => [x, y]);
}

/** Whether most of a route, or a city, is in sight. */
export function inSight(camera: Window, points: Point[]): boolean {
  const { left, top, right, bottom } = camera.free;
  const seen = points.filter(([x, y]) => {
    const [px, py] = camera.toWindow(x, y);
    return px >= left && py >= top && px <= right && py <= bottom;
  });
  return seen.length * 2 > points.length;
}

/** An arrow at the window's edge: where it stands, and where it points (in degrees, 0 to the right). */
export interface EdgeArrow {
  x: number;
  y: number;
  angle: number;
}

/** The arrow towards points out of sight: on the line from the middle of what is seen, so far inside its edge. */
export function edgeArrow(camera: Window, points: Point[], margin: number): EdgeArrow {
  const middle = points[Math.floor(points.length / 2)] ?? [0, 0];
  const [px, py] = camera.toWindow(...middle);
  const { left, top, right, bottom } = camera.free;
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  const [dx, dy] = [px - cx, py - cy];
  const reach = Math.min((right - cx - margin) / Math.abs(dx || 1e-9), (bottom - cy - margin) / Math.abs(dy || 1e-9));
  return { x: cx + dx * reach, y: cy + dy * reach, angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}
