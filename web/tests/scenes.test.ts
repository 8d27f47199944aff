import { expect, test } from "vitest";
import { sweptRows } from "../src/lib/motion/scenes";

const row = ["red", "wild", "wild", "blue", "green"];

test("an ordinary draw sweeps nothing", () => {
  expect(sweptRows(row, "draw red", ["black"])).toEqual([]);
  expect(sweptRows(row, "draw blind", ["?"])).toEqual([]);
  expect(sweptRows(row, "claim a-b with 2 red", [])).toEqual([]);
});

test("the third wild sweeps the row, and what lay there is told (D6)", () => {
  const chance = ["wild", "red", "red", "blue", "green", "black"];
  expect(sweptRows(row, "draw red", chance)).toEqual([["wild", "wild", "wild", "blue", "green"]]);
});

test("a sweep may follow a sweep", () => {
  const chance = ["wild", "wild", "wild", "wild", "red", "red", "blue", "blue", "green", "red", "red"];
  expect(sweptRows(row, "draw red", chance)).toHaveLength(2);
});

test("gaps are filled before anything is swept (D8)", () => {
  expect(sweptRows(["red", null, null, "blue", "green"], "draw blind", ["?", "wild", "wild"])).toEqual([]);
});
