import { expect, test } from "vitest";
import { undoSeconds } from "../src/lib/net/undo.svelte";

test("a route, a station and tickets wait, so that they can be taken back", () => {
  for (const move of ["claim a-b with 2 red", "station a with 1 red", "keep a-b"])
    expect(undoSeconds(move, 3, null)).toBe(3);
});

test("cards are drawn at once", () => {
  for (const move of ["draw red", "draw blind", "tickets", "pay 1 red", "withdraw", "pass"]) {
    expect(undoSeconds(move, 3, null)).toBe(0);
  }
});

test("nothing waits when it is not wanted, or when the clock is short", () => {
  expect(undoSeconds("keep a-b", 0, null)).toBe(0);
  expect(undoSeconds("keep a-b", 3, 10)).toBe(0);
  expect(undoSeconds("keep a-b", 3, 60)).toBe(3);
});
