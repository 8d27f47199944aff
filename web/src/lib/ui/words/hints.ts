/** Why a hint is good, in words. */

import { colourName, type Key, t } from "../../../i18n/index.svelte";
import type { Board } from "../../game/board";
import type { HintReason } from "../../game/hints";

export function hintText(reason: HintReason, board: Board): string {
  const key: Key = `hint.${reason.code}`;
  switch (reason.code) {
    case "completes":
      return t(key, { ticket: ends(board, reason.ticket), n: board.ticket(reason.ticket).points });
    case "closer":
      return t(key, { ticket: ends(board, reason.ticket), before: reason.before, n: reason.after });
    case "detour":
      return t(key, { ticket: ends(board, reason.ticket), n: reason.more });
    case "only_way":
      return t(key, { ticket: ends(board, reason.ticket) });
    case "district":
      return t(key, { district: reason.district, n: reason.points });
    case "points":
      return t(key, { n: reason.points });
    case "collects":
      return t(key, { ...reason, colour: colourName(reason.colour), route: board.ends(reason.route) });
    case "collects_points":
      return t(key, {
        ...reason,
        colour: colourName(reason.colour),
        route: board.ends(reason.route),
        n: reason.points,
      });
    case "cars_left":
      return t(key, { n: reason.cars });
    case "unseen":
      return t(key, { n: reason.missing });
    case "keep_way":
      return t(key, { ...reason, n: reason.cars });
    case "keep_shared":
      return t(key, { ...reason, n: reason.cars });
    case "save_cards":
      return t(key, { n: reason.cards });
    default:
      return t(key);
  }
}

function ends(board: Board, id: string): string {
  const { a, b } = board.ticket(id);
  return `${board.city(a)} – ${board.city(b)}`;
}
