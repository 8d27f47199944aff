/** The tables that this browser has been at, the latest first: to come back to, and to look back at. */

import type { Score, TableState } from "../../../protocol";
import { load, save } from "../browser/storage";

export interface Result {
  /** When it was noted, in milliseconds. */
  at: number;
  names: string[];
  totals: number[];
  /** The seat of this browser; null for a spectator. */
  seat: number | null;
  won: boolean;
}

export interface Visit {
  id: string;
  board: string;
  /** What was promised of the deal, if it was seen before the first move (docs/dealing.md). */
  promised: string | null;
  /** How it ended; null as long as it is not known. */
  result: Result | null;
}

const KEY = "branchline.visits";
const KEPT = 40;

export function visits(): Visit[] {
  return load<Visit[]>("local", KEY, []);
}

export function visit(id: string): Visit | undefined {
  return visits().find((one) => one.id === id);
}

/** Note a visit; `early` while nobody has moved yet. */
export function saveVisit(table: TableState, early: boolean): void {
  const before = visit(table.id);
  const promised = before?.promised ?? (early ? table.commitment : null);
  const now: Visit = { id: table.id, board: table.board, promised, result: before?.result ?? null };
  save("local", KEY, [now, ...others(table.id)].slice(0, KEPT));
}

/** Note how a game ended that was visited before. */
export function saveResult(id: string, seat: number | null, names: string[], scores: Score[]): void {
  const totals = scores.map((score) => score.total);
  const won = seat !== null && scores[seat]!.rank === 1;
  save(
    "local",
    KEY,
    visits().map((one) =>
      one.id === id ? { ...one, result: one.result ?? { at: Date.now(), names, totals, seat, won } } : one,
    ),
  );
}

export function forgetVisit(id: string): void {
  save("local", KEY, others(id));
}

function others(id: string): Visit[] {
  return visits().filter((one) => one.id !== id);
}
