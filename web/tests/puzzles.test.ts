import { beforeEach, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../src/i18n/languages";
import { judge } from "../src/lib/puzzles/judge";
import { dayBefore, Progress, today } from "../src/lib/puzzles/progress.svelte";
import { reasonText } from "../src/lib/puzzles/words";
import { settings } from "../src/lib/ui/browser/settings.svelte";
import type { PuzzleAnswer, ReviewExplanation } from "../src/protocol";
import { board, view } from "./small";

const puzzle: PuzzleAnswer = {
  id: "small-1",
  board: "small",
  theme: "block",
  difficulty: 3,
  view: view({}),
  answers: ["claim east-south/red with 3 red", "claim east-south/blue with 3 blue"],
  candidates: [
    { move: "claim east-south/red with 3 red", value: 0.6, behind: 0, error: 0 },
    { move: "claim east-south/red with 3 wild", value: 0.55, behind: 0.05, error: 0.002 },
    { move: "draw blind", value: 0.5, behind: 0.1, error: 0.003 },
  ],
  reasons: [],
  solvers: ["hard"],
};

beforeEach(() => {
  settings.language = "en";
  globalThis.localStorage?.removeItem("branchline.puzzles");
});

test("an answer is right, paid for badly, or wrong", () => {
  expect(judge(board, puzzle, "claim east-south/blue with 3 blue").mark).toBe("right");
  const dear = judge(board, puzzle, "claim east-south/red with 3 wild");
  expect([dear.mark, dear.candidate?.behind]).toEqual(["payment", 0.05]);
  expect(judge(board, puzzle, "draw blind")).toMatchObject({ mark: "wrong", candidate: { behind: 0.1 } });
  expect(judge(board, puzzle, "tickets")).toEqual({ mark: "wrong", move: "tickets", candidate: null });
});

test("days in a row count as long as none is missed, and only the first try counts", () => {
  const progress = new Progress();
  progress.note("a", true, "2026-11-17");
  progress.note("b", true, "2026-11-18");
  expect(progress.days("2026-11-18")).toBe(2);
  expect(progress.days("2026-11-19")).toBe(2);
  expect(progress.days("2026-11-20")).toBe(0);
  progress.note("c", false, "2026-11-19");
  progress.note("c", true, "2026-11-19");
  expect([progress.of("c"), progress.stored.run, progress.stored.bestRun]).toEqual([false, 0, 2]);
  progress.note("d", true, "2026-11-20");
  expect(progress.days("2026-11-20")).toBe(1);
  expect(progress.stored.bestDays).toBe(2);
  progress.note("e", true, null);
  expect([progress.days("2026-11-20"), progress.solved]).toEqual([1, 4]);
});

test("a day is the visitor's own", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
});

test.each(Object.keys(LANGUAGES) as Language[])("reasons are said in %s", (language) => {
  settings.language = language;
  const reasons: ReviewExplanation[] = [
    { kind: "on_way", params: { route: "north-east", ticket: "north-south" } },
    { kind: "cuts", params: { route: "north-east", seat: 1 } },
    { kind: "taken_soon", params: { route: "north-east", seat: 1, percent: 40 } },
    { kind: "keep_turns", params: { turns: 9, other: 12, tickets: ["west-east"] } },
    { kind: "station_for", params: { city: "north", ticket: "west-east" } },
    { kind: "ends_game", params: {} },
    { kind: "too_early", params: { route: "north-east" } },
    { kind: "tunnel_risk", params: { route: "west-north" } },
    { kind: "gains", params: { part: "tickets", points: 4.5 } },
    { kind: "costs", params: { part: "rivals", points: 2 } },
    { kind: "ahead", params: { percent: 6, move: "draw blind" } },
  ];
  for (const one of reasons) {
    const text = reasonText(board, ["Ann", "Bo"], one);
    expect(text, one.kind).not.toBe("");
    expect(text, one.kind).not.toMatch(/[{}|]|NaN|undefined/);
  }
  expect(reasonText(board, ["Ann", "Bo"], { kind: "of_tomorrow", params: {} })).toBe("");
});
