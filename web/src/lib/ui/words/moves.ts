/** Seats, cards, routes and moves in words. */

import { cardCount, colourName, reasonText, t } from "../../../i18n/index.svelte";
import type { Route, TableState, WireView } from "../../../protocol";
import type { Board } from "../../game/board";
import { type Cards, type Claims, readMove } from "../../game/moves";
import { stationCost, whyNotClaim } from "../../game/reasons";
import type { Needs } from "../../game/needs";
import type { Target } from "../../map/navigation";
import { botNames } from "../games/seating";

/** The names of all seats. */
export function seatNames(table: TableState | null): string[] {
  return botNames(table?.seats ?? []).map((name, at) => name || t("seat.open", { n: at + 1 }));
}

/** `2 red, 1 locomotive` in the player's language. */
export function cardsText(cards: Cards): string {
  return Object.entries(cards)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(a === "wild") - Number(b === "wild"))
    .map(([colour, count]) => cardCount(colour, count))
    .join(", ");
}

/** `you have 9 of 24 cards; missing: 4 red, 3 of any one colour`. */
export function needsText({ have, cards, missing, tunnels }: Needs): string {
  const counted = missing.map(({ colour, count }) => cardCount(colour, count)).join(", ");
  const lacking = `${t("needs.have", { have, n: cards })}; ${t("needs.missing", { cards: counted })}`;
  const text = missing.length ? lacking : t("needs.all");
  return tunnels ? `${text}; ${t("needs.tunnels", { n: tunnels })}` : text;
}

/** A route's length, colour, points and what is special about it. */
export function routeText(board: Board, route: Route): string {
  const parts = [
    t("route.length", { n: route.length }),
    route.colour === "gray" ? t("route.any") : colourName(route.colour),
    t("players.points", { n: board.points(route) }),
  ];
  if (route.tunnel) parts.push(t("route.tunnel"));
  if (route.ferry) parts.push(t("route.ferry", { n: route.ferry }));
  return parts.join(" · ");
}

/** What can be done at a city or a route: the routes and cities with their payments. */
interface Possible {
  claims: Claims;
  stations: Claims;
}

/** The tooltip of a city or a route: what it is, and what can be done there or why nothing can. */
export function targetText(target: Target, board: Board, view: WireView, names: string[], possible: Possible): string {
  if (target.kind === "city") {
    const station = view.stations[target.id];
    const name = board.city(target.id);
    if (station !== undefined) return `${name}\n${t("city.station", { who: names[station] ?? "" })}`;
    return possible.stations.has(target.id) ? `${name}\n${t("city.build", { n: stationCost(board, view) })}` : name;
  }
  const route = board.route(target.id);
  const reason = possible.claims.has(route.id) ? null : whyNotClaim(board, view, route);
  return [board.ends(route.id), routeText(board, route), ...(reason ? [reasonText(reason, names)] : [])].join("\n");
}

/** What a move is called before it is made. */
export function moveText(text: string, board: Board): string {
  const move = readMove(text);
  switch (move.kind) {
    case "draw":
      return t("market.take", { card: colourName(move.colour) });
    case "claim":
      return t("move.claim", { route: board.ends(move.route), cards: cardsText(move.cards) });
    case "station":
      return t("move.station", { city: board.city(move.city), cards: cardsText(move.cards) });
    case "pay":
      return t("find.pay", { cards: cardsText(move.cards) });
    case "keep":
      return t("move.keep", { tickets: move.tickets.map((id) => ticketEnds(board, id)).join(", ") });
    case "tickets":
      return t("pay.draw_tickets");
    case "withdraw":
      return t("tunnel.withdraw");
    default:
      return t("pay.pass");
  }
}

function ticketEnds(board: Board, id: string): string {
  const ticket = board.ticket(id);
  return `${board.city(ticket.a)} – ${board.city(ticket.b)}`;
}

/** What a move is about on the map. */
export function moveTargets(text: string, board: Board): { routes: string[]; cities: string[] } {
  const move = readMove(text);
  if (move.kind === "claim") return { routes: [move.route], cities: [] };
  if (move.kind === "station") return { routes: [], cities: [move.city] };
  if (move.kind !== "keep") return { routes: [], cities: [] };
  const tickets = move.tickets.map((id) => board.ticket(id));
  return { routes: [], cities: tickets.flatMap((ticket) => [ticket.a, ticket.b]) };
}
