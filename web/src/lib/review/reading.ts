/** A review as the page reads it: what it says of each ply and of each seat. */

import { figure } from "../ui/words/numbers";
import type { Review, ReviewDecision, ReviewLuck, ReviewPart, SeatReview } from "../../protocol";

/** Whose knowledge chances come from: what the one to move could know, or all cards open. */
export type ChanceView = "known" | "open";

/** How grave an error is, in the order of gravity. */
export const ERRORS = ["inaccuracy", "mistake", "blunder"] as const;
export type ErrorLabel = (typeof ERRORS)[number];

/** The signs of labels, as in books. */
export const SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??", only: "!" };

/** A move and the decision that it is a part of. */
export interface Decided {
  decision: ReviewDecision;
  part: ReviewPart;
}

/** How well somebody played and how lucky they were, in a word each. */
export interface Verdict {
  play: "well" | "fair" | "poor";
  luck: "lucky" | "even" | "unlucky";
}

/** From which accuracy on somebody played well, or made only some errors: half-way from hard to expert, and from medium
 * to hard, on average over the boards (docs/review.md). */
const WELL = 91;
const FAIR = 86;
/** Who threw away so much of the chances did not play well: a game that is lost early leaves few errors to make. */
const DEAR = 0.2;
/** Luck below this is no reason for words. */
const LUCKY = 0.04;

export class Reading {
  readonly plies: number;
  private readonly decided = new Map<number, Decided>();
  private readonly dealt = new Map<number, ReviewLuck[]>();

  constructor(readonly review: Review) {
    this.plies = review.moves.length;
    for (const decision of review.decisions)
      for (const part of decision.parts) this.decided.set(part.ply, { decision, part });
    for (const one of review.luck) this.dealt.set(one.ply, [...(this.dealt.get(one.ply) ?? []), one]);
  }

  /** What was decided in the position after so many moves. */
  at(ply: number): Decided | undefined {
    return this.decided.get(ply);
  }

  /** What chance dealt after the move that was made in this position. */
  luckAt(ply: number): ReviewLuck[] {
    return this.dealt.get(ply) ?? [];
  }

  /** The chances of all seats in a position. At the end there is nothing left to know. */
  chances(ply: number, view: ChanceView): number[] {
    const point = this.review.points[Math.min(ply, this.plies)]!;
    return (view === "known" ? (point.known ?? point.open) : point.open).chance;
  }

  /** How far they may be off. */
  margins(ply: number, view: ChanceView): number[] {
    const point = this.review.points[Math.min(ply, this.plies)]!;
    return (view === "known" ? (point.known ?? point.open) : point.open).margin;
  }

  /** The label of a ply: a decision of several moves has it at the one that cost most. */
  label(ply: number): string {
    const found = this.decided.get(ply);
    return found && worst(found.decision) === found.part ? found.decision.label : "";
  }

  /** The luck of a seat with what was dealt after a move, the deal counted at the first. */
  luckOf(seat: number, ply: number): number {
    const events = ply === 0 ? [...this.luckAt(-1), ...this.luckAt(0)] : this.luckAt(ply);
    return events.reduce((sum, one) => sum + one.luck[seat]!, 0);
  }

  /** The errors of a seat that are certain: what one can learn from. */
  errors(seat: number): Decided[] {
    return this.review.decisions
      .filter((one) => one.seat === seat && isError(one.label) && !one.unclear)
      .map((decision) => ({ decision, part: worst(decision) }));
  }

  /** The plies of the key moments, of which one can go to the next or the one before. */
  get moments(): number[] {
    return [...new Set(this.review.moments.map(({ ply }) => ply))].sort((a, b) => a - b);
  }
}

export function isError(label: string): label is ErrorLabel {
  return (ERRORS as readonly string[]).includes(label);
}

/** The move of a decision that cost most. */
function worst(decision: ReviewDecision): ReviewPart {
  return decision.parts.reduce((most, part) => (part.loss > most.loss ? part : most));
}

/** The game of a seat in two words. */
export function verdict({ accuracy, ledger }: Pick<SeatReview, "accuracy" | "ledger">): Verdict {
  const play = accuracy < FAIR ? "poor" : accuracy < WELL || ledger.own <= -DEAR ? "fair" : "well";
  return { play, luck: Math.abs(ledger.luck) < LUCKY ? "even" : ledger.luck > 0 ? "lucky" : "unlucky" };
}

/** Points of a chance with their sign: +4, −12, 0; below ten with a decimal if wanted. */
export function points(chance: number, decimals = 0): string {
  const scale = 10 ** decimals;
  const value = Math.round(chance * 100 * scale) / scale;
  if (value === 0) return "0";
  const size = Math.abs(value);
  return `${value > 0 ? "+" : "−"}${size < 10 ? figure(size, decimals) : figure(Math.round(size))}`;
}

/** A chance in percent, without saying 0 or 100 before it is so. */
export function percent(chance: number): string {
  const value = Math.round(chance * 100);
  if (value === 0 && chance > 0) return "<1";
  if (value === 100 && chance < 1) return ">99";
  return String(value);
}
