/** Drawings that are used many times: each is put into one hidden SVG when it is first needed, and used from there. */

import type { Board } from "../game/board";
import { drawCard } from "./cards";

const SVG = "http://www.w3.org/2000/svg";
const drawn = new Set<string>();
let sheet: SVGSVGElement | null = null;

/** The address of a card's drawing, for `<use>`. */
export function cardSymbol(board: Board, card: string): string {
  return symbol(`card-${board.id}-${card}`, "0 0 120 168", () => drawCard(board, card));
}

/** The address of a drawing; it is drawn if it was not yet. */
export function symbol(id: string, viewBox: string, draw: () => string): string {
  if (!drawn.has(id)) {
    drawn.add(id);
    const made = document.createElementNS(SVG, "symbol");
    made.id = id;
    made.setAttribute("viewBox", viewBox);
    made.innerHTML = draw();
    (sheet ??= hang()).append(made);
  }
  return `#${id}`;
}

/** Not `display: none`, or gradients and clips in it would not be found. */
function hang(): SVGSVGElement {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("width", "0");
  made.setAttribute("height", "0");
  made.setAttribute("aria-hidden", "true");
  made.style.position = "absolute";
  document.body.append(made);
  return made;
}
