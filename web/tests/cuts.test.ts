import { describe, expect, test } from "vitest";
import { cutTickets } from "../src/lib/game/cuts";
import { longestSoFar } from "../src/lib/game/longest";
import { board, view } from "./small";

describe("a rival's claim", () => {
  test("makes the way of a ticket longer", () => {
    const cuts = cutTickets(board, view(), view({ routes: { "west-north": 1 } }), 0);
    expect(cuts).toMatchObject([{ ticket: "north-south", longer: 2, station: null }]);
    expect(cuts[0]?.way?.routes).toEqual(["north-east", "east-south/red"]);
  });

  test("does nothing to a ticket whose way lies elsewhere, nor to one that is done", () => {
    expect(cutTickets(board, view(), view({ routes: { "north-east": 1 } }), 0)).toEqual([]);
    const done = { "north-south": 0 };
    expect(cutTickets(board, view({ routes: done }), view({ routes: { ...done, "west-north": 1 } }), 0)).toEqual([]);
  });

  const last = { "west-north": 1, "north-east": 1 };
  const closed = { ...last, "north-south": 1 };

  test("leaves no way, but a station would lend one", () => {
    const cuts = cutTickets(board, view({ routes: last }), view({ routes: closed }), 0);
    expect(cuts).toMatchObject([{ ticket: "north-south", longer: null, station: "north" }]);
    expect(cuts[0]?.way?.routes).toEqual(["north-south"]);
  });

  test("leaves no way at all without stations, and a station stands in one city only once", () => {
    const seats = view().seats.map((seat) => ({ ...seat, stations: 0 }));
    const [gone] = cutTickets(board, view({ routes: last, seats }), view({ routes: closed, seats }), 0);
    expect(gone).toEqual({ ticket: "north-south", longer: null, way: null, station: null });
    const stations = { north: 1 };
    const [cut] = cutTickets(board, view({ routes: last, stations }), view({ routes: closed, stations }), 0);
    expect(cut?.station).toBe("south");
  });

  test("is not blamed for what one did oneself", () => {
    const seats = view().seats.map((seat) => ({ ...seat, cars: 1 }));
    expect(cutTickets(board, view(), view({ seats, routes: { "north-east": 0 } }), 0)).toEqual([]);
  });
});

test("the longest path so far uses each route once", () => {
  expect(longestSoFar(board, view(), 0)).toBe(0);
  const routes = { "north-east": 0, "east-south/red": 0, "north-south": 0, "west-north": 0, "south-west": 1 };
  expect(longestSoFar(board, view({ routes }), 0)).toBe(12);
  expect(longestSoFar(board, view({ routes }), 1)).toBe(2);
});
