/** Scenes: what of a move is to be seen, worked out from the positions before and after it. */

import type { MovedNotice, WireView } from "../../protocol";
import type { Board } from "../game/board";
import { type Cards, readMove } from "../game/moves";
import { bestLoans, shortestPath, type TicketState } from "../game/paths";

/** The face-up row. */
export type Row = (string | null)[];

/** A card that comes to lie in a place of the row. */
export interface Dealt {
  slot: number;
  card: string;
}

export type Scene =
  /** A card goes to a player: from a place of the row, or from the pile (null). `blind` if its face is not known here. */
  | { kind: "take"; seat: number; slot: number | null; card: string }
  /** Cards from the pile turn over in the row. */
  | { kind: "refill"; cards: Dealt[] }
  /** The row is swept away (D6). */
  | { kind: "sweep"; row: Row }
  /** Cards leave a hand for a route or a city. */
  | { kind: "pay"; seat: number; cards: Cards; target: string }
  | { kind: "cars"; seat: number; route: string; length: number; points: number }
  | { kind: "station"; seat: number; city: string }
  /** Tickets go to a player. */
  | { kind: "tickets"; seat: number; count: number }
  /** The routes of a completed ticket in their order, from a city on. */
  | { kind: "way"; routes: string[]; from: string; points: number };

/** What is shown while the old position is still there, and what leads into the new one. */
export interface Scenes {
  before: Scene[];
  after: Scene[];
}

/** The scenes of a move; `swept` rows lie between the two positions. */
export function scenesOf(
  board: Board,
  { seat, move: text, chance }: MovedNotice,
  old: WireView,
  now: WireView,
): Scenes {
  const none: Scenes = { before: [], after: [] };
  if (seat === null) return none;
  const move = readMove(text);
  switch (move.kind) {
    case "draw":
      return drawScenes(seat, move.colour, chance, old, now, text);
    case "claim":
      if (now.routes[move.route] !== seat) return none; // a tunnel that asks for more, or was given up
      return { before: [], after: claimed(board, seat, move.route, move.cards) };
    case "pay":
      if (!old.tunnel) return none;
      return { before: [], after: claimed(board, seat, old.tunnel.route, sum(old.tunnel.laid, move.cards)) };
    case "station": {
      const { city, cards } = move;
      const pay: Scene = { kind: "pay", seat, cards, target: city };
      return { before: [], after: [pay, { kind: "station", seat, city }] };
    }
    case "keep":
      return { before: [], after: [{ kind: "tickets", seat, count: move.tickets.length }] };
    default:
      return none;
  }
}

function drawScenes(
  seat: number,
  colour: string,
  chance: string[],
  old: WireView,
  now: WireView,
  text: string,
): Scenes {
  const blind = colour === "blind";
  const unknown = seat !== now.seat || !chance[0] || chance[0] === "?";
  const slot = blind ? null : old.row.indexOf(colour);
  const take: Scene = { kind: "take", seat, slot, card: blind ? (unknown ? "blind" : chance[0]!) : colour };
  const swept = sweptRows(old.row, text, chance);
  if (!swept.length) {
    const cards = changed(old.row, now.row, slot);
    return { before: [], after: cards.length ? [take, { kind: "refill", cards }] : [take] };
  }
  const before: Scene[] = [take, ...swept.map((row): Scene => ({ kind: "sweep", row }))];
  return { before, after: [{ kind: "refill", cards: changed([], now.row, null) }] };
}

/** The cards that have come to lie in the row; the place that a card was taken from has a new one in any case. */
function changed(old: Row, now: Row, taken: number | null): Dealt[] {
  return now.flatMap((card, slot) => (card && (slot === taken || card !== old[slot]) ? [{ slot, card }] : []));
}

function claimed(board: Board, seat: number, route: string, cards: Cards): Scene[] {
  const claim = board.route(route);
  return [
    { kind: "pay", seat, cards, target: route },
    { kind: "cars", seat, route, length: claim.length, points: board.points(claim) },
  ];
}

function sum(one: Cards, two: Cards): Cards {
  const both = { ...one };
  for (const [card, count] of Object.entries(two)) both[card] = (both[card] ?? 0) + count;
  return both;
}

/** Every full row that was swept away after a draw (D6), from the row before it and what chance dealt. */
export function sweptRows(before: Row, move: string, chance: string[]): Row[] {
  const colour = move.startsWith("draw ") ? move.slice(5) : "";
  if (!colour) return [];
  const row = [...before];
  const cards = [...chance];
  if (colour === "blind") cards.shift();
  else row[row.indexOf(colour)] = null;
  const swept: Row[] = [];
  for (const card of cards) {
    // a card that is dealt onto a full row follows a sweep: there is no other reason to deal it
    if (!row.includes(null)) {
      swept.push([...row]);
      row.fill(null);
    }
    row[row.indexOf(null)] = card;
  }
  return swept;
}

/** The way of a ticket that a seat has just completed, over routes that its stations borrow if it needs them. */
export function wayOf(board: Board, view: WireView, seat: number, id: string, state: TicketState): Scene[] {
  const ticket = board.ticket(id);
  const loans = state === "station" ? bestLoans(board, view, seat, view.tickets) : [];
  const routes = { ...view.routes, ...Object.fromEntries(loans.map((loan) => [loan, seat])) };
  const path = shortestPath(board, { ...view, routes }, seat, ticket.a, ticket.b);
  if (!path || path.missing.length) return [];
  return [{ kind: "way", routes: path.routes, from: ticket.a, points: ticket.points }];
}

/** The cards of a payment, one by one, wilds last; no more than can be told apart when they lie side by side. */
export function spread(cards: Cards, most = 8): string[] {
  const kinds = Object.keys(cards).sort((a, b) => Number(a === "wild") - Number(b === "wild"));
  return kinds.flatMap((kind) => Array.from({ length: cards[kind]! }, () => kind)).slice(0, most);
}
