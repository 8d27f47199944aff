import { expect, test } from "vitest";
import type { SeatState, TableState } from "../src/protocol";
import { board } from "./small";

const table = (...colours: number[]): TableState =>
  ({ seats: colours.map((colour) => ({ colour }) as SeatState) }) as TableState;

test("a seat has the colour that its player chose, everywhere", () => {
  const painted = board.painted(table(1, 0));
  expect([painted.paint(0), painted.livery(1).name]).toEqual([1, "red"]);
  expect(painted.route("north-east").length).toBe(2);
  expect(painted.painted(table(1, 0)), "the same colours need no new board").toBe(painted);
  expect(board.paint(0), "the board of other tables stays as it was").toBe(0);
});
