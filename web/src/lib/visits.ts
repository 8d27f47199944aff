/** The tables that this browser has been at, the latest first: to come back to, and to look back at. */

import type { TableState } from "../protocol";

export interface Visit {
  id: string;
  board: string;
  /** What was promised of the deal, if it was seen before the first move (docs/dealing.md). */
  promised: string | null;
}

const PLACE = "branchline.visits";
const KEPT = 40;

export function visits(): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Visit[];
  } catch {
    return [];
  }
}

export function visit(id: string): Visit | undefined {
  return visits().find((one) => one.id === id);
}

/** Note a visit; `early` while nobody has moved yet. */
export function rememberVisit(table: TableState, early: boolean): void {
  const promised = visit(table.id)?.promised ?? (early ? table.commitment : null);
  keep([{ id: table.id, board: table.board, promised }, ...others(table.id)].slice(0, KEPT));
}

export function forgetVisit(id: string): void {
  keep(others(id));
}

function others(id: string): Visit[] {
  return visits().filter((one) => one.id !== id);
}

function keep(all: Visit[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing still plays
  }
}
