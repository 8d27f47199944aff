import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { during, roll, spacesAlong } from "../src/lib/motion/frames";
import { scenesOf, spread, wayOf } from "../src/lib/motion/scenes";
import { hurry, rolling, SPEEDS, TEMPO } from "../src/lib/motion/tempo";
import { Timers } from "../src/lib/motion/timers";
import type { MovedNotice } from "../src/protocol";
import { board, view } from "./small";

const ROW = ["red", "blue", "green", "white", "black"];

function moved(seat: number, move: string, chance: string[] = []): MovedNotice {
  return { type: "moved", ply: 0, seat, move, chance };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("each speed is slower than the one before, and without motion there is still time to look", () => {
  const motion = SPEEDS.map((speed) => TEMPO[speed].motion);
  expect(motion).toEqual([...motion].sort((a, b) => a - b));
  expect(TEMPO.off).toMatchObject({ motion: 0 });
  expect(TEMPO.off.hold).toBeGreaterThan(0);
});

test("who lags behind catches up: the more waits, the faster it is shown", () => {
  expect([0, 3].map(hurry)).toEqual([1, 1]);
  const faster = [4, 8, 16, 40].map(hurry);
  expect(faster).toEqual([...faster].sort((a, b) => b - a));
  expect(hurry(41)).toBe(0);
});

test("the engine goes first and furthest, and every car arrives after the one before it", () => {
  const runs = rolling(6);
  const ends = runs.map(({ start, length }) => start + length);
  expect(runs[0]!.start).toBe(0);
  expect(ends).toEqual([...ends].sort((a, b) => a - b));
});

test("what moves in a part of a longer time stands still before and after it", () => {
  const frames: Keyframe[] = [{ opacity: 0, easing: "ease-in" }, { opacity: 0.4 }, { opacity: 1 }];
  expect(during(frames, 0.25, 0.75)).toEqual([
    { opacity: 0, offset: 0 },
    { opacity: 0, easing: "ease-in", offset: 0.25 },
    { opacity: 0.4, offset: 0.5 },
    { opacity: 1, offset: 0.75 },
    { opacity: 1, offset: 1 },
  ]);
  expect(during(frames, 0, 1).map((frame) => frame.offset)).toEqual([0, 0.5, 1]);
});

test("a car slows down on its way, and stands on its space at the end", () => {
  const frames = roll(board.layout, Object.keys(board.layout.routes)[0]!, 0);
  const offsets = frames.map((frame) => frame.offset!);
  expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
  const gaps = offsets.slice(1).map((offset, at) => offset - offsets[at]!);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(frames.at(-1)).toMatchObject({ transform: "translate(0.0px,0.0px)", opacity: 1 });
});

test("waiting can be cut short, and what was to be done later is then not done", async () => {
  const timers = new Timers();
  const done: string[] = [];
  const whole = timers.wait(100);
  timers.later(50, () => done.push("in time"));
  timers.later(0, () => done.push("at once"));
  vi.advanceTimersByTime(100);
  expect(await whole).toBe(true);
  const cut = timers.wait(100);
  timers.later(50, () => done.push("never"));
  timers.finish();
  expect(await cut).toBe(false);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(["at once", "in time"]);
});

test("a card that was drawn and the one that fills the row are shown, face down if it is not known", () => {
  const old = view({ row: ROW });
  const now = view({ row: ["red", "red", ...ROW.slice(2)] });
  expect(scenesOf(board, moved(1, "draw blue", ["red"]), old, now).after).toEqual([
    { kind: "take", seat: 1, slot: 1, card: "blue" },
    { kind: "refill", cards: [{ slot: 1, card: "red" }] },
  ]);
  expect(scenesOf(board, moved(1, "draw blind", ["?"]), old, old).after).toEqual([
    { kind: "take", seat: 1, slot: null, card: "blind" },
  ]);
  expect(scenesOf(board, moved(0, "draw blind", ["green"]), old, old).after).toEqual([
    { kind: "take", seat: 0, slot: null, card: "green" },
  ]);
});

test("the place that a card was taken from has a new one, even of the same colour", () => {
  const old = view({ row: ROW });
  expect(scenesOf(board, moved(1, "draw blue", ["blue"]), old, old).after[1]).toEqual({
    kind: "refill",
    cards: [{ slot: 1, card: "blue" }],
  });
});

test("a row that is swept away is shown before the new one", () => {
  const old = view({ row: ["red", "wild", "wild", "blue", "green"] });
  const now = view({ row: ROW });
  const { before, after } = scenesOf(board, moved(0, "draw red", ["wild", ...ROW]), old, now);
  expect(before.map((scene) => scene.kind)).toEqual(["take", "sweep"]);
  expect(after).toEqual([{ kind: "refill", cards: ROW.map((card, slot) => ({ slot, card })) }]);
});

test("a tunnel that asks for more shows no cars until it is paid, and then all that was laid", () => {
  const tunnel = { route: "west-north", laid: { red: 1 }, revealed: ["red", "blue", "wild"], extra: 2 };
  const old = view({ tunnel, phase: "tunnel" });
  expect(scenesOf(board, moved(0, "claim west-north with 1 red"), view(), old).after).toEqual([]);
  const paid = scenesOf(board, moved(0, "pay 1 red 1 wild"), old, view({ routes: { "west-north": 0 } })).after;
  expect(paid[0]).toMatchObject({ kind: "pay", cards: { red: 2, wild: 1 }, target: "west-north" });
  expect(paid[1]).toMatchObject({ kind: "cars", route: "west-north", seat: 0 });
  expect(scenesOf(board, moved(0, "withdraw"), old, view()).after).toEqual([]);
});

test("a payment is spread card by card, wilds last, and not endlessly", () => {
  expect(spread({ wild: 1, red: 2 })).toEqual(["red", "red", "wild"]);
  expect(spread({ red: 20 })).toHaveLength(8);
});

test("the way of a completed ticket goes from its first city to its last, over borrowed routes if it must", () => {
  const own = view({ routes: { "west-north": 0, "south-west": 0 } });
  const [way] = wayOf(board, own, 0, "north-south", "done");
  expect(way).toMatchObject({ kind: "way", from: "north", routes: ["west-north", "south-west"] });
  const lent = view({ routes: { "west-north": 0, "south-west": 1 }, stations: { west: 0 } });
  expect(wayOf(board, lent, 0, "north-south", "station")[0]).toMatchObject({ routes: ["west-north", "south-west"] });
  expect(wayOf(board, view(), 0, "north-south", "done")).toEqual([]);
  const [first, second] = [board.layout.routes["west-north"]!.spaces, board.layout.routes["south-west"]!.spaces];
  expect(spacesAlong(board.layout, ["west-north", "south-west"], "north")).toEqual([...first, ...second]);
});
