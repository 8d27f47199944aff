/** Variants: boards with the map of another one. Which there are, and what each of them changes. */

import type { BoardJson, BoardSummary } from "../../protocol";

/** Our boards in the order in which they are offered; others come behind. */
const ORDER = ["europe", "usa", "london"];

/** The boards to be chosen first: those that are no variants of another one that is there. */
export function mapsOf(all: BoardSummary[]): BoardSummary[] {
  const place = ({ id }: BoardSummary): number => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return all
    .filter((one) => one.id === one.base || !all.some(({ id }) => id === one.base))
    .sort((a, b) => place(a) - place(b));
}

/** The variants of a board. */
export function variantsOf(all: BoardSummary[], base: string): BoardSummary[] {
  return all.filter((one) => one.base === base && one.id !== base);
}

export interface Change {
  key:
    | "tickets"
    | "tickets_long"
    | "new"
    | "gone"
    | "values"
    | "big_cities"
    | "deal"
    | "deal_long"
    | "draw"
    | "longest"
    | "no_longest"
    | "most_tickets"
    | "no_most_tickets";
  params: Record<string, string | number>;
}

/** What differs from the board that a variant extends, as keys of the texts `variant.…`. */
export function variantChanges(board: BoardJson, base: BoardJson): Change[] {
  const found = ticketChanges(board, base);
  const { deal_long: long, deal_regular: regular, keep_start: keep } = board;
  if (long !== base.deal_long || regular !== base.deal_regular || keep !== base.keep_start)
    found.push({ key: long ? "deal_long" : "deal", params: { n: long + regular, long, keep } });
  if (board.draw_tickets !== base.draw_tickets || board.keep_later !== base.keep_later)
    found.push({ key: "draw", params: { n: board.draw_tickets, keep: board.keep_later } });
  for (const key of ["longest", "most_tickets"] as const) {
    const n = board[`${key}_bonus`];
    if (n !== base[`${key}_bonus`]) found.push({ key: n ? key : `no_${key}`, params: { n } });
  }
  return found;
}

function ticketChanges(board: BoardJson, base: BoardJson): Change[] {
  const found: Change[] = [];
  const points = new Map(base.tickets.map((ticket) => [ticket.id, ticket.points]));
  const city = (id: string): string => board.cities.find((one) => one.id === id)?.name ?? id;
  const fresh = board.tickets.filter(({ id }) => !points.has(id)).length;
  const gone = points.size - (board.tickets.length - fresh);
  const valued = board.tickets.filter((ticket) => points.has(ticket.id) && points.get(ticket.id) !== ticket.points);
  if (fresh || gone || valued.length) {
    const long = board.tickets.filter((ticket) => ticket.long).length;
    found.push({ key: long ? "tickets_long" : "tickets", params: { n: board.tickets.length, long } });
  }
  if (fresh) found.push({ key: "new", params: { n: fresh } });
  if (gone) found.push({ key: "gone", params: { n: gone } });
  if (valued.length) {
    const list = valued.map(({ id, a, b, points: now }) => `${city(a)} – ${city(b)} ${now} (${points.get(id)})`);
    found.push({ key: "values", params: { list: list.join(", ") } });
  }
  if (board.big_cities.length)
    found.push({ key: "big_cities", params: { list: board.big_cities.map(city).join(", ") } });
  return found;
}
