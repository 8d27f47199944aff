import { expect, test } from "vitest";
import { HotSeat } from "../src/lib/net/hotseat.svelte";
import type { Session } from "../src/lib/net/session.svelte";

/** A session as far as the hot-seat looks at it. */
function sitting(seat: number, toMove: number[], more: Partial<Session> = {}): Session {
  return {
    seat,
    toMove,
    number: 5,
    busy: false,
    sending: null,
    view: { phase: "turn" },
    ...more,
  } as Session;
}

test("the device goes to who is to move, behind the curtain", () => {
  const [ana, bruno] = [sitting(0, [1]), sitting(1, [1])];
  const hotseat = new HotSeat([ana, bruno]);
  hotseat.lift();
  expect(hotseat.session).toBe(ana);
  expect(hotseat.next).toBe(bruno);
  hotseat.pass();
  expect(hotseat.curtain).toBe(true);
  expect(hotseat.session).toBe(bruno);
  expect(hotseat.next).toBeNull();
});

test("it stays while one is to move, a bot is, a move is under way, or the game is over", () => {
  const bruno = sitting(1, [1]);
  for (const ana of [
    sitting(0, [0]),
    sitting(0, [2]),
    sitting(0, [1], { sending: "x" }),
    sitting(0, [1], { view: { phase: "over" } as Session["view"] }),
  ]) {
    expect(new HotSeat([ana, bruno]).next).toBeNull();
  }
});

test("who has not heard the latest yet does not pass it on", () => {
  const late = sitting(0, [1], { number: 4 });
  expect(new HotSeat([late, sitting(1, [0])]).next).toBeNull();
});

test("alone there is no curtain", () => {
  expect(new HotSeat([sitting(0, [0])]).curtain).toBe(false);
});
