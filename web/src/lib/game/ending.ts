/** How a game ended: all that the story of it is told from, besides its moves. */

import type { OverNotice, WireView } from "../../protocol";
import type { Board } from "./board";
import { bestLoans, connectedCities } from "./paths";

export type Ending = Pick<OverNotice, "scores" | "winners" | "tickets" | "borrowed">;

/** The ending, from the last position of a game; null while it goes on. */
export function endingOf(board: Board, view: WireView): Ending | null {
  const { scores, revealed } = view;
  if (!scores || !revealed) return null;
  const seats = scores.map((_, seat) => seat);
  return {
    scores,
    tickets: revealed,
    winners: seats.filter((seat) => scores[seat]!.rank === 1),
    borrowed: seats.map((seat) => loans(board, view, seat, revealed[seat]!)),
  };
}

/** Which route each station of a seat borrows. */
function loans(board: Board, view: WireView, seat: number, tickets: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const own = Object.keys(view.stations).filter((city) => view.stations[city] === seat);
  for (const id of bestLoans(board, view, seat, tickets)) {
    const { a, b } = board.route(id);
    const city = own.find((one) => !(one in found) && (one === a || one === b));
    if (city) found[city] = id;
  }
  return found;
}

/** The tickets of a seat that its routes join, together with so many borrowed ones. */
export function joined(board: Board, view: WireView, seat: number, tickets: string[], borrowed: string[]): string[] {
  const cities = connectedCities(board, view, seat, borrowed);
  return tickets.filter((id) => cities.has(board.ticket(id).a, board.ticket(id).b));
}

/** The seats from the first to the last. The server ranks who gave up behind all others. */
export function ranking({ scores }: Ending): number[] {
  return scores.map((_, seat) => seat).sort((a, b) => scores[a]!.rank - scores[b]!.rank || a - b);
}
