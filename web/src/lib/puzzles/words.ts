/** The reasons of a puzzle's answer in words. */

import { hasPuzzle, p } from "../../i18n/puzzles";
import type { ReviewExplanation } from "../../protocol";
import { ticketName } from "../review/words";
import type { Board } from "../game/board";
import { moveText } from "../ui/words/moves";

/** One sentence; empty if this page does not know the kind. */
export function reasonText(board: Board, names: string[], { kind, params }: ReviewExplanation): string {
  const route = params.route ? board.ends(String(params.route)) : "";
  const ticket = params.ticket ? ticketName(board, String(params.ticket)) : "";
  const who = names[Number(params.seat ?? 0)] ?? "";
  const n = Number(params.points ?? params.percent ?? params.turns ?? 0);
  const other = Number(params.other ?? 0);
  const city = params.city ? board.city(String(params.city)) : "";
  const tickets = (Array.isArray(params.tickets) ? params.tickets : []).map((id) => ticketName(board, id)).join(", ");
  const move = params.move ? moveText(String(params.move), board) : "";
  const key = kind === "gains" || kind === "costs" ? `why.${kind}_${String(params.part)}` : `why.${kind}`;
  return hasPuzzle(key) ? p(key, { route, ticket, who, n, other, city, tickets, move }) : "";
}
