/** What a move would mean, in words: which tickets a route serves, the odds of a tunnel, what a station does. */

import { t } from "../../../i18n/index.svelte";
import type { WireView } from "../../../protocol";
import type { Board } from "../../game/board";
import type { Claims } from "../../game/moves";
import { tunnelOdds } from "../../game/odds";
import { type Loan, stationEffect } from "../../game/stations";
import type { Target } from "../../map/navigation";
import { settings } from "../browser/settings.svelte";

/** A chance as people say it. What is possible is never 0 %, and what is not certain never 100 %. */
export function percent(chance: number): string {
  const sure = chance < 1e-9 || chance > 1 - 1e-9;
  const shown = sure ? Math.round(chance) : Math.min(0.99, Math.max(0.01, chance));
  return new Intl.NumberFormat(settings.language, { style: "percent" }).format(shown);
}

function ticketText(board: Board, id: string): string {
  const ticket = board.ticket(id);
  return `${board.city(ticket.a)} – ${board.city(ticket.b)}`;
}

/** Which tickets a route serves. */
export function usefulText(board: Board, tickets: string[]): string {
  return t("route.serves", { tickets: tickets.map((id) => ticketText(board, id)).join(", ") });
}

/** Thanks to which stations a ticket is completed, and over whose routes. */
export function loansText(board: Board, loans: Loan[], names: string[]): string {
  const told = loans.map(({ city, route, owner }) =>
    t("station.loan", { city: board.city(city), route: board.ends(route), who: names[owner] ?? "" }),
  );
  return told.join("; ");
}

/** What a station costs at the end, and which tickets it completes. */
export function stationNotes(board: Board, view: WireView, names: string[], city: string): string[] {
  const completed = [...stationEffect(board, view, city)].map(([id, loans]) =>
    t("station.completes", {
      ticket: ticketText(board, id),
      points: board.ticket(id).points,
      how: loansText(board, loans, names),
    }),
  );
  const points = t("station.points", { n: board.facts.station_bonus });
  return [...(completed.length ? completed : [t("station.completes_none")]), points];
}

/** What can be done at a place, as the tooltip adds it. */
export function planNotes(
  { kind, id }: Target,
  board: Board,
  view: WireView,
  names: string[],
  plan: { claims: Claims; stations: Claims; useful: ReadonlyMap<string, string[]> },
): string[] {
  if (kind === "city") return plan.stations.has(id) ? stationNotes(board, view, names, id) : [];
  const notes = plan.useful.has(id) ? [usefulText(board, plan.useful.get(id)!)] : [];
  const best = plan.claims.get(id)?.[0];
  if (best && board.route(id).tunnel) {
    notes.push(t("odds.pay", { chance: percent(tunnelOdds(board, view, best.cards).pay) }));
  }
  return notes;
}
