import { describe, expect, test } from "vitest";
import { Board } from "../src/lib/game/board";
import { cardNeeds } from "../src/lib/game/needs";
import { allNeeds, shortestPath, ticketStates } from "../src/lib/game/paths";
import type { Route } from "../src/protocol";
import { board as small, file, view } from "./small";

/** A board with routes of these lengths and colours, named by letters. */
function boardOf(...wanted: [colour: string, length: number, more?: Partial<Route>][]): Board {
  const routes = wanted.map(([colour, length, more], at) => ({
    id: "abcdefgh"[at]!,
    a: "north",
    b: "south",
    length,
    colour,
    tunnel: false,
    ferry: 0,
    twin: null,
    ...more,
  }));
  return new Board({ ...file, facts: { ...file.facts, colours: ["red", "blue", "green"], routes } });
}

describe("what a way still takes", () => {
  test("is nothing where nothing is missing", () => {
    expect(cardNeeds(small, { red: 3 }, [])).toEqual({ cards: 0, have: 0, missing: [], tunnels: 0 });
  });

  test("is named by colour, without what the hand has", () => {
    const board = boardOf(["red", 3], ["blue", 4], ["red", 2]);
    expect(cardNeeds(board, { red: 4, blue: 1, green: 6 }, ["a", "b", "c"])).toEqual({
      cards: 9,
      have: 5,
      missing: [
        { colour: "red", count: 1 },
        { colour: "blue", count: 3 },
      ],
      tunnels: 0,
    });
  });

  test("counts a route once that is asked for twice", () => {
    expect(cardNeeds(boardOf(["red", 3]), {}, ["a", "a"]).cards).toBe(3);
  });

  test("takes one colour for a gray route: the smallest set that pays it", () => {
    const board = boardOf(["gray", 3], ["gray", 4]);
    expect(cardNeeds(board, { red: 5, blue: 4, green: 3 }, ["a", "b"])).toMatchObject({ have: 7, missing: [] });
  });

  test("names the colour of a gray route when the hand has half of it, or else leaves it open", () => {
    const board = boardOf(["gray", 4]);
    expect(cardNeeds(board, { blue: 2 }, ["a"])).toMatchObject({ have: 2, missing: [{ colour: "blue", count: 2 }] });
    expect(cardNeeds(board, { blue: 1 }, ["a"])).toMatchObject({ have: 0, missing: [{ colour: "gray", count: 4 }] });
  });

  test("leaves the cards of coloured routes to them before gray ones get any", () => {
    const board = boardOf(["gray", 2], ["red", 3]);
    expect(cardNeeds(board, { red: 3 }, ["a", "b"])).toMatchObject({
      have: 3,
      missing: [{ colour: "gray", count: 2 }],
    });
  });

  test("says each gray route apart: two of them need not have the same colour", () => {
    const board = boardOf(["gray", 2], ["gray", 3]);
    expect(cardNeeds(board, {}, ["a", "b"]).missing).toEqual([
      { colour: "gray", count: 3 },
      { colour: "gray", count: 2 },
    ]);
  });

  test("keeps wilds for ferries first, and asks for those that are missing", () => {
    const board = boardOf(["gray", 4, { ferry: 2 }], ["red", 2]);
    expect(cardNeeds(board, { wild: 1, blue: 2, red: 1 }, ["a", "b"])).toEqual({
      cards: 6,
      have: 4,
      missing: [
        { colour: "red", count: 1 },
        { colour: "wild", count: 1 },
      ],
      tunnels: 0,
    });
  });

  test("lets other wilds fill the smallest gaps, so that most routes can be claimed", () => {
    const board = boardOf(["red", 1], ["blue", 4]);
    expect(cardNeeds(board, { wild: 2 }, ["a", "b"])).toMatchObject({
      have: 2,
      missing: [{ colour: "blue", count: 3 }],
    });
  });

  test("counts tunnels, which may take more", () => {
    expect(cardNeeds(boardOf(["red", 2, { tunnel: true }], ["red", 1]), { red: 9 }, ["a", "b"])).toMatchObject({
      have: 3,
      tunnels: 1,
    });
  });
});

describe("all tickets together", () => {
  test("pay a route once that serves two of them", () => {
    const now = view({ tickets: ["north-south", "west-east"], hand: {} });
    const states = ticketStates(small, now, 0);
    const each = [...states.values()].map(({ path }) => path!.cars);
    expect(each).toEqual([3, 3]);
    expect(allNeeds(small, now, states.values()).cards).toBe(5); // west-north is on both ways
  });

  test("leave out what is completed, also thanks to a station (B3)", () => {
    const routes = { "west-north": 1, "south-west": 0 };
    const now = view({ routes, stations: { north: 0 } });
    const states = ticketStates(small, now, 0);
    expect(states.get("north-south")).toEqual({
      state: "station",
      path: { routes: ["west-north", "south-west"], missing: [], cars: 0 },
      needs: null,
    });
    expect(allNeeds(small, now, states.values()).cards).toBe(0);
  });

  test("say for each of them what it takes", () => {
    const states = ticketStates(small, view({ hand: { blue: 1 } }), 0);
    expect(states.get("north-south")?.needs).toEqual({
      cards: 3,
      have: 1, // of south-west, a ferry of two
      missing: [
        { colour: "gray", count: 1 },
        { colour: "wild", count: 1 },
      ],
      tunnels: 1,
    });
  });
});

describe("of a double route", () => {
  const way = (more: Parameters<typeof view>[0]) =>
    shortestPath(small, view({ routes: { "north-east": 0 }, ...more }), 0, "north", "south")?.missing;

  test("the way takes the half that the hand pays better", () => {
    const others = { "north-east": 0, "west-north": 1 };
    expect(way({ routes: others, hand: { blue: 2, red: 1 } })).toEqual(["east-south/blue"]);
    expect(way({ routes: others, hand: { blue: 1, red: 2 } })).toEqual(["east-south/red"]);
  });

  test("the way leaves out the half that is closed, whatever the hand has", () => {
    const now = { routes: { "north-east": 0, "west-north": 1 }, closed: ["east-south/blue"], hand: { blue: 9 } };
    expect(way(now)).toEqual(["east-south/red"]);
  });
});
