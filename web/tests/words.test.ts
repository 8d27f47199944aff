import { expect, test } from "vitest";
import { missedLines } from "../src/lib/ui/words";
import type { LogEntry } from "../src/protocol";
import { board } from "./small";

const entry = (seat: number | null, move: string): LogEntry => ({ seat, move, chance: [] });
const log = [
  entry(null, "deal"),
  entry(0, "draw red"),
  entry(1, "draw red"),
  entry(1, "draw blind"),
  entry(0, "claim west-north with 1 red"),
  entry(1, "claim north-east with 2 red"),
  entry(2, "station west with 1 blue"),
];
const names = ["Ana", "Bruno", "Carla"];

test("others' moves are told since a ply, drawn cards as a sum", () => {
  const lines = missedLines(log, 2, board, names, 0);
  expect(lines.map((line) => line.text)).toEqual([
    "Bruno claims North – East with 2 red.",
    "Carla builds a station in West with 1 blue.",
    "Bruno has drawn 2 cards.",
  ]);
  expect(lines.flatMap((line) => [...line.routes, ...line.cities])).toEqual(["north-east", "west"]);
});

test("nothing is told when nobody else has moved", () => {
  expect(missedLines(log, 7, board, names, 0)).toEqual([]);
  expect(missedLines(log.slice(0, 2), 0, board, names, 0)).toEqual([]);
});
