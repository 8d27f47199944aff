import { describe, expect, test } from "vitest";
import { type HintReason, hintReasons } from "../src/lib/game/hints";
import type { WireView } from "../src/protocol";
import { board, view } from "./small";

const why = (move: string, more: Partial<WireView> = {}): HintReason[] => hintReasons(board, view(more), move);
const cars = (count: number): Partial<WireView> => ({ seats: view().seats.map((seat) => ({ ...seat, cars: count })) });

describe("why to claim a route", () => {
  test("a ticket gets closer, and would need more if somebody else took it", () => {
    expect(why("claim west-north with 1 red")).toEqual([
      { code: "closer", ticket: "north-south", before: 3, after: 2 },
      { code: "detour", ticket: "north-south", more: 2 },
      { code: "points", points: 1 },
    ]);
  });

  test("it completes a ticket", () => {
    const reasons = why("claim south-west with 1 red 1 wild", { routes: { "west-north": 0 } });
    expect(reasons[0]).toEqual({ code: "completes", ticket: "north-south" });
  });

  test("there is no other way", () => {
    const routes = { "north-south": 1, "east-south/red": 1, "east-south/blue": 1 };
    expect(why("claim west-north with 1 red", { routes })).toContainEqual({ code: "only_way", ticket: "north-south" });
  });

  test("it joins a district, or begins the last round", () => {
    const owned = { routes: { "north-east": 0 }, tickets: [] };
    expect(why("claim east-south/red with 3 red", owned)).toEqual([
      { code: "district", district: 2, points: 2 },
      { code: "points", points: 4 },
    ]);
    expect(why("claim north-east with 2 red", { tickets: [], ...cars(4) })[0]).toEqual({ code: "last_round" });
    expect(why("claim north-east with 2 red", { tickets: [], ...cars(4), last_turns: 1 })).toHaveLength(1);
  });

  test("the same holds for the extra cards of a tunnel, and withdrawing saves them", () => {
    const tunnel = { route: "west-north", laid: { red: 1 }, revealed: ["red"], extra: 1 };
    expect(why("pay 1 red", { tunnel })[0]?.code).toBe("closer");
    expect(why("withdraw", { tunnel })).toEqual([{ code: "save_cards", cards: 1 }]);
  });
});

describe("why to draw", () => {
  test("a colour for a route that a ticket needs", () => {
    const more = { routes: { "west-north": 1, "north-south": 1 }, hand: { red: 1 } };
    expect(why("draw red", more)).toEqual([{ code: "collects", colour: "red", have: 1, need: 2, route: "north-east" }]);
  });

  test("the colour of which one has most, for a gray route that a ticket needs", () => {
    const more = { routes: { "north-south": 1, "north-east": 1 }, hand: { blue: 0, red: 0 } };
    const reasons = why("draw blue", more);
    expect(reasons).toEqual([expect.objectContaining({ code: "collects", colour: "blue", have: 0 })]);
    expect(board.route((reasons[0] as { route: string }).route).colour).toBe("gray");
  });

  test("a colour that no ticket needs: for the route of it that brings most and can still be claimed", () => {
    const best = { code: "collects_points", colour: "blue", have: 1, need: 6, route: "north-south", points: 15 };
    const more = { tickets: [], hand: { blue: 1 } };
    expect(why("draw blue", more)).toEqual([best]);
    const taken = { ...more, routes: { "north-south": 1 } };
    expect(why("draw blue", taken)).toEqual([{ ...best, need: 3, route: "east-south/blue", points: 4 }]);
    expect(why("draw blue", { ...taken, closed: ["east-south/blue"] })).toEqual([{ code: "none_open" }]);
    expect(why("draw blue", { ...more, ...cars(2) })).toEqual([{ code: "none_open" }]);
  });

  test("a wild for anything, an unseen card as long as something is missing", () => {
    expect(why("draw wild")).toEqual([{ code: "any_route" }]);
    expect(why("draw blind", { hand: { red: 1 } })).toEqual([{ code: "unseen", missing: 1 }]);
    expect(why("draw blind", { hand: { red: 2, wild: 1 } })).toEqual([{ code: "enough" }]);
    expect(why("draw blind", { tickets: [] })).toEqual([{ code: "none_open" }]);
  });
});

test("why to keep tickets: what they are worth, what they cost, and what their ways share", () => {
  expect(why("keep north-south west-east", { offer: ["north-south", "west-east"], tickets: [] })).toEqual([
    { code: "keep_way", cars: 5, left: 12, points: 13 },
    { code: "keep_shared", cars: 5, apart: 6 },
  ]);
});

test("why to draw tickets: none is open, and cars are left for more", () => {
  expect(why("tickets")).toEqual([{ code: "cars_left", cars: 12 }]);
  expect(why("tickets", { routes: { "north-south": 0 } })[0]).toEqual({ code: "none_open" });
});

test("why to build a station: it completes a ticket by a route of somebody else", () => {
  const routes = { "west-north": 1, "south-west": 0 };
  expect(why("station west with 1 red", { routes })).toEqual([{ code: "completes", ticket: "north-south" }]);
});
