/** A review in words. */

import { cardCount, colourName } from "../../i18n/index.svelte";
import { hasReview, r, type ReviewKey } from "../../i18n/review";
import type { ReviewExplanation, ReviewLuck, SeatReview } from "../../protocol";
import type { Board } from "../game/board";
import { moveText } from "../ui/words/moves";
import { type ChanceView, percent, points, type Reading, verdict } from "./reading";

/** Whom it is told to: the names of all seats, and the viewer's seat (null for who only watches). */
export interface Audience {
  board: Board;
  names: string[];
  you: number | null;
}

type Params = ReviewExplanation["params"];

/** A sentence about another seat: said to the viewer if it is the viewer's. */
function about(to: Audience, seat: number, key: ReviewKey, params: Record<string, string | number>): string {
  const own = `${key}_you`;
  if (to.you === seat && hasReview(own)) return r(own, params);
  const who = to.names[seat] ?? "";
  return r(key, { ...params, who, other: who });
}

/** Why something was better, or what happened, to a seat. Empty if this page does not know the kind. */
export function explanationText(to: Audience, seat: number, { kind, params }: ReviewExplanation): string {
  const { board } = to;
  const route = (): string => board.ends(String(params.route));
  const n = (name: string): number => Number(params[name] ?? 0);
  switch (kind) {
    case "better_move":
    case "only_move":
      return r(`why.${kind}`, { move: moveText(String(params.move), board) });
    case "turning":
      return about(to, n("seat"), "why.turning", { move: moveText(String(params.move), board) });
    case "missed_block":
      return about(to, n("seat"), "why.missed_block", { route: route() });
    case "missed_route":
      return about(to, n("seat"), "why.missed_route", { route: route(), ply: n("ply") });
    case "missed_ticket":
      return r("why.missed_ticket", { route: route(), ticket: ticketName(board, String(params.ticket)) });
    case "slower":
      return r("why.slower", { n: n("turns"), move: moveText(String(params.move), board) });
    case "wild_on_short":
      return r("why.wild_on_short", { cards: cardCount("wild", n("wilds")), route: route(), length: n("length") });
    case "tickets_late":
      return r("why.tickets_late", { n: n("turns") });
    case "tickets_better":
      return r("why.tickets_better");
    case "keep_better":
      return r("why.keep_better", {
        tickets: list(params.better)
          .map((id) => ticketName(board, id))
          .join(", "),
      });
    case "card_better":
      return r("why.card_better", {
        card: cardName(String(params.card)),
        better: upper(cardName(String(params.better))),
      });
    case "pay_tunnel":
    case "leave_tunnel":
    case "risky_tunnel":
      return r(`why.${kind}`, { route: route() });
    case "ticket_died":
      return diedText(to, seat, params);
    case "ticket_hopeless":
      return r("why.ticket_hopeless", { ticket: ticketName(board, String(params.ticket)) });
    case "ticket_unfinished":
      return r("why.ticket_unfinished", { ticket: ticketName(board, String(params.ticket)), n: n("missing") });
    case "cars_left":
      return r("why.cars_left", { n: n("cars") });
    case "lucky":
    case "unlucky":
      return r(`why.${kind}`, { event: eventText(board, String(params.kind), list(params.dealt)) });
    default:
      return "";
  }
}

/** Which ticket died by whose claim, and how it could have been saved. */
function diedText(to: Audience, seat: number, params: Params): string {
  const { board } = to;
  const by = Number(params.seat ?? seat);
  const ticket = ticketName(board, String(params.ticket));
  const route = params.route ? board.ends(String(params.route)) : "";
  const died =
    by === seat || !route ? r("why.ticket_died_own", { ticket }) : about(to, by, "why.ticket_died", { ticket, route });
  const saved = Number(params.saved ?? -1);
  if (saved < 0 || !params.by) return died;
  return `${died} ${r("why.saved", { ply: saved, route: board.ends(String(params.by)) })}`;
}

/** Why a move was good or bad: the first explanation that says more than which move was better. */
export function reasonText(to: Audience, seat: number, explanations: ReviewExplanation[]): string {
  for (const one of explanations.filter(({ kind }) => kind !== "better_move")) {
    const text = explanationText(to, seat, one);
    if (text) return text;
  }
  return "";
}

/** What chance dealt. */
export function eventText(board: Board, kind: string, dealt: string[]): string {
  const cards = dealt.map((one) => (board.tickets.has(one) ? ticketName(board, one) : colourName(one))).join(", ");
  const key = `event.${kind}`;
  return hasReview(key) ? r(key, { cards }) : cards;
}

export function luckText(board: Board, luck: ReviewLuck): string {
  return upper(eventText(board, luck.kind, luck.dealt));
}

/** `You played well and were unlucky`. */
export function verdictText(to: Audience, seat: SeatReview): string {
  const { play, luck } = verdict(seat);
  return about(to, seat.seat, `verdict.${play}_${luck}`, {});
}

/** `luck −14, own moves −3`. */
export function figuresText({ ledger }: SeatReview): string {
  return r("verdict.figures", { luck: points(ledger.luck), errors: points(ledger.own) });
}

/** The chances in a position, one after the other. */
export function chancesText(to: Audience, reading: Reading, ply: number, view: ChanceView): string {
  const chances = reading.chances(ply, view);
  const all = to.names.map((who, seat) => r("graph.chance", { who, n: percent(chances[seat]!) }));
  return r("graph.value", { ply, chances: all.join(", ") });
}

export function ticketName(board: Board, id: string): string {
  const { a, b } = board.ticket(id);
  return `${board.city(a)} – ${board.city(b)}`;
}

function cardName(card: string): string {
  return card === "blind" ? r("card.blind") : colourName(card);
}

function list(value: Params[string] | undefined): string[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [String(value)];
}

function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
