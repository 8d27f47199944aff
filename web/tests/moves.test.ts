import { expect, test } from "vitest";
import { cardText, extraPayments, payments, readMove } from "../src/lib/game/moves";

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

test("the payment offered first spares wilds, then large sets", () => {
  const legal = [
    "claim a-b with 2 wild",
    "claim a-b with 1 red 1 wild",
    "claim a-b with 2 red",
    "claim a-b with 2 blue",
    "draw blind",
  ];
  const found = payments(legal, "claim", { red: 5, blue: 2, wild: 2 });
  expect([...found.keys()]).toEqual(["a-b"]);
  expect(found.get("a-b")!.map((one) => one.move)).toEqual([
    "claim a-b with 2 blue",
    "claim a-b with 2 red",
    "claim a-b with 1 red 1 wild",
    "claim a-b with 2 wild",
  ]);
});

test("a tunnel's extra cards are paid without wilds if possible", () => {
  const found = extraPayments(["pay 1 wild", "pay 1 red", "withdraw"], { red: 1, wild: 1 });
  expect(found.map((one) => one.move)).toEqual(["pay 1 red", "pay 1 wild"]);
});
