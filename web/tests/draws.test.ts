import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Draws, SEEN_AFTER } from "../src/lib/ui/turn/draws.svelte";

let now = 0;
let draws: Draws;

beforeEach(() => {
  vi.useFakeTimers();
  now = 1000;
  draws = new Draws(() => now);
  draws.show(["red", "blue", "green"], "before");
});
afterEach(() => {
  draws.stop();
  vi.useRealTimers();
});

/** A click: the press begins, and ends a little later. */
function click(slot: number | "pile", at: number, held = 60): boolean {
  draws.press(slot, at);
  return draws.isSeen(slot, at + held);
}

test("what lies there at first can be taken, and a card beside one that was taken too", () => {
  expect(click(0, 1001)).toBe(true);
  now = 1100;
  draws.show(["yellow", "blue", "green"], "after");
  expect(click(1, 1120)).toBe(true);
});

test("the second half of a double click does not take the refill, one that comes later does", () => {
  now = 1100;
  draws.show(["yellow", "blue", "green"], "after");
  expect([...draws.fresh]).toEqual([0]);
  expect(click(0, 1150)).toBe(false);
  expect(click(0, 1100 + SEEN_AFTER - 1)).toBe(false);
  expect(click(0, 1100 + SEEN_AFTER)).toBe(true);
  now = 1100 + SEEN_AFTER;
  vi.advanceTimersByTime(SEEN_AFTER);
  expect(draws.fresh.size).toBe(0);
});

test("a press that began before the card changed does not take the new one, however long it is held", () => {
  draws.press(0, 1050);
  now = 1100;
  draws.show(["yellow", "blue", "green"], "after");
  expect(draws.isSeen(0, 9000)).toBe(false);
  expect(draws.isSeen(0, 9001), "a click without a press, as screen readers make it").toBe(true);
});

test("a click that was made before the page could show the card does not take it, even if it is handled later", () => {
  now = 3000; // the page was busy
  draws.show(["yellow", "blue", "green"], "after");
  expect(click(0, 1200)).toBe(false);
});

test("the same colour that comes again to the same place is a new card, and so is the next one of the pile", () => {
  for (const [at, slot] of (["pile", 0] as const).entries()) {
    now = 2000 + 1000 * at;
    draws.take(slot, `before ${slot}`);
    draws.show(["red", "blue", "green"], `before ${slot}`);
    expect(draws.isTaken(slot)).toBe(true);
    expect(draws.fresh.size, "nothing has come yet").toBe(0);
    draws.show(["red", "blue", "green"], `after ${slot}`);
    expect(draws.isTaken(slot)).toBe(false);
    expect([...draws.fresh]).toEqual([slot]);
    expect(click(slot, now + 200)).toBe(false);
    expect(click(1, now + 200)).toBe(true);
    expect(click(slot, now + SEEN_AFTER)).toBe(true);
    draws.show(["red", "blue", "green"], "later");
  }
});

test("a card that the server refused to give can be taken again", () => {
  draws.take(0, "before");
  draws.settle("before");
  expect(draws.isTaken(0)).toBe(false);
  expect(click(0, 1001)).toBe(true);
  draws.take(0, "before");
  now = 1100;
  draws.show(["red", "blue", "green"], "after");
  draws.settle("after");
  expect(click(0, 1150), "another one of its colour has come").toBe(false);
});
