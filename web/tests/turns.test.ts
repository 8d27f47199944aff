import { expect, test } from "vitest";
import { type TurnSummary, latestTurns } from "../src/lib/game/turns";
import type { LogEntry } from "../src/protocol";
import { board } from "./small";

const entry = (seat: number | null, move: string, chance: string[] = []): LogEntry => ({ seat, move, chance });
const summaries = (log: LogEntry[], seat: number): TurnSummary[] =>
  latestTurns(log, seat, board, 9).map((turn) => turn.summary);

test("two cards of a turn belong together, and the first tickets are a turn of their own", () => {
  const log = [
    entry(null, "deal"),
    entry(1, "keep ? ?"),
    entry(1, "draw red"),
    entry(1, "draw blind"),
    entry(0, "pass"),
  ];
  expect(summaries(log, 1)).toEqual([
    { kind: "draw", cards: ["red", "blind"] },
    { kind: "keep", count: 2 },
  ]);
  expect(latestTurns(log, 1, board)).toMatchObject([{ seat: 1, at: 3 }]);
  expect(summaries(log.slice(0, 3), 1)[0]).toEqual({ kind: "draw", cards: ["red"] });
});

test("tickets are being chosen until they are kept", () => {
  const log = [entry(0, "tickets")];
  expect(summaries(log, 0)).toEqual([{ kind: "tickets" }]);
  expect(summaries([...log, entry(0, "keep ?")], 0)).toEqual([{ kind: "keep", count: 1 }]);
});

test("a tunnel is tried, then claimed with all its cards, or given up", () => {
  const claim = entry(0, "claim west-north with 1 red", ["red", "blue", "blue"]);
  expect(summaries([claim], 0)).toMatchObject([{ kind: "tries", route: "west-north" }]);
  expect(summaries([claim, entry(0, "pay 1 wild")], 0)).toEqual([
    { kind: "claim", route: "west-north", cards: { red: 1, wild: 1 } },
  ]);
  expect(summaries([claim, entry(0, "withdraw")], 0)).toMatchObject([{ kind: "tried" }]);
});

test("routes and stations are told with what was paid", () => {
  const log = [entry(0, "station west with 1 blue"), entry(1, "claim north-east with 2 red")];
  expect(summaries(log, 0)).toEqual([{ kind: "station", city: "west", cards: { blue: 1 } }]);
  expect(summaries(log, 1)).toEqual([{ kind: "claim", route: "north-east", cards: { red: 2 } }]);
});
