import { expect, test } from "vitest";
import { example, pages, task } from "../src/lib/game/lesson";
import { board, view } from "./small";

test("the first turn is to draw, then to claim as soon as something can be paid for", () => {
  const start = view({ starting: true, offer: ["north-south"], legal: ["keep north-south"] });
  expect(task(start, 0, true)).toBe("keep");
  expect(task(view(), 0, false)).toBe("wait");
  expect(task(view({ legal: ["claim west-north with 1 red"] }), 0, true)).toBe("draw");
  expect(task(view({ phase: "second_card" }), 0, true)).toBe("second");
  const log = [{ seat: 0, move: "draw red", chance: [] }];
  expect(task(view({ log, legal: ["draw red"] }), 0, true)).toBe("more");
  expect(task(view({ log, legal: ["claim west-north with 1 red"] }), 0, true)).toBe("claim");
  expect(task(view({ log, routes: { "west-north": 1 } }), 0, true)).toBe("more");
  expect(task(view({ log, routes: { "west-north": 0 } }), 0, true)).toBeNull();
});

test("what is told is what the board has, each with an example on the map that is still free", () => {
  const told = ["claimed", "tickets", "double", "ferry", "tunnel", "station", "district", "longest", "done"];
  expect(pages(board)).toEqual(told);
  expect(example(board, view(), "ferry")?.routes).toEqual(["south-west"]);
  expect(example(board, view({ routes: { "south-west": 1 } }), "ferry")?.routes).toEqual([]);
  expect(example(board, view(), "double")?.routes).toEqual(["east-south/red", "east-south/blue"]);
  expect(example(board, view({ routes: { "east-south/red": 1 } }), "double")?.routes).toEqual([]);
  expect(example(board, view(), "tickets")?.cities).toEqual(["north", "south"]);
  expect(example(board, view({ stations: { north: 1 } }), "station")?.cities).toEqual(["east"]);
});
