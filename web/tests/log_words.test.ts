import { describe, expect, test } from "vitest";
import { logLines, missedLines, newsLine } from "../src/lib/ui/words/log";
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
const cast = { names: ["Ana", "Bruno", "Carla"], you: 0 };

test("others' moves are told since a ply, drawn cards as a sum", () => {
  const lines = missedLines(log, 2, board, cast);
  expect(lines.map((line) => line.text)).toEqual([
    "Bruno claims North – East with 2 red.",
    "Carla builds a station in West with 1 blue.",
    "Bruno has drawn 2 cards.",
  ]);
  expect(lines.flatMap((line) => [...line.routes, ...line.cities])).toEqual(["north-east", "west"]);
});

test("nothing is told when nobody else has moved", () => {
  expect(missedLines(log, 7, board, cast)).toEqual([]);
  expect(missedLines(log.slice(0, 2), 0, board, cast)).toEqual([]);
});

test("one's own moves are told in the second person", () => {
  expect(logLines(log, 4, board, cast).map((line) => line.text)).toEqual([
    "You claim West – North with 1 red.",
    "Bruno claims North – East with 2 red.",
    "Carla builds a station in West with 1 blue.",
  ]);
});

test("a wild card is one of many, a colour is not", () => {
  const drawn = [entry(1, "draw wild"), entry(1, "draw red"), { seat: 0, move: "draw blind", chance: ["wild"] }];
  expect(logLines(drawn, 0, board, cast).map((line) => line.text)).toEqual([
    "Bruno takes a locomotive.",
    "Bruno takes red.",
    "You draw face down: a locomotive.",
  ]);
});

describe("a tunnel", () => {
  const claim = { seat: 1, move: "claim west-north with 1 red", chance: ["blue", "red", "blue"] };
  const texts = (...moves: LogEntry[]): string[] => logLines(moves, 0, board, cast).map((line) => line.text);

  test("is tried as long as it waits for cards, and claimed at once if it asks for none", () => {
    expect(texts(claim)).toEqual(["Bruno tries the tunnel West – North with 1 red."]);
    expect(texts({ ...claim, chance: ["blue", "blue", "blue"] })).toEqual(["Bruno claims West – North with 1 red."]);
  });

  test("is claimed when it is paid for", () => {
    expect(texts(claim, entry(1, "pay 1 red"))[0]).toBe("Bruno claims West – North with 1 red.");
  });

  test("that was given up is one line, and news of its own when it happens", () => {
    const moves = [claim, entry(1, "withdraw")];
    expect(texts(...moves)).toEqual(["Bruno tried West – North, and gave up."]);
    expect(newsLine(moves, 1, board, cast).text).toBe("Bruno gives up the tunnel West – North.");
    expect(newsLine(moves, 0, board, { ...cast, you: 1 }).text).toBe("You tried West – North, and gave up.");
    expect(missedLines(moves, 0, board, cast).map((line) => line.text)).toEqual([
      "Bruno tried West – North, and gave up.",
    ]);
  });
});

test("a game that began in a position of another says so, and gives up a tunnel that its log does not know", () => {
  const [first, gave] = logLines([entry(null, "deal"), entry(1, "withdraw")], 0, board, cast);
  expect(first!.text).toBe("The game goes on from a position of another game.");
  expect(gave!.text).toBe("Bruno gives up the tunnel.");
  const dealt = { ...entry(null, "deal"), chance: ["red"] };
  expect(newsLine([dealt], 0, board, cast).text).toBe("The cards are dealt.");
});
