/** The headline of a game, by rule: what decided it, or how it went. */

import type { Score } from "../../protocol";
import type { Board } from "./board";
import type { GameHistory } from "./history";
import { type Ending, ranking } from "./ending";

/** What makes a victory narrow, clear, or a comeback, in points. */
const NARROW = 3;
const CLEAR = 30;
const COMEBACK = 15;
/** The part of a game after which nothing is early any more, and the part that is late. */
const EARLY = 0.34;
const LATE = 0.9;

export type Headline =
  | { kind: "shared"; seats: number[]; points: number }
  | { kind: "level"; seat: number; points: number; by: "longest" | "stations" | "tickets" }
  | { kind: "alone"; seat: number; loser: number }
  | ({ seat: number; margin: number } & (
      | { kind: "station"; city: string }
      | { kind: "missed"; ticket: string; loser: number }
      | { kind: "comeback"; behind: number }
      | { kind: "ahead"; ply: number }
      | { kind: "longest" | "districts" | "late" | "tickets" | "narrow" | "clear" | "plain" }
    ));

/** What the line below the headline says. */
export type Subline =
  | { kind: "before_count"; seat: number; lead: number }
  | { kind: "changes"; times: number }
  | { kind: "ahead"; seat: number; ply: number }
  | { kind: "made_of"; seat: number; score: Score };

export function headline(board: Board, ending: Ending, story: GameHistory | null): Headline {
  const [seat, second] = ranking(ending) as [number, number];
  const { scores, winners } = ending;
  const [best, next] = [scores[seat]!, scores[second]!];
  if (winners.length > 1) return { kind: "shared", seats: winners, points: best.total };
  const margin = best.total - next.total;
  const by = margin === 0 ? tieBreak(board, best, next) : null;
  if (by) return { kind: "level", seat, points: best.total, by };
  if (margin <= 0) return { kind: "alone", seat, loser: second }; // who gave up comes last, whatever the points
  const won = { seat, margin };

  const saved = story?.moments.find((one) => one.kind === "station" && one.seat === seat && 2 * one.points >= margin);
  if (saved?.kind === "station") return { ...won, kind: "station", city: saved.city };
  if (best.longest - next.longest >= margin) return { ...won, kind: "longest" };
  if (best.districts - next.districts >= margin) return { ...won, kind: "districts" };
  const missed = missedTicket(board, story, second, margin);
  if (missed) return { ...won, kind: "missed", ticket: missed, loser: second };
  if (!story) return { ...won, kind: plain(margin) };
  const behind = deficit(story, seat);
  if (behind >= COMEBACK) return { ...won, kind: "comeback", behind };
  const late = story.moments.some(
    (one) => one.kind === "done" && one.seat === seat && one.ply >= story.plies * LATE && 2 * one.points >= margin,
  );
  if (late) return { ...won, kind: "late" };
  const ply = aheadFrom(story, seat);
  if (ply !== null && ply <= story.plies * EARLY) return { ...won, kind: "ahead", ply };
  if (margin > NARROW && best.routes < next.routes && best.tickets > next.tickets) return { ...won, kind: "tickets" };
  return { ...won, kind: plain(margin) };
}

function plain(margin: number): "narrow" | "clear" | "plain" {
  return margin <= NARROW ? "narrow" : margin >= CLEAR ? "clear" : "plain";
}

/** Which rule of the board decided between equals; null if none did. */
function tieBreak({ facts }: Board, best: Score, next: Score): "longest" | "stations" | "tickets" | null {
  const figure = { longest: "longest_length", stations: "stations", tickets: "tickets_done" } as const;
  return facts.ties.find((rule) => best[figure[rule]] > next[figure[rule]]) ?? null;
}

/** The ticket with which the second would have won; the smallest that does. */
function missedTicket(board: Board, story: GameHistory | null, second: number, margin: number): string | null {
  const enough = [...(story?.deaths[second]?.keys() ?? [])].filter((id) => 2 * board.ticket(id).points > margin);
  enough.sort((a, b) => board.ticket(a).points - board.ticket(b).points);
  return enough[0] ?? null;
}

/** How far a seat was behind at most, in the later part of the game. */
function deficit({ worth, plies }: GameHistory, seat: number): number {
  const later = worth.slice(Math.ceil(plies * EARLY));
  return Math.max(0, ...later.map((all) => Math.max(...all) - all[seat]!));
}

/** The move from which a seat alone was first, up to the last; null if it was not. */
export function aheadFrom({ worth, plies }: GameHistory, seat: number): number | null {
  let ply = plies + 1;
  while (ply > 0 && leader(worth[ply - 1]!) === seat) ply -= 1;
  return ply > plies ? null : ply;
}

/** Who alone was first; null if nobody was. */
export function leader(worth: number[]): number | null {
  const most = Math.max(...worth);
  const first = worth.indexOf(most);
  return worth.lastIndexOf(most) === first ? first : null;
}

/** How often somebody else took the lead. */
export function leadChanges({ worth }: GameHistory): number {
  const leaders = worth.map(leader).filter((seat) => seat !== null);
  return leaders.filter((seat, at) => at > 0 && seat !== leaders[at - 1]).length;
}

export function subline(ending: Ending, story: GameHistory | null, head: Headline): Subline {
  const seat = ranking(ending)[0]!;
  const score = ending.scores[seat]!;
  if (!story) return { kind: "made_of", seat, score };
  const last = story.worth.at(-1)!;
  const first = leader(last);
  if (first !== null && !ending.winners.includes(first)) {
    const others = last.filter((_, other) => other !== first);
    return { kind: "before_count", seat: first, lead: last[first]! - Math.max(...others) };
  }
  const times = leadChanges(story);
  if (times >= 4 && head.kind !== "clear") return { kind: "changes", times };
  const ply = aheadFrom(story, seat);
  if (ply !== null && ply > 1 && head.kind !== "ahead" && ending.winners.length === 1)
    return { kind: "ahead", seat, ply };
  return { kind: "made_of", seat, score };
}
