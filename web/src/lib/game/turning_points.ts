/** The turning points of a game: the heaviest of all that may have turned it. */

import type { Board } from "./board";
import type { GameHistory, Moment } from "./history";

/** How many are told. */
const TOLD = 4;

/** The heaviest moments in their order, one for a move. The second of a kind weighs half, so that not all are alike. */
export function turningPoints(board: Board, story: GameHistory, most = TOLD): Moment[] {
  const left = new Set(story.moments);
  const told: Moment[] = [];
  while (told.length < most && left.size) {
    const heavy = [...left].map((one) => ({ one, weight: damped(board, story, one, told) }));
    const { one } = heavy.reduce((best, next) => (next.weight > best.weight ? next : best));
    told.push(one);
    for (const other of left) if (other.ply === one.ply) left.delete(other);
  }
  return told.sort((a, b) => a.ply - b.ply);
}

function damped(board: Board, story: GameHistory, moment: Moment, told: Moment[]): number {
  return weight(board, story, moment) / (1 + told.filter(({ kind }) => kind === moment.kind).length);
}

/** In points: a ticket that is missed or saved counts twice, as it would have been added. */
export function weight(board: Board, { deaths }: GameHistory, moment: Moment): number {
  switch (moment.kind) {
    case "cut":
      return moment.hurt.reduce((sum, { seat, ticket, longer }) => {
        const { points } = board.ticket(ticket);
        const missed = deaths[seat]!.has(ticket);
        return sum + (longer === null ? (missed ? 2 * points : points) : missed ? points : longer);
      }, 0);
    case "station":
      return 2 * moment.points;
    case "shut":
      return board.points(board.route(moment.route)) + 2 * moment.times;
    default:
      return moment.points;
  }
}
