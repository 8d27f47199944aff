/** Where something stands that belongs to one item of a list: beside a list that is a column, below one that is a row. */

import type { Box } from "../../map/boxes";

interface Size {
  width: number;
  height: number;
}

const GAP = 6;
/** In a lower window a list at the right has other things below it, and the map at its left. */
const LOW = 500;

/** The upper left corner of something of a size, by an item of a list, inside a window. */
export function placeBy(item: Box, list: Box, { width, height }: Size, window: Size): { left: number; top: number } {
  const narrow = list.right - list.left < 1.5 * (item.right - item.left);
  const column = narrow && list.bottom - list.top > 1.5 * (item.bottom - item.top);
  const beside = item.right + GAP + width <= window.width ? item.right + GAP : item.left - GAP - width;
  const below = list.bottom + GAP + height <= window.height ? list.bottom + GAP : item.top - GAP - height;
  const aside = window.height < LOW && list.left > window.width / 2;
  if (aside) return { left: list.left - GAP - width, top: inside(item.top, height, window.height) };
  const wanted = column ? { left: beside, top: item.top } : { left: item.left, top: below };
  return { left: inside(wanted.left, width, window.width), top: inside(wanted.top, height, window.height) };
}

function inside(offset: number, size: number, window: number): number {
  return Math.max(GAP, Math.min(offset, window - GAP - size));
}
