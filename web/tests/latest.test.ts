import { expect, test } from "vitest";
import { latestMoves } from "../src/lib/game/latest";
import { board, view } from "./small";

const entry = (seat: number | null, move: string) => ({ seat, move, chance: [] });

test("the last move of each seat is marked if it put something on the board, the newest at the end", () => {
  const now = view({ routes: { "north-east": 0, "south-west": 1 }, stations: { west: 0 } });
  const log = [entry(null, "deal"), entry(0, "claim north-east with 2 red"), entry(1, "claim south-west with 2 wild")];
  expect(latestMoves(log, now)).toEqual([
    { target: "north-east", seat: 0 },
    { target: "south-west", seat: 1 },
  ]);
  log.push(entry(0, "station west with 1 red"));
  expect(latestMoves(log, now)).toEqual([
    { target: "south-west", seat: 1 },
    { target: "west", seat: 0 },
  ]);
  log.push(entry(1, "draw blind"));
  expect(latestMoves(log, now)).toEqual([{ target: "west", seat: 0 }]);
});

test("a tunnel is marked when it is paid for, and not when its player withdraws", () => {
  const log = [entry(0, "claim west-north with 1 red"), entry(0, "pay 1 red")];
  expect(latestMoves(log, view({ routes: { "west-north": 0 } }))).toEqual([{ target: "west-north", seat: 0 }]);
  log[1] = entry(0, "withdraw");
  expect(latestMoves(log, view())).toEqual([]);
});

test("a double is closed for all at a small table only", () => {
  const closed = ["east-south/blue"];
  expect([...board.closedDoubles(view({ closed }))]).toEqual(closed);
  const [seat] = view().seats;
  expect([...board.closedDoubles(view({ closed, seats: [seat!, seat!, seat!] }))]).toEqual([]);
});
