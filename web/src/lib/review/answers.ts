/** Learning from one's errors: what can be played in a position, and how good an answer is. */

import type { ReviewCandidate, ReviewPart, WireView } from "../../protocol";
import type { Board } from "../game/board";
import { readMove } from "../game/moves";

/** What an answer is worth: as good as the best, better than what was played, no better, or nobody knows. */
export type Mark = "best" | "better" | "same" | "worse" | "unknown";

export interface Judged {
  mark: Mark;
  /** The candidate that it was compared by. */
  candidate: ReviewCandidate | null;
  /** How much of the best move's chance it gives away. */
  behind: number;
}

/** An answer loses nothing if it is as near to the best one. */
const NEAR = 0.01;
/** Beyond so many standard errors a difference is certain. */
const CERTAIN = 2;

/** What one chooses: how it is paid for is not asked. */
export interface Choice {
  key: string;
  /** The moves that it stands for. */
  moves: string[];
}

/** The part of a move that is chosen: a route without its payment, a city without its. */
export function keyOf(text: string): string {
  const move = readMove(text);
  if (move.kind === "claim") return `claim ${move.route}`;
  if (move.kind === "station") return `station ${move.city}`;
  if (move.kind === "pay") return "pay";
  if (move.kind === "keep") return `keep ${[...move.tickets].sort().join(" ")}`;
  return text;
}

/** The same choice by its first name: both halves of a double route are one if they have the same colour. */
export function sameAs(board: Board, key: string): string {
  const id = key.startsWith("claim ") ? key.slice(6) : "";
  const twin = id ? board.route(id).twin : null;
  if (!twin || board.route(twin).colour !== board.route(id).colour) return key;
  return `claim ${id < twin ? id : twin}`;
}

/** What can be chosen in a position, in the order of the rules. */
export function choices(board: Board, view: WireView): Choice[] {
  const found = new Map<string, string[]>();
  for (const move of view.legal ?? []) {
    const key = sameAs(board, keyOf(move));
    found.set(key, [...(found.get(key) ?? []), move]);
  }
  return [...found].map(([key, moves]) => ({ key, moves }));
}

/** How good a choice is, by the best candidate that it stands for. */
export function judge(board: Board, part: ReviewPart, choice: string): Judged {
  const meant = (move: string): string => sameAs(board, keyOf(move));
  const best = part.candidates[0]!;
  const candidate = part.candidates.find(({ move }) => meant(move) === sameAs(board, choice)) ?? null;
  if (!candidate) return { mark: "unknown", candidate: null, behind: 0 };
  const behind = Math.max(0, best.value - candidate.value);
  const mark = markOf(candidate, behind, sameAs(board, choice) === meant(part.candidates[part.played]!.move));
  return { mark, candidate, behind };
}

function markOf(candidate: ReviewCandidate, behind: number, played: boolean): Mark {
  if (played) return "same";
  if (behind <= Math.max(NEAR, CERTAIN * candidate.error) && candidate.gain > 0) return "best";
  if (candidate.gain > CERTAIN * candidate.error) return "better";
  return "worse";
}
