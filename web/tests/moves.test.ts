import { expect, test } from "vitest";
import { cardText, readMove } from "../src/lib/game/moves";

test("a move is read from its text", () => {
  expect(readMove("claim a-b/red with 2 red 1 wild")).toEqual({
    kind: "claim",
    route: "a-b/red",
    cards: { red: 2, wild: 1 },
  });
  expect(readMove("draw blind")).toEqual({ kind: "draw", colour: "blind" });
  expect(readMove("keep a-b c-d")).toEqual({ kind: "keep", tickets: ["a-b", "c-d"] });
  expect(readMove("station wien with 1 wild")).toEqual({ kind: "station", city: "wien", cards: { wild: 1 } });
  expect(readMove("withdraw")).toEqual({ kind: "withdraw" });
});

test("cards are written with the colour before wild", () => {
  expect(cardText({ wild: 1, red: 2 })).toBe("2 red 1 wild");
  expect(cardText({ wild: 3, red: 0 })).toBe("3 wild");
});
