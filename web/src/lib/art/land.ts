/** The land of a board as one drawing, which small maps show through a window. */

import { fileAddress } from "../place";
import type { Board } from "../game/board";
import { symbol } from "./sheet";

/** What a small map shows below its lines: the coast, which the page colours, or a ground with its own colours. */
export interface Land {
  href: string;
  coloured: boolean;
}

const lands = new Map<string, Promise<Land | null>>();

/** The land of a board, taken from the map that the browser has already; null if it can't be had. */
export function loadLand(board: Board, night: boolean): Promise<Land | null> {
  const key = `${board.id}-${night ? "night" : "day"}`;
  let found = lands.get(key);
  if (!found) {
    found = fetchLand(board, night, key).catch(() => {
      lands.delete(key);
      return null;
    });
    lands.set(key, found);
  }
  return found;
}

async function fetchLand(board: Board, night: boolean, key: string): Promise<Land | null> {
  const answer = await fetch(
    fileAddress(`/page/boards/${encodeURIComponent(board.id)}/${night ? "night" : "day"}.svg`),
  );
  if (!answer.ok) return null;
  const drawing = (await answer.text()).replace(/<style>[^<]*<\/style>/, ""); // type faces, which pages may not bring along
  const map = new DOMParser().parseFromString(drawing, "image/svg+xml");
  const { width, height } = board.layout;
  const put = (id: string, content: string): string => symbol(id, `0 0 ${width} ${height}`, () => content);
  const coast = map.getElementById(`${board.id}-land`)?.getAttribute("d");
  if (coast) return { href: put(`land-${board.id}`, `<path d="${coast}" fill-rule="evenodd"/>`), coloured: false };
  return { href: put(`land-${key}`, plainShapes(map)), coloured: true };
}

/** The large shapes of a ground that has no coast: streets and parks, but no patterns, signs and ornaments. */
function plainShapes(map: Document): string {
  const shapes = [...map.querySelectorAll(".backdrop > rect, .backdrop > path")];
  return shapes
    .map((shape) => shape.outerHTML)
    .filter((text) => !text.includes("url("))
    .join("");
}
