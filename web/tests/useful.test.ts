import { expect, test } from "vitest";
import { stationEffect, ticketLoans } from "../src/lib/game/stations";
import { usefulRoutes } from "../src/lib/game/useful";
import { board, view } from "./small";

const useful = (more: Parameters<typeof view>[0]): Record<string, string[]> =>
  Object.fromEntries(usefulRoutes(board, view(more)));

test("all routes on a shortest missing way serve a ticket, both halves of a double too", () => {
  expect(useful({ tickets: ["north-south"] })).toEqual({
    "west-north": ["north-south"],
    "south-west": ["north-south"],
  });
  expect(useful({ tickets: ["north-south"], routes: { "west-north": 1 } })).toEqual({
    "north-east": ["north-south"],
    "east-south/red": ["north-south"],
    "east-south/blue": ["north-south"],
  });
});

test("one's own routes cost nothing; what is joined, or can't be any more, needs nothing", () => {
  expect(useful({ tickets: ["west-east"], routes: { "north-east": 0 } })).toEqual({ "west-north": ["west-east"] });
  expect(useful({ tickets: ["west-east"], routes: { "north-east": 0, "west-north": 0 } })).toEqual({});
  expect(useful({ tickets: ["west-east"], routes: { "south-west": 1, "west-north": 1 } })).toEqual({});
  expect(useful({ tickets: ["west-east"], seat: null })).toEqual({});
});

test("a station tells which tickets it would complete, and over whose route", () => {
  const now = view({ tickets: ["west-east", "north-south"], routes: { "north-east": 0, "west-north": 1 } });
  const loan = { city: "west", route: "west-north", owner: 1 };
  expect([...stationEffect(board, now, "west")]).toEqual([["west-east", [loan]]]);
  expect([...stationEffect(board, now, "north")]).toEqual([["west-east", [{ ...loan, city: "north" }]]]);
  expect([...stationEffect(board, now, "south")]).toEqual([]);
  expect([...ticketLoans(board, now)]).toEqual([]);
  const built = { ...now, stations: { west: 0 } };
  expect([...ticketLoans(board, built)]).toEqual([["west-east", [loan]]]);
  expect([...stationEffect(board, built, "north")], "it is completed already").toEqual([]);
});

test("only the stations that a ticket needs are named", () => {
  const now = view({
    tickets: ["west-east"],
    routes: { "north-east": 0, "west-north": 1, "north-south": 1 },
    stations: { west: 0, south: 0 },
  });
  expect(ticketLoans(board, now).get("west-east")).toEqual([{ city: "west", route: "west-north", owner: 1 }]);
});
