/** Boxes: parts of a window or of a map, and what is left of one when others lie on it. */

import type { Layout } from "../../protocol";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How high a locomotive stands above its space. */
const ENGINE = 15;
/** Round cities and names, so that nothing touches an edge. */
const ROUND = 5;
/** A room that is smaller is none. */
const LEAST = 80;

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** A box that is smaller by so much on every side. */
export function inset({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
}

/** Where something stands on the lower edge of a room. */
export type Side = "middle" | "left" | "right";
/** How far from the edge at its side. */
const FROM_SIDE = 10;

/** A box moved to a side of a room. */
export function atSide(box: Box, side: Side, room: Box): Box {
  const width = box.right - box.left;
  const starts = {
    middle: (room.left + room.right - width) / 2,
    left: room.left + FROM_SIDE,
    right: room.right - FROM_SIDE - width,
  };
  return { ...box, left: starts[side], right: starts[side] + width };
}

/** The largest rooms of a box that others do not cover; the box itself if they leave nothing. */
export function cleared(box: Box, covers: Box[]): Box[] {
  let rooms = [box];
  for (const cover of covers) rooms = rooms.flatMap((room) => (overlap(room, cover) ? beside(room, cover) : [room]));
  return rooms.length ? rooms : [box];
}

/** What is left of a room at each side of something that lies on it. */
function beside(room: Box, cover: Box): Box[] {
  const sides = [
    { ...room, bottom: cover.top },
    { ...room, right: cover.left },
    { ...room, left: cover.right },
    { ...room, top: cover.bottom },
  ];
  return sides.filter(({ left, top, right, bottom }) => right - left >= LEAST && bottom - top >= LEAST);
}

/** What matters of a map: cities with their names, and spaces with what may stand on them. */
export function extent({ cities, routes, sizes }: Layout): Box {
  const boxes: Box[] = [];
  for (const { x, y, label } of Object.values(cities)) {
    const [lx, ly] = [x + label.dx, y + label.dy];
    const [w, h] = [label.width / 2, label.height / 2];
    boxes.push(inset({ left: x, right: x, top: y, bottom: y }, -sizes.city));
    boxes.push({ left: lx - w, right: lx + w, top: ly - h, bottom: ly + h });
  }
  for (const { spaces } of Object.values(routes)) {
    for (const [x, y] of spaces) {
      const half = sizes.width / 2;
      boxes.push({ left: x - half, right: x + half, top: y - half - ENGINE, bottom: y + half });
    }
  }
  const around = {
    left: Math.min(...boxes.map((one) => one.left)),
    top: Math.min(...boxes.map((one) => one.top)),
    right: Math.max(...boxes.map((one) => one.right)),
    bottom: Math.max(...boxes.map((one) => one.bottom)),
  };
  return inset(around, -ROUND);
}
