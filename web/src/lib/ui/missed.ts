/** What happened since the player last looked: how far the log was read, and the moves after that in short. */

import type { LogEntry } from "../../protocol";
import type { Board } from "../game/board";
import { t } from "../../i18n/index.svelte";
import { type Line, logLine } from "./words";

const PLACE = "branchline.read";
const KEPT = 30;

/** How many moves were read, by table and seat. */
type Read = [place: string, plies: number][];

function all(): Read {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Read;
  } catch {
    return [];
  }
}

const placeOf = (table: string, seat: number | null): string => `${table} ${seat ?? ""}`;

/** How many moves of a table were read from this browser; null if it was never looked at. */
export function readUpTo(table: string, seat: number | null): number | null {
  return all().find(([place]) => place === placeOf(table, seat))?.[1] ?? null;
}

export function rememberRead(table: string, seat: number | null, plies: number): void {
  const here = placeOf(table, seat);
  const others = all().filter(([place]) => place !== here);
  try {
    localStorage.setItem(PLACE, JSON.stringify([[here, plies], ...others].slice(0, KEPT)));
  } catch {
    // then nothing is told when one comes back
  }
}

/** Others' moves from a ply on: those that changed the map or the tickets one by one, drawn cards as a sum for each seat. */
export function since(log: LogEntry[], from: number, board: Board, names: string[], you: number | null): Line[] {
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
