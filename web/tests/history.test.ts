import { expect, test } from "vitest";
import { gameHistory, type Moment } from "../src/lib/game/history";
import { eventsOf } from "../src/lib/game/events";
import { type Ending, endingOf } from "../src/lib/game/ending";
import { readRecord, readStart } from "../src/lib/game/record";
import { turningPoints } from "../src/lib/game/turning_points";
import type { Score, WireView } from "../src/protocol";
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

/** A record with these moves. */
function record(...moves: string[]): string {
  const lines = ["branchline record 1", "board small 0", "seats 2", "first 0", "moves", "- deal > red", ...moves];
  return [...lines, `end ${moves.length} over`].map((line) => `${line} #12ab\n`).join("");
}

function ending(tickets: string[][], borrowed: Record<string, string>[] = [{}, {}]): Ending {
  return { scores: [zero, zero], winners: [0], tickets, borrowed };
}

/** The history of a game of two with these moves. */
function told(last: Partial<WireView>, end: Ending, ...moves: string[]) {
  return gameHistory(board, readRecord(record(...moves)), view(last), end);
}

test("a record is read without its checks and its bots", () => {
  expect(readRecord(record("0 draw blind by rush:min=5@1 > red", "1 claim north-east with 2 red"))).toEqual([
    { seat: null, move: "deal", chance: ["red"] },
    { seat: 0, move: "draw blind", chance: ["red"] },
    { seat: 1, move: "claim north-east with 2 red", chance: [] },
  ]);
});

test("a tunnel stands when it is paid for, and stays shut when its player withdraws", () => {
  const moves = [
    "0 claim west-north with 1 red > red red blue",
    "0 withdraw",
    "1 claim west-north with 1 red > blue red blue",
    "1 pay 1 red",
    "0 claim north-east with 2 red",
  ];
  expect(eventsOf(readRecord(record(...moves)))).toEqual({
    plies: 5,
    events: [
      { ply: 2, seat: 0, kind: "shut", route: "west-north" },
      { ply: 4, seat: 1, kind: "claim", route: "west-north" },
      { ply: 5, seat: 0, kind: "claim", route: "north-east" },
    ],
  });
});

test("the worth after every move is routes and completed tickets", () => {
  const story = told(
    { routes: { "west-north": 0, "north-east": 0, "east-south/red": 0 } },
    ending([["west-east", "north-south"], []]),
    "0 keep west-east north-south",
    "1 keep north-south",
    "0 claim west-north with 1 red",
    "1 draw red > blue",
    "0 claim north-east with 2 red",
    "0 claim east-south/red with 3 red",
  );
  expect(story.worth.map(([first]) => first)).toEqual([0, 0, 0, 1, 1, 8, 20]);
  expect(story.moments).toEqual([
    { kind: "done", ply: 5, seat: 0, route: "north-east", tickets: ["west-east"], points: 5 },
    { kind: "done", ply: 6, seat: 0, route: "east-south/red", tickets: ["north-south"], points: 8 },
  ]);
});

test("a claim hurts whose way gets three longer; without a way or the cars for it, the ticket has died", () => {
  const story = told(
    { routes: { "west-north": 1, "north-east": 1, "north-south": 1 } },
    ending([["north-south"], []]),
    "0 keep north-south",
    "1 claim west-north with 1 red", // 3 by west: now 5 by east
    "1 claim north-east with 2 red", // now 6
    "1 claim north-south with 6 blue",
  );
  const [hurt] = [story.moments.filter(({ kind }) => kind === "cut")];
  expect(hurt).toEqual([
    { kind: "cut", ply: 4, seat: 1, route: "north-south", hurt: [{ seat: 0, ticket: "north-south", longer: null }] },
  ]);
  expect([...story.deaths[0]!]).toEqual([["north-south", { ply: 4, by: 1, route: "north-south" }]]);
});

test("a ticket dies by one's own claims too, when too few cars are left; some were possible until the end", () => {
  const story = told(
    { routes: { "north-south": 0, "east-south/red": 0, "north-east": 0, "west-north": 1 } },
    ending([["west-east"], ["north-south"]]),
    "0 keep west-east",
    "1 keep north-south",
    "1 claim west-north with 1 red",
    "0 claim north-south with 6 blue",
    "0 claim east-south/red with 3 red", // three cars are left, and west is two away
    "0 claim north-east with 2 red",
  );
  expect(story.deaths[0]!.get("west-east")).toEqual({ ply: 6, by: 0, route: "north-east" });
  expect(story.deaths[1]!.get("north-south")).toBeNull(); // by west
});

test("at a small table the other half of a double is closed to everybody", () => {
  const story = told(
    { routes: { "east-south/red": 1 } },
    ending([["north-south"], []]),
    "1 claim south-west with 2 red",
    "0 keep north-south",
    "1 claim east-south/red with 3 red",
  );
  expect(story.moments).toEqual([]); // by east it took 5, by the long route 6
  expect([...story.deaths[0]!]).toEqual([["north-south", null]]);
});

test("a station that completes a ticket at the count is a moment, and so is a tunnel that stays shut again", () => {
  const story = told(
    { routes: { "south-west": 0, "west-north": 1 }, stations: { north: 0 } },
    ending([["north-south"], []], [{ north: "west-north" }, {}]),
    "0 keep north-south",
    "0 claim west-north with 1 red > red red red",
    "0 withdraw",
    "0 claim west-north with 1 red > red red red",
    "0 withdraw",
    "1 claim west-north with 1 red",
    "0 claim south-west with 2 red",
    "0 station north with 1 red",
  );
  expect(story.moments).toContainEqual({ kind: "shut", ply: 5, seat: 0, route: "west-north", times: 2 });
  const saved = { kind: "station", ply: 8, seat: 0, city: "north", route: "west-north", points: 8 };
  expect(story.moments).toContainEqual({ ...saved, tickets: ["north-south"] });
  expect(story.deaths[0]!.size).toBe(0);
});

test("a ticket that is joined already when it is kept is a gift", () => {
  const story = told(
    { routes: { "north-south": 0 } },
    ending([["north-south"], []]),
    "0 claim north-south with 6 blue",
    "0 keep north-south",
  );
  expect(story.moments).toEqual([{ kind: "gift", ply: 2, seat: 0, tickets: ["north-south"], points: 8 }]);
  expect(story.worth).toEqual([
    [0, 0],
    [15, 0],
    [23, 0],
  ]);
});

test("the heaviest are told, in their order, one for a move, and not all of a kind", () => {
  const story = told({}, ending([[], []]), "0 draw red");
  const done = (ply: number, points: number): Moment => {
    return { kind: "done", ply, seat: 0, route: "north-east", tickets: [], points };
  };
  const moments = [done(1, 20), done(2, 18), done(2, 17), done(3, 16)];
  const shut: Moment = { kind: "shut", ply: 9, seat: 1, route: "west-north", times: 5 }; // 1 + 10
  const plies = (most: number): number[] =>
    turningPoints(board, { ...story, moments: [...moments, shut] }, most).map(({ ply }) => ply);
  expect(plies(2)).toEqual([1, 9]);
  expect(plies(3)).toEqual([1, 2, 9]);
  expect(plies(9)).toEqual([1, 2, 3, 9]);
});

test("the ending is found from the last position, loans included; there is none while a game goes on", () => {
  const last = { routes: { "south-west": 0, "west-north": 1 }, stations: { north: 0 } };
  const scores = [zero, { ...zero, rank: 2 }];
  expect(endingOf(board, view(last))).toBeNull();
  expect(endingOf(board, view({ ...last, scores, revealed: [["north-south"], []] }))).toEqual({
    scores,
    winners: [0],
    tickets: [["north-south"], []],
    borrowed: [{ north: "west-north" }, {}],
  });
});

test("a game that began in a position begins with what stood there", () => {
  const start = {
    routes: [["north-east"], []],
    tickets: [["west-east"], ["north-south"]],
    tunnel: { route: "west-north" },
  };
  const text = record("0 pay 1 red", "1 claim south-west with 2 red").replace(
    "moves #12ab\n",
    `setup ${JSON.stringify(start)} #12ab\nmoves #12ab\n`,
  );
  expect(readStart(text)).toEqual(start);
  expect(readStart(record())).toBeNull();
  const found = gameHistory(board, readRecord(text), view({}), ending([["west-east"], []]), readStart(text));
  const [two, one] = [board.points(board.route("north-east")), board.points(board.route("west-north"))];
  expect(found.worth.map(([mine]) => mine)).toEqual([two, two + one + 5, two + one + 5]);
  expect(found.moments[0]).toMatchObject({ kind: "done", ply: 1, seat: 0, route: "west-north" });
  expect(found.moments.every(({ ply }) => ply > 0)).toBe(true);
});
