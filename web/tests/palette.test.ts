import { expect, test } from "vitest";
import { complete, searchEntries } from "../src/lib/ui/turn/palette";
import { board } from "./small";

const legal = [
  "draw red",
  "draw blind",
  "tickets",
  "claim north-east with 2 red",
  "claim north-east with 1 red 1 wild",
];
const look = (typed: string) => searchEntries(board, legal, typed, (move) => `do ${move}`);

test("what is possible comes first, each route once", () => {
  const all = look("");
  expect(all.filter((one) => one.route === "north-east")).toHaveLength(1);
  expect(all.findIndex((one) => !one.possible)).toBe(4);
  expect(all).toHaveLength(3 + board.facts.routes.length);
});

test("words of the board and of the grammar are understood, with or without accents", () => {
  expect(look("nórth east").map((one) => one.route)).toEqual(["north-east"]);
  expect(look("draw bl").map((one) => one.move)).toEqual(["draw blind"]);
  expect(look("west")[0]?.possible).toBe(false);
  expect(look("nowhere")).toEqual([]);
});

test("a whole move is made as it was typed", () => {
  expect(look("claim  north-east with 1 red 1 wild")[0]?.move).toBe("claim north-east with 1 red 1 wild");
});

test("Tab adds what all fitting moves share", () => {
  expect(complete(legal, "cl")).toBe("claim north-east with ");
  expect(complete(legal, "t")).toBe("tickets");
  expect(complete(legal, "x")).toBe("x");
});
