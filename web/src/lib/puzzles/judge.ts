/** Whether a move solves a puzzle, and what it loses. */

import type { PuzzleAnswer, PuzzleCandidate } from "../../protocol";
import type { Board } from "../game/board";
import { keyOf } from "../review/answers";

/** `payment`: the right choice, paid for badly. */
export type Mark = "right" | "payment" | "wrong";

export interface Judged {
  mark: Mark;
  move: string;
  /** What is known of the move, or of the best payment for it; null if it is behind all that are kept. */
  candidate: PuzzleCandidate | null;
}

/** What a move chooses, whatever it pays: twins join the same cities. */
export function choiceOf(board: Board, move: string): string {
  const key = keyOf(move);
  if (!key.startsWith("claim ")) return key;
  const { a, b } = board.route(key.slice(6));
  return `claim ${a} ${b}`;
}

export function judge(board: Board, puzzle: PuzzleAnswer, move: string): Judged {
  const { answers, candidates } = puzzle;
  const exact = candidates.find((one) => one.move === move) ?? null;
  if (answers.includes(move)) return { mark: "right", move, candidate: exact ?? candidates[0]! };
  const choice = choiceOf(board, move);
  if (choice === choiceOf(board, answers[0]!)) return { mark: "payment", move, candidate: exact };
  return {
    mark: "wrong",
    move,
    candidate: exact ?? candidates.find((one) => choiceOf(board, one.move) === choice) ?? null,
  };
}
