/** The log in words: others' moves by their names, one's own in the second person. */

import { colourName, has, type Key, type Params, t } from "../../../i18n/index.svelte";
import type { LogEntry } from "../../../protocol";
import type { Board } from "../../game/board";
import { readMove } from "../../game/moves";
import { type TurnSummary, outcome } from "../../game/turns";
import { cardsText } from "./moves";

/** What a log entry says, and what it is about on the map. */
export interface Line {
  text: string;
  seat: number | null;
  /** The index of its entry in the log. */
  at: number;
  routes: string[];
  cities: string[];
}

/** Who is spoken of: the names of the seats, and the seat that is spoken to. */
export interface Cast {
  names: string[];
  you: number | null;
}

/** A sentence about a seat: in the second person if it is the reader's. */
export function sentence(key: Key, seat: number | null, { names, you }: Cast, params: Params = {}): string {
  const own = `${key}_you`;
  if (seat !== null && seat === you && has(own)) return t(own, params);
  return t(key, { who: seat === null ? "" : (names[seat] ?? ""), ...params });
}

/** The entry at an index of a log, as it reads when it has just come. */
export function newsLine(log: LogEntry[], at: number, board: Board, cast: Cast): Line {
  const entry = log[at]!;
  const move = readMove(entry.move);
  const line: Line = { text: "", seat: entry.seat, at, routes: [], cities: [] };
  const say = (key: Key, params: Params = {}): string => sentence(key, entry.seat, cast, params);
  switch (move.kind) {
    case "deal":
      // a game that began in a position of another has nothing dealt
      line.text = t(entry.chance.length ? "log.deal" : "log.continued");
      break;
    case "draw":
      line.text = drawText(move.colour, entry, say);
      break;
    case "claim":
      line.routes = [move.route];
      line.text = say(`log.${outcome(log, at, board)}`, {
        route: board.ends(move.route),
        cards: cardsText(move.cards),
      });
      break;
    case "station":
      line.cities = [move.city];
      line.text = say("log.station", { city: board.city(move.city), cards: cardsText(move.cards) });
      break;
    case "pay":
      line.text = say("log.pay", { cards: cardsText(move.cards) });
      break;
    case "keep":
      line.text = say("log.keep", { n: move.tickets.length });
      break;
    case "withdraw":
      line.text = withdrawText(triedRoute(log, at, board), say);
      break;
    default:
      line.text = say(`log.${move.kind}`);
  }
  return line;
}

/** All entries from an index on. A tunnel that was given up is one line. */
export function logLines(log: LogEntry[], from: number, board: Board, cast: Cast): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < log.length; at++) {
    if (log[at]!.move === "withdraw" && at > from && log[at - 1]!.seat !== null) continue; // told where it was tried
    lines.push(newsLine(log, at, board, cast));
  }
  return lines;
}

/** Others' moves from a ply on: those that changed the map or the tickets one by one, drawn cards as a sum for each seat. */
export function missedLines(log: LogEntry[], from: number, board: Board, cast: Cast): Line[] {
  const drawn = new Map<number, number>();
  const lines: Line[] = [];
  for (const line of logLines(log, from, board, cast)) {
    const { seat, move } = log[line.at]!;
    if (seat === null || seat === cast.you) continue;
    if (move.startsWith("draw ")) drawn.set(seat, (drawn.get(seat) ?? 0) + 1);
    else if (move !== "tickets") lines.push(line);
  }
  for (const [seat, n] of drawn) {
    lines.push({ text: sentence("since.drawn", seat, cast, { n }), seat, at: log.length, routes: [], cities: [] });
  }
  return lines;
}

/** What a seat did in a turn, without saying who. */
export function summaryText(summary: TurnSummary, board: Board): string {
  switch (summary.kind) {
    case "draw":
      return t("summary.draw", { n: summary.cards.length, cards: summary.cards.map(colourName).join(", ") });
    case "claim":
    case "tries":
    case "tried":
      return t(`summary.${summary.kind}`, { route: board.ends(summary.route) });
    case "station":
      return t("summary.station", { city: board.city(summary.city) });
    case "keep":
      return t("summary.keep", { n: summary.count });
    default:
      return t(`summary.${summary.kind}`);
  }
}

/** The tunnel that is given up at an index. */
function triedRoute(log: LogEntry[], at: number, board: Board): string {
  const before = readMove(log[at - 1]?.move ?? "");
  return before.kind === "claim" ? board.ends(before.route) : "";
}

/** A game may begin while a tunnel waits: then the log does not know which. */
function withdrawText(route: string, say: (key: Key, params?: Params) => string): string {
  return route ? say("log.withdraw", { route }) : say("log.withdraw_first");
}

function drawText(colour: string, entry: LogEntry, say: (key: Key, params?: Params) => string): string {
  const cardName = (card: string): string => (card === "wild" ? t("word.a_wild") : colourName(card));
  if (colour !== "blind") return say("log.draw", { card: cardName(colour) });
  const card = entry.chance[0] ?? "?";
  return card === "?" ? say("log.blind") : say("log.blind_mine", { card: cardName(card) });
}
