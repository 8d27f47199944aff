/** The entries of the command palette: moves in the grammar of the library or in words, and all routes of the board. */

import type { Board } from "../../game/board";
import { readMove } from "../../game/moves";

export interface PaletteEntry {
  /** The move as text, or what it begins with, as in `claim a-b`. */
  text: string;
  words: string;
  /** A move that can be made at once. */
  move?: string;
  /** A route or city that is opened instead. */
  route?: string;
  city?: string;
  /** Whether it can be done now. */
  possible: boolean;
}

/** How a move that is neither a claim nor a station is called. */
export type Wording = (move: string) => string;

const MOST = 60;

/** What fits the words typed, possible things first. */
export function searchEntries(board: Board, legal: string[], typed: string, wording: Wording): PaletteEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const exact = legal.find((move) => move === typed.trim().toLowerCase().replace(/\s+/g, " "));
  const all = allEntries(board, legal, wording);
  const fitting = all.filter((one) => words.every((word) => plain(`${one.text} ${one.words}`).includes(word)));
  const first: PaletteEntry[] = exact ? [{ text: exact, words: exact, move: exact, possible: true }] : [];
  return [...first, ...fitting.filter((one) => one.possible), ...fitting.filter((one) => !one.possible)].slice(0, MOST);
}

/** The longest beginning that all legal moves share which begin as typed: what Tab adds. */
export function complete(legal: string[], typed: string): string {
  const start = typed.toLowerCase();
  const fitting = legal.filter((move) => move.startsWith(start));
  if (!fitting.length) return typed;
  let shared = fitting[0]!;
  for (const move of fitting) while (!move.startsWith(shared)) shared = shared.slice(0, -1);
  return shared;
}

function allEntries(board: Board, legal: string[], wording: Wording): PaletteEntry[] {
  const moves = legal.map(readMove);
  const claims = new Set(moves.flatMap((move) => (move.kind === "claim" ? [move.route] : [])));
  const stations = new Set(moves.flatMap((move) => (move.kind === "station" ? [move.city] : [])));
  const simple = legal.filter((move) => !["claim", "station", "keep"].includes(readMove(move).kind));
  return [
    ...simple.map((move) => ({ text: move, words: wording(move), move, possible: true })),
    ...board.facts.routes.map((route) => ({
      text: `claim ${route.id}`,
      words: board.ends(route.id),
      route: route.id,
      possible: claims.has(route.id),
    })),
    ...[...stations].map((city) => ({
      text: `station ${city}`,
      words: board.city(city),
      city,
      possible: true,
    })),
  ];
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
