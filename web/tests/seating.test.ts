import { expect, test } from "vitest";
import {
  botNames,
  changeSeat,
  engineName,
  fitSeats,
  newSeat,
  seatColours,
  seatRequests,
  usualSeats,
} from "../src/lib/ui/games/seating";
import { levels } from "../src/lib/net/api";
import type { SeatState } from "../src/protocol";

const seat = (kind: SeatState["kind"], name = ""): SeatState => ({
  kind,
  name,
  bot: "",
  away: false,
  colour: 0,
  out: "",
});

test("a game against bots with names of their own is one click away", () => {
  const seats = usualSeats("medium", 3);
  expect(seats.map(({ kind }) => kind)).toEqual(["me", "bot", "bot"]);
  expect(new Set(seats.map(({ name }) => name)).size).toBe(3);
  expect(seatRequests(seats, 2)).toEqual([
    { kind: "me", colour: 2 },
    { kind: "bot", bot: "medium", name: seats[1]!.name },
    { kind: "bot", bot: "medium", name: seats[2]!.name },
  ]);
});

test("a seat keeps its place when its player changes, and a bot its name when its level does", () => {
  const seats = usualSeats("medium", 3);
  const harder = changeSeat(seats, seats[1]!.id, "bot", "expert");
  expect(harder[1]).toEqual({ ...seats[1], level: "expert" });
  const friend = changeSeat(harder, seats[1]!.id, "friend", "expert");
  expect(friend.map(({ kind }) => kind)).toEqual(["me", "friend", "bot"]);
  expect(friend[1]!.name).toBe("");
  expect(seatRequests(changeSeat(friend, seats[2]!.id, "here", ""), null).map(({ kind }) => kind)).toEqual([
    "me",
    "friend",
    "friend",
  ]);
});

test("as many seats as the board has", () => {
  const seats = usualSeats("easy", 3);
  expect(fitSeats(seats, 2, 2)).toHaveLength(2);
  expect(fitSeats(seats, 5, 5).map(({ kind }) => kind)).toEqual(["me", "bot", "bot", "bot", "bot"]);
  expect(newSeat("bot", "easy", seats).name).not.toBe(seats[1]!.name);
});

test("no two bots have the same name, whoever named them", () => {
  const names = botNames([seat("bot", "Adler"), seat("bot"), seat("player", "Ana"), seat("bot")]);
  expect(names[0]).toBe("Adler");
  expect(new Set(names).size).toBe(4);
  expect(engineName([])).toBe("Rocket");
});

test("colours that were chosen come first, then each seat its own, then what is left", () => {
  expect(seatColours([null, null, null], 5)).toEqual([0, 1, 2]);
  expect(seatColours([2, null, null], 5)).toEqual([2, 1, 0]);
  expect(seatColours([1, null, null, 0], 5)).toEqual([1, 3, 2, 0]);
  expect(new Set(seatColours([null, null, 0, null, null, null], 5)).size).toBe(6);
});

test("a bot that only this server has is offered after the levels, and goes by its own name", () => {
  const bots = ["novice", "medium", "random", "Mine"];
  expect(levels({ bots, own_bots: ["Mine"] })).toEqual(["novice", "medium", "Mine"]);
  let seats = usualSeats("medium", 3);
  const engine = seats[1]!.name;
  seats = changeSeat(seats, seats[1]!.id, "bot", "Mine");
  seats = changeSeat(seats, seats[2]!.id, "bot", "Mine");
  expect(seats.slice(1).map(({ name }) => name)).toEqual(["Mine", "Mine 2"]);
  seats = changeSeat(seats, seats[1]!.id, "bot", "novice");
  expect(seats[1]!.name).toBe(engine);
});
