import { expect, test } from "vitest";
import { finalSteps, totals } from "../src/lib/game/final_story";
import type { OverNotice, Score } from "../src/protocol";
import { board, view } from "./small";

const zero: Score = {
  routes: 0,
  tickets: 0,
  longest: 0,
  stations: 0,
  districts: 0,
  total: 0,
  tickets_done: 0,
  longest_length: 0,
  rank: 1,
};

test("failures are told first, then successes, then bonuses; and it adds up", () => {
  const over: OverNotice = {
    type: "over",
    winners: [0],
    scores: [
      { ...zero, routes: 15, tickets: 8, longest: 10, stations: 12, total: 45, longest_length: 6 },
      { ...zero, routes: 1, tickets: -5, stations: 8, total: 4 },
    ],
    tickets: [["north-south"], ["west-east"]],
    borrowed: [{}, {}],
    secret: "",
  };
  const now = view({ routes: { "north-south": 0, "west-north": 1 } });
  const steps = finalSteps(board, now, over);
  expect(steps.map((step) => (step.kind === "ticket" ? step.done : step.kind))).toEqual([
    false,
    true,
    "stations",
    "longest",
  ]);
  expect(steps.at(-1)?.routes).toEqual(["north-south"]);
  expect(totals(over, steps, 0)).toEqual([15, 1]);
  expect(totals(over, steps, steps.length)).toEqual([45, 4]);
});

test("a ticket completed over a borrowed route shows that route", () => {
  const over: OverNotice = {
    type: "over",
    winners: [0],
    scores: [zero, zero],
    tickets: [["north-south"], []],
    borrowed: [{ north: "west-north" }, {}],
    secret: "",
  };
  const now = view({ routes: { "south-west": 0, "west-north": 1 } });
  const steps = finalSteps(board, now, over);
  expect(steps.map((step) => [step.kind, step.cities, step.routes])).toEqual([
    ["loan", ["north"], ["west-north"]],
    ["ticket", ["north", "south"], ["west-north", "south-west"]],
  ]);
});

test("each district that a seat has joined is a step of its own, with the routes that join it", () => {
  const over: OverNotice = {
    type: "over",
    winners: [1],
    scores: [zero, { ...zero, districts: 2 }],
    tickets: [[], []],
    borrowed: [{}, {}],
    secret: "",
  };
  const now = view({ routes: { "north-east": 1, "east-south/red": 1, "west-north": 0 } });
  expect(finalSteps(board, now, over)).toEqual([
    {
      kind: "district",
      seat: 1,
      district: 2,
      points: [0, 2],
      cities: ["north", "east", "south"],
      routes: ["north-east", "east-south/red"],
    },
  ]);
});
