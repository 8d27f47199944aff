/** What drives for a player, in the livery of the seat: an engine, or on boards with buses a bus. */

import type { Board } from "../game/board";
import { INK } from "./brush";
import { BUSES } from "./buses";
import { hasBuses } from "./cards";
import { engine } from "./cars";

/** From the side, on a rail at y 25, between -54 and 54. */
export function vehicle(board: Board, seat: number): string {
  const livery = board.livery(seat);
  const { paint: body, light, wall: shade, deep } = livery;
  const bus = { body, light, shade, deep, sky: light, earth: shade, sun: light };
  const drawn = hasBuses(board) ? BUSES.blue!(bus) : engine(livery);
  return `<g stroke="${INK}" stroke-linejoin="round">${drawn}</g>`;
}
