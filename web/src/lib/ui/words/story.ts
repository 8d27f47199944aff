/** The story of a game in words: its headline, its turning points, and what became of the tickets. */

import { s, type StoryKey } from "../../../i18n/story";
import type { Params } from "../../../i18n/index.svelte";
import type { Board } from "../../game/board";
import type { Death, Hurt, Moment } from "../../game/history";
import type { Headline, Subline } from "../../game/headline";

const TOLD = 2;

/** Whom it is told to: the names of all seats, and the viewer's seat (null for who only watches, or shares a device). */
export interface Audience {
  board: Board;
  names: string[];
  you: number | null;
}

type Spoken = { [K in StoryKey]: K extends `${infer Base}_you` ? Base : never }[StoryKey];

/** A sentence about a seat: said to the viewer if it is the viewer's. */
function about(to: Audience, seat: number, key: Spoken, params: Params = {}): string {
  return to.you === seat ? s(`${key}_you`, params) : s(key, { ...params, who: to.names[seat] ?? "" });
}

/** Names side by side: a, b and c. */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : s("and", { list: names.slice(0, -1).join(", "), last });
}

export function headlineText(to: Audience, head: Headline): string {
  if (head.kind === "shared")
    return s("head.shared", { who: listed(head.seats.map((seat) => to.names[seat] ?? "")), n: head.points });
  if (head.kind === "level") return s(`head.level_${head.by}`, { wins: about(to, head.seat, "first") });
  if (head.kind === "alone")
    return s("head.alone", { wins: about(to, head.seat, "first"), loser: to.names[head.loser] ?? "" });
  const wins = about(to, head.seat, "wins", { n: head.margin });
  switch (head.kind) {
    case "station":
      return s("head.station", { wins, city: to.board.city(head.city) });
    case "missed":
      return s("head.missed", { wins, ...ends(to.board, head.ticket) });
    case "comeback":
      return s("head.comeback", { wins, behind: head.behind });
    case "ahead":
      return s("head.ahead", { wins, ply: head.ply });
    default:
      return s(`head.${head.kind}`, { wins });
  }
}

export function sublineText(to: Audience, line: Subline): string {
  switch (line.kind) {
    case "before_count":
      return about(to, line.seat, "sub.before_count", { n: line.lead });
    case "changes":
      return s("sub.changes", { n: line.times });
    case "ahead":
      return about(to, line.seat, "sub.ahead", { ply: line.ply });
    case "made_of":
      return s("sub.made_of", { routes: line.score.routes, tickets: line.score.tickets });
  }
}

function ends(board: Board, ticket: string): { a: string; b: string } {
  const { a, b } = board.ticket(ticket);
  return { a: board.city(a), b: board.city(b) };
}

export function ticketName(board: Board, ticket: string): string {
  const { a, b } = ends(board, ticket);
  return `${a} – ${b}`;
}

/** What happened at a turning point, in a few words. */
export function momentTitle(to: Audience, moment: Moment): string {
  const { board } = to;
  switch (moment.kind) {
    case "cut":
      return about(to, moment.seat, "cut.title", { route: board.ends(moment.route) });
    case "done":
      if (moment.tickets.length > 1) return about(to, moment.seat, "done.many", { n: moment.tickets.length });
      return about(to, moment.seat, "done.title", { ticket: ticketName(board, moment.tickets[0]!) });
    case "gift":
      return about(to, moment.seat, "gift.title");
    case "station":
      return about(to, moment.seat, "station.title", { city: board.city(moment.city) });
    case "shut":
      return s("shut.title", { n: moment.times });
  }
}

/** What it meant. `routes`: whose they were at the end. */
export function momentText(to: Audience, moment: Moment, routes: Record<string, number>): string {
  const { board } = to;
  switch (moment.kind) {
    case "cut":
      return hurtTexts(to, moment.hurt).join(" ");
    case "done":
      return s("done.text", { route: board.ends(moment.route), n: moment.points });
    case "gift":
      return s("gift.text", {
        tickets: moment.tickets.map((id) => ticketName(board, id)).join(", "),
        n: moment.points,
      });
    case "station":
      return s("station.text", { route: board.ends(moment.route), n: moment.points });
    case "shut": {
      const route = board.ends(moment.route);
      if (routes[moment.route] === moment.seat) return about(to, moment.seat, "shut.later", { route });
      return about(to, moment.seat, "shut.text", { route, n: board.points(board.route(moment.route)) });
    }
  }
}

/** The worst of what a claim did; of the rest only how many ways it was. */
function hurtTexts(to: Audience, hurt: Hurt[]): string[] {
  const worst = [...hurt].sort((a, b) => (b.longer ?? 99) - (a.longer ?? 99));
  const told = worst.slice(0, TOLD).map((one) => hurtText(to, one));
  return worst.length > TOLD ? [...told, s("cut.more", { n: worst.length - TOLD })] : told;
}

function hurtText(to: Audience, { seat, ticket, longer }: Hurt): string {
  const between = ends(to.board, ticket);
  if (longer === null) return about(to, seat, "cut.gone", between);
  return about(to, seat, "cut.longer", { ...between, n: longer });
}

/** Why a ticket of a seat was missed. */
export function deathText(to: Audience, seat: number, death: Death | null): string {
  if (!death) return s("died.time");
  const { ply, by, route } = death;
  if (route === null) return s("died.kept", { ply });
  if (by === seat) return s("died.cars", { ply });
  return about(to, by, "died.cut", { ply, route: to.board.ends(route) });
}
