/** How a game ended: all that the story of it is told from, besides its moves. */

import type { OverNotice, Score, WireView } from "../../protocol";
import type { Board } from "./board";
import { bestLoans, connectedCities } from "./paths";

export type Ending = Pick<OverNotice, "scores" | "winners" | "tickets" | "borrowed">;

/** The ending, from the last position of a game; null while it goes on. Who is `out` gave it up, and does not win. */
export function endingOf(board: Board, view: WireView, out: number[] = []): Ending | null {
  const { scores, revealed } = view;
  if (!scores || !revealed) return null;
  const seats = scores.map((_, seat) => seat);
  return {
    scores,
    tickets: revealed,
    winners: winners(scores, out),
    borrowed: seats.map((seat) => loans(board, view, seat, revealed[seat]!)),
  };
}

/** The best of those who played to the end; of all if nobody did. */
function winners(scores: Score[], out: number[]): number[] {
  const seats = scores.map((_, seat) => seat);
  const stayed = seats.filter((seat) => !out.includes(seat));
  const there = stayed.length ? stayed : seats;
  const best = Math.min(...there.map((seat) => scores[seat]!.rank));
  return there.filter((seat) => scores[seat]!.rank === best);
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

/** Whether a seat does not win though nobody has more points: its player gave up. */
export function gaveUp({ scores, winners }: Ending, seat: number): boolean {
  return !winners.includes(seat) && scores[seat]!.rank <= scores[winners[0]!]!.rank;
}

/** The place of a seat: 1 for a winner, and who gave up comes after all others. */
export function place(ending: Ending, seat: number): number {
  const height = (one: number): number => ending.scores[one]!.rank + (gaveUp(ending, one) ? ending.scores.length : 0);
  return 1 + ending.scores.filter((_, other) => height(other) < height(seat)).length;
}

/** The seats from the first to the last. */
export function ranking(ending: Ending): number[] {
  const seats = ending.scores.map((_, seat) => seat);
  return seats.sort((a, b) => place(ending, a) - place(ending, b) || a - b);
}
