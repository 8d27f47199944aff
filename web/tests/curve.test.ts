import { expect, test } from "vitest";
import { countRows, line, plot, spread } from "../src/lib/ui/layout/curve";
import type { Score } from "../src/protocol";

const frame = { width: 240, height: 120, left: 20, right: 20, top: 10, bottom: 10 };

function score(routes: number, tickets: number, stations: number): Score {
  const total = routes + tickets + stations;
  return { routes, tickets, stations, total, longest: 0, districts: 0, tickets_done: 0, longest_length: 0, rank: 1 };
}

test("the count goes on from the routes, part by part, and ends with the total", () => {
  const scores = [score(40, -7, 8), score(30, 20, 0)];
  const rows = countRows({ scores, winners: [1], tickets: [], borrowed: [] }, ["routes", "tickets", "stations"]);
  expect(rows).toEqual([
    [33, 50],
    [41, 50],
  ]);
});

test("a line stays level until something changes, and is straight in the count", () => {
  const rows = [[0], [0], [10], [10], [20]];
  const counted = [[30], [20]];
  const it = plot(rows, counted, frame);
  expect([it.x(0), it.x(4), it.end]).toEqual([20, 190, 220]);
  expect([it.y(0), it.y(30)]).toEqual([110, 10]);
  expect(line(it, rows, counted, 0)).toBe("M20 110H105V76.7H190V43.3H190L205 10L220 43.3");
});

test("who is below zero is seen, and the scale has round numbers", () => {
  const it = plot(
    [
      [0, 0],
      [60, 2],
      [120, -40],
    ],
    [],
    frame,
  );
  expect(it.y(-40)).toBe(110);
  expect(it.levels).toEqual([0, 100]);
  expect(plot([[0], [93]], [], { ...frame, height: 400 }).levels).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test("what would overlap is moved apart, in its order, and stays inside", () => {
  expect(spread([50, 52, 10], 20, 0, 100)).toEqual([50, 70, 10]);
  expect(spread([95, 96, 97], 20, 0, 100)).toEqual([60, 80, 100]);
  expect(spread([5, 5], 20, 12, 100)).toEqual([12, 32]);
});
