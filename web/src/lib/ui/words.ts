/** Moves and seats in words. */

import { cardCount, colourName, reasonText, t } from "../../i18n/index.svelte";
import type { LogEntry, Route, TableState, WireView } from "../../protocol";
import type { Board } from "../game/board";
import { type Cards, type Claims, readMove } from "../game/moves";
import { stationCost, whyNotClaim } from "../game/reasons";
import type { Target } from "../map/navigation";
import type { Session } from "../net/session.svelte";
import { botNames } from "./seating";

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

/** What a log entry says, and what it is about on the map. */
export interface Line {
  text: string;
  seat: number | null;
  routes: string[];
  cities: string[];
}

export function logLine(entry: LogEntry, board: Board, names: string[], you: number | null): Line {
  const move = readMove(entry.move);
  const who = entry.seat === null ? "" : (names[entry.seat] ?? "");
  const line: Line = { text: "", seat: entry.seat, routes: [], cities: [] };
  switch (move.kind) {
    case "deal":
      line.text = t("log.deal");
      break;
    case "draw":
      line.text = drawText(move.colour, entry, who, you);
      break;
    case "claim":
      line.routes = [move.route];
      line.text = t("log.claim", { who, route: board.ends(move.route), cards: cardsText(move.cards) });
      break;
    case "station":
      line.cities = [move.city];
      line.text = t("log.station", { who, city: board.city(move.city), cards: cardsText(move.cards) });
      break;
    case "pay":
      line.text = t("log.pay", { who, cards: cardsText(move.cards) });
      break;
    case "keep":
      line.text = t("log.keep", { who, n: move.tickets.length });
      break;
    default:
      line.text = t(`log.${move.kind}`, { who });
  }
  return line;
}

/** Others' moves from a ply on: those that changed the map or the tickets one by one, drawn cards as a sum for each seat. */
export function missedLines(log: LogEntry[], from: number, board: Board, names: string[], you: number | null): Line[] {
  const theirs = log.slice(from).filter((entry) => entry.seat !== null && entry.seat !== you);
  const drawn = new Map<number, number>();
  const lines: Line[] = [];
  for (const entry of theirs) {
    if (entry.move.startsWith("draw ")) drawn.set(entry.seat!, (drawn.get(entry.seat!) ?? 0) + 1);
    else if (entry.move !== "tickets") lines.push(logLine(entry, board, names, you));
  }
  for (const [seat, n] of drawn) {
    lines.push({ text: t("since.drawn", { who: names[seat] ?? "", n }), seat, routes: [], cities: [] });
  }
  return lines;
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

function drawText(colour: string, entry: LogEntry, who: string, you: number | null): string {
  if (colour !== "blind") return t("log.draw", { who, card: colourName(colour) });
  const card = entry.chance[0] ?? "?";
  if (entry.seat === you && card !== "?") return t("log.blind_mine", { who, card: colourName(card) });
  return t("log.blind", { who });
}

/** Whose turn it is, and what for. */
export function promptText(session: Session, board: Board, view: WireView, names: string[]): string {
  if (view.phase === "over") return t("turn.over");
  if (view.seat === null) return t("turn.watching", { who: session.toMove.map((seat) => names[seat]).join(", ") });
  if (session.sending !== null) return t("turn.sending");
  if (session.pending) return t("turn.held");
  if (!session.toMove.includes(view.seat)) {
    return view.starting
      ? t("turn.others_choose")
      : t("turn.other", { who: session.toMove.map((seat) => names[seat]).join(", ") });
  }
  if (view.phase === "second_card") return t("turn.second");
  if (view.phase === "keep") return t("turn.keep");
  if (view.phase === "tunnel") return t("turn.tunnel");
  if (view.legal.length === 1 && view.legal[0] === "pass") return t("turn.pass");
  return board.facts.stations ? t("turn.yours_stations") : t("turn.yours_long");
}
