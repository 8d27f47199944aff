import { afterEach, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../src/i18n/languages";
import { Board } from "../src/lib/game/board";
import { choices, judge, keyOf } from "../src/lib/review/answers";
import { bands, bars, order, plyAt, scaleOf } from "../src/lib/review/graph";
import { percent, points, Reading, verdict } from "../src/lib/review/reading";
import { explanationText, reasonText, figuresText, verdictText } from "../src/lib/review/words";
import { settings } from "../src/lib/ui/browser/settings.svelte";
import type { Review, ReviewDecision, ReviewPart, SeatReview } from "../src/protocol";
import { board, view } from "./small";

const languages = Object.keys(LANGUAGES) as Language[];
const to = { board, names: ["Ann", "Bo"], you: 0 };

function part(ply: number, loss: number, more: Partial<ReviewPart> = {}): ReviewPart {
  const candidates = [
    { move: "claim north-east with 2 red", value: 0.6, gain: loss, error: 0.002 },
    { move: "draw blind", value: 0.6 - loss, gain: 0, error: 0 },
    { move: "draw red", value: 0.57, gain: loss - 0.03, error: 0.002 },
    { move: "tickets", value: 0.3, gain: loss - 0.3, error: 0.002 },
  ];
  return { ply, candidates, played: 1, loss, error: 0.002, worlds: 64, ...more };
}

function decision(
  seat: number,
  parts: ReviewPart[],
  label: string,
  more: Partial<ReviewDecision> = {},
): ReviewDecision {
  const loss = parts.reduce((sum, one) => sum + one.loss, 0);
  const whole = { unclear: false, counted: true, postponed: false, explanations: [], estimate: loss };
  return { seat, turn: 1, parts, loss, error: 0.002, label, ...whole, ...more };
}

function seat(number: number, own: number, luck: number, accuracy = 95): SeatReview {
  const ledger = { start: 0.5, luck, own, others: 0.1, residual: 0.01, result: 0.5 + luck + own + 0.11 };
  const counts = { inaccuracies: 0, mistakes: 1, blunders: 0, decisions: 9, counted: 8 };
  const figures = { rating: 3, error_rate: 6, accuracy, luck, adjusted: 0.4 };
  return { seat: number, score: 90, won: 1, ...figures, ...counts, ledger, large_residual: false };
}

const chances = (a: number) => ({ chance: [a, 1 - a], margin: [0.02, 0.02] });
const review = {
  version: 1,
  level: "quick",
  moves: ["draw red", "draw blind", "tickets"],
  points: [0.5, 0.6, 0.3, 1].map((a, ply) => ({
    ...{ ply, turn: ply, phase: "turn", seat: ply < 3 ? ply % 2 : null },
    known: ply < 3 ? chances(a + 0.1) : null,
    open: chances(a),
  })),
  decisions: [
    decision(0, [part(0, 0.01), part(1, 0.09)], "blunder"),
    decision(0, [part(2, 0.03)], "inaccuracy", { unclear: true }),
  ],
  luck: [
    { ply: -1, kind: "deal", seat: null, dealt: [], luck: [0.02, -0.02], exact: false },
    { ply: 0, kind: "row", seat: 0, dealt: ["red"], luck: [0.01, -0.01], exact: true },
  ],
  seats: [seat(0, -0.03, -0.14), seat(1, -0.3, 0.01)],
  moments: [
    { ply: 2, seat: 0, source: "error", effect: -0.1, explanation: { kind: "tickets_better", params: {} } },
    { ply: 1, seat: 0, source: "luck", effect: 0.1, explanation: { kind: "lucky", params: {} } },
    { ply: 2, seat: 1, source: "luck", effect: 0.1, explanation: { kind: "lucky", params: {} } },
  ],
} as unknown as Review;
const reading = new Reading(review);

afterEach(() => {
  settings.language = "en";
});

test("at the end there is nothing left to know", () => {
  expect(reading.chances(1, "known")[0]).toBeCloseTo(0.7);
  expect(reading.chances(1, "open")[0]).toBe(0.6);
  expect(reading.chances(3, "known")).toEqual(reading.chances(3, "open"));
});

test("a decision of two cards has its label at the one that cost more", () => {
  expect([0, 1, 2, 3].map((ply) => reading.label(ply))).toEqual(["", "blunder", "inaccuracy", ""]);
});

test("what is asked are the errors that are certain", () => {
  expect(reading.errors(0).map(({ part: { ply } }) => ply)).toEqual([1]);
  expect(reading.errors(1)).toEqual([]);
});

test("the luck of the deal counts at the first move", () => {
  expect(reading.luckOf(0, 0)).toBeCloseTo(0.03);
  expect(reading.luckOf(1, 0)).toBeCloseTo(-0.03);
  expect(reading.luckOf(0, 1)).toBe(0);
});

test("key moments are gone to in their order, each once", () => {
  expect(reading.moments).toEqual([1, 2]);
});

test("points have a sign, and a chance is 0 or 100 only when it is", () => {
  expect([0.034, -0.126, 0.001, -0.0005].map((one) => points(one))).toEqual(["+3", "−13", "0", "0"]);
  expect([0.0342, -0.126].map((one) => points(one, 1))).toEqual(["+3.4", "−13"]);
  expect([0, 0.002, 0.5, 0.998, 1].map(percent)).toEqual(["0", "<1", "50", ">99", "100"]);
});

test("the verdict tells play from luck", () => {
  expect(verdict(seat(0, -0.03, -0.14, 95))).toEqual({ play: "well", luck: "unlucky" });
  expect(verdict(seat(0, -0.15, 0.01, 88))).toEqual({ play: "fair", luck: "even" });
  expect(verdict(seat(0, -0.5, 0.3, 84))).toEqual({ play: "poor", luck: "lucky" });
  expect(verdict(seat(0, -0.37, -0.03, 94)), "few errors, as the first ones lost the game").toMatchObject({
    play: "fair",
  });
  expect(verdictText(to, review.seats[0]!)).toBe("You played well and were unlucky");
  expect(figuresText(review.seats[0]!)).toBe("luck −14, own moves −3");
  expect(verdictText({ ...to, you: 1 }, review.seats[0]!)).toBe("Ann played well and was unlucky");
});

test("one's own band is at the bottom, and the bands fill the graph", () => {
  expect(order(3, 1)).toEqual([1, 0, 2]);
  expect(order(3, null)).toEqual([0, 1, 2]);
  const found = bands([[0.25, 0.75], [1, 0]], [1, 0], { width: 100, height: 200 }); // prettier-ignore
  expect(found[0]).toMatchObject({ seat: 1, edge: "M0 50L100 200", top: 200, bottom: 200 });
  expect(found[1]).toMatchObject({ seat: 0, edge: "M0 0L100 0", top: 0, bottom: 200 });
});

test("a place of the graph is the nearest ply, also outside", () => {
  expect([-20, 0, 14, 16, 100, 300].map((x) => plyAt(x, 100, 10))).toEqual([0, 0, 1, 2, 10, 10]);
});

test("bars go up for luck and down for the lack of it, and little does not look like much", () => {
  const values = new Map([[0, 0.05], [5, -0.1], [9, 0]]); // prettier-ignore
  const found = bars(values, scaleOf([...values.values()]), 10, { width: 100, height: 40 });
  expect(found.map(({ ply, y, height }) => [ply, y, height])).toEqual([
    [0, 10, 10],
    [5, 20, 20],
  ]);
  expect(scaleOf([0.001])).toBe(0.05);
});

test("choices leave out how a route is paid for", () => {
  const legal = ["draw red", "claim north-east with 2 red", "claim north-east with 1 red 1 wild", "tickets"];
  expect(choices(board, view({ legal })).map(({ key }) => key)).toEqual(["draw red", "claim north-east", "tickets"]);
  expect(keyOf("keep b-c a-b")).toBe(keyOf("keep a-b b-c"));
});

test("both halves of a double route of one colour are the same choice", () => {
  const { facts, ...more } = board.file;
  const routes = facts.routes.map((one) => (one.twin ? { ...one, colour: "gray" } : one));
  const gray = new Board({ ...more, facts: { ...facts, routes } });
  const halves = ["claim east-south/blue with 3 red", "claim east-south/red with 3 red"];
  expect(choices(gray, view({ legal: halves })).map(({ moves }) => moves)).toEqual([halves]);
  expect(choices(board, view({ legal: halves }))).toHaveLength(2);
  const one = part(0, 0.09);
  one.candidates[0]!.move = halves[0]!;
  expect(judge(gray, one, "claim east-south/red").mark).toBe("best");
  expect(judge(board, one, "claim east-south/red").mark).toBe("unknown");
});

test("an answer is as good as the best, better, the same, worse, or not known", () => {
  const one = part(0, 0.09);
  expect(judge(board, one, "claim north-east").mark).toBe("best");
  expect(judge(board, one, "draw red")).toMatchObject({ mark: "better", behind: expect.closeTo(0.03) });
  expect(judge(board, one, "draw blind").mark).toBe("same");
  expect(judge(board, one, "tickets").mark).toBe("worse");
  expect(judge(board, one, "draw blue").mark).toBe("unknown");
});

const EXPLANATIONS: Record<string, Record<string, string | number | string[]>> = {
  better_move: { move: "draw red" },
  missed_block: { route: "north-east", seat: 1 },
  missed_route: { route: "north-east", ply: 7, seat: 1 },
  missed_ticket: { ticket: "north-south", route: "north-east" },
  slower: { turns: 2, move: "draw red" },
  wild_on_short: { route: "west-north", wilds: 1, length: 1 },
  tickets_late: { turns: 3 },
  tickets_better: {},
  keep_better: { kept: ["west-east"], better: ["north-south"] },
  card_better: { card: "blind", better: "red" },
  pay_tunnel: { route: "west-north" },
  leave_tunnel: { route: "west-north" },
  risky_tunnel: { route: "west-north" },
  ticket_died: { ticket: "north-south", ply: 8, route: "north-east", seat: 1, saved: 4, by: "south-west" },
  ticket_hopeless: { ticket: "north-south" },
  ticket_unfinished: { ticket: "north-south", missing: 2 },
  cars_left: { cars: 1 },
  lucky: { kind: "blind", dealt: ["red"] },
  unlucky: { kind: "tunnel", dealt: ["red", "blue"] },
  only_move: { move: "tickets" },
  turning: { move: "draw red", seat: 1 },
};

test.each(languages)("%s says every explanation, to the viewer and to others", (language) => {
  settings.language = language;
  for (const [kind, params] of Object.entries(EXPLANATIONS))
    for (const you of [0, 1, null]) {
      const text = explanationText({ ...to, you }, 0, { kind, params });
      expect(text, kind).not.toBe("");
      expect(text, kind).not.toMatch(/[{}]|undefined|NaN/);
    }
  expect(explanationText(to, 0, { kind: "of a later version", params: {} })).toBe("");
});

test("a reason says more than which move was better", () => {
  settings.language = "en";
  const better = { kind: "better_move", params: { move: "draw red" } };
  const slower = { kind: "tickets_better", params: {} };
  expect(reasonText(to, 0, [better])).toBe("");
  expect(reasonText(to, 0, [better, slower])).toBe("New tickets would have been better.");
});

test("an explanation speaks to the viewer of the viewer's own routes", () => {
  const missed = { kind: "missed_block", params: { route: "north-east", seat: 1 } };
  expect(explanationText(to, 0, missed)).toBe("North – East would have cut the way of Bo.");
  expect(explanationText({ ...to, you: 1 }, 0, missed)).toBe("North – East would have cut your way.");
  const died = { kind: "ticket_died", params: EXPLANATIONS.ticket_died! };
  expect(explanationText(to, 0, died)).toBe(
    "North – South can't be completed any more: Bo has taken North – East. At move 4 South – West would have saved it.",
  );
});
