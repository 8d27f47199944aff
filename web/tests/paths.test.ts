import { describe, expect, test } from "vitest";
import { Board } from "../src/lib/game/board";
import { bestLoans, districtProgress, isOpen, longestPath, shortestPath, ticketStates } from "../src/lib/game/paths";
import { board, view } from "./small";

describe("the shortest way", () => {
  test("takes the fewest cars", () => {
    expect(shortestPath(board, view(), 0, "north", "south")).toEqual({
      routes: ["west-north", "south-west"],
      missing: ["west-north", "south-west"],
      cars: 3,
    });
  });

  test("uses own routes for nothing, and none of others'", () => {
    const now = view({ routes: { "west-north": 1, "north-east": 0 } });
    const way = shortestPath(board, now, 0, "north", "south");
    expect(way?.cars).toBe(3);
    expect(way?.routes).toEqual(["north-east", "east-south/red"]);
    expect(way?.missing).toEqual(["east-south/red"]);
  });

  test("is not there when all ways are closed", () => {
    const now = view({ routes: { "west-north": 1, "north-east": 1, "north-south": 1 } });
    expect(shortestPath(board, now, 0, "north", "south")).toBeNull();
  });
});

test("a route is open that nobody holds and that the server does not call closed (R6)", () => {
  const twin = board.route("east-south/blue");
  const routes = { "east-south/red": 1 };
  expect(isOpen(view({ routes }), twin)).toBe(true);
  expect(isOpen(view({ routes, closed: ["east-south/blue"] }), twin)).toBe(false);
  expect(isOpen(view({ routes: { "east-south/blue": 0 } }), twin)).toBe(false);
});

test("the shortest path leaves closed routes out", () => {
  const routes = { "east-south/red": 1 };
  expect(shortestPath(board, view({ routes }), 0, "east", "south")?.routes).toEqual(["east-south/blue"]);
  const closed = view({ routes, closed: ["east-south/blue"] });
  expect(shortestPath(board, closed, 0, "east", "south")?.routes).toEqual(["north-east", "west-north", "south-west"]);
});

describe("a ticket", () => {
  const state = (more: Parameters<typeof view>[0]) => ticketStates(board, view(more), 0).get("north-south")?.state;

  test("is open while its way can still be paid in cars", () => {
    expect(state({})).toBe("open");
  });

  test("is lost when too few cars are left", () => {
    const seats = view().seats.map((seat) => ({ ...seat, cars: 2 }));
    expect(state({ seats })).toBe("lost");
  });

  test("is done when own routes join its cities", () => {
    expect(state({ routes: { "north-south": 0 } })).toBe("done");
  });

  test("is done by a station that borrows one route of another player (B3)", () => {
    const routes = { "west-north": 1, "south-west": 0 };
    expect(state({ routes, stations: { north: 0 } })).toBe("station");
    expect(state({ routes, stations: { north: 1 } })).not.toBe("station");
  });
});

describe("a station that stands there", () => {
  const way = (more: Parameters<typeof view>[0]) => ticketStates(board, view(more), 0).get("north-south")?.path;

  test("shortens the way of a ticket by the route that it borrows (B3)", () => {
    const routes = { "west-north": 1 };
    expect(way({ routes, closed: [] })?.cars).toBe(5);
    expect(way({ routes, stations: { north: 0 } })).toEqual({
      routes: ["west-north", "south-west"],
      missing: ["south-west"],
      cars: 2,
    });
  });

  test("borrows one route only", () => {
    const routes = { "west-north": 1, "south-west": 1, "north-east": 1, "north-south": 1 };
    expect(way({ routes, stations: { west: 0 } })).toBeNull();
  });
});

test("stations borrow what brings the most points", () => {
  const now = view({
    routes: { "north-east": 1, "west-north": 1, "south-west": 0 },
    stations: { north: 0 },
    tickets: ["north-south"],
  });
  expect(bestLoans(board, now, 0, now.tickets)).toEqual(["west-north"]);
});

test("of two ways that bring the same points, stations borrow the one that completes more tickets (B3)", () => {
  const ticket = (id: string, b: string, points: number) => ({ id, a: "north", b, points, long: false });
  const tickets = [ticket("dear", "west", 8), ticket("cheap", "south", 5), ticket("cheaper", "south", 3)];
  const other = new Board({ ...board.file, facts: { ...board.facts, tickets } });
  const now = view({
    routes: { "north-south": 1, "west-north": 1 },
    stations: { north: 0 },
    tickets: tickets.map(({ id }) => id),
  });
  expect(bestLoans(other, now, 0, now.tickets)).toEqual(["north-south"]);
});

test("a district counts the cities that are joined to each other", () => {
  expect(districtProgress(board, view(), 0).get(2)).toBe(0);
  const now = view({ routes: { "north-east": 0, "east-south/red": 0 } });
  expect(districtProgress(board, now, 0).get(2)).toBe(3);
  expect(districtProgress(board, now, 1).get(2)).toBe(0);
});

test("the longest path is found by its length and uses no route twice", () => {
  const routes = { "north-east": 0, "east-south/red": 0, "north-south": 0, "west-north": 0 };
  const path = longestPath(board, view({ routes }), 0, 12);
  expect(path).toHaveLength(4);
  expect(new Set(path).size).toBe(4);
});
