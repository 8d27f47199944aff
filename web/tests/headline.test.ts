import { expect, test } from "vitest";
import type { GameHistory, Moment } from "../src/lib/game/history";
import type { Ending } from "../src/lib/game/ending";
import { headline, subline } from "../src/lib/game/headline";
import type { Score } from "../src/protocol";
import { board } from "./small";

function score(rank: number, total: number, more: Partial<Score> = {}): Score {
  const none = { tickets: 0, longest: 0, stations: 0, districts: 0, tickets_done: 0, longest_length: 0 };
  return { ...none, routes: total, total, rank, ...more };
}

function ending(...scores: Score[]): Ending {
  const winners = scores.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : []));
  return { scores, winners, tickets: scores.map(() => []), borrowed: scores.map(() => ({})) };
}

function story(worth: number[][], moments: Moment[] = [], deaths: string[][] = [[], []]): GameHistory {
  const died = deaths.map((ids) => new Map(ids.map((id) => [id, null])));
  return { plies: worth.length - 1, worth, moments, deaths: died };
}

const close = story([
  [0, 0],
  [4, 1],
  [2, 5],
  [8, 6],
  [8, 9],
  [40, 38],
]);

test.each<[string, Ending, GameHistory | null, object]>([
  ["shared", ending(score(1, 40), score(1, 40)), close, { kind: "shared", seats: [0, 1], points: 40 }],
  [
    "level, and decided by the rule of the board",
    ending(score(2, 40, { tickets_done: 1 }), score(1, 40, { tickets_done: 3 })),
    close,
    { kind: "level", seat: 1, points: 40, by: "tickets" },
  ],
  [
    "against somebody who gave up with more points",
    ending(score(2, 50), score(1, 40)),
    close,
    { kind: "alone", seat: 1, loser: 0 },
  ],
  ["narrow", ending(score(1, 42), score(2, 40)), close, { kind: "narrow", seat: 0, margin: 2 }],
  ["clear", ending(score(1, 80), score(2, 40)), null, { kind: "clear", seat: 0, margin: 40 }],
  ["in between", ending(score(2, 40), score(1, 52)), null, { kind: "plain", seat: 1, margin: 12 }],
  [
    "by the longest path",
    ending(score(1, 50, { routes: 40, longest: 10 }), score(2, 42)),
    close,
    { kind: "longest", seat: 0, margin: 8 },
  ],
  [
    "by districts",
    ending(score(1, 20, { routes: 15, districts: 5 }), score(2, 18, { districts: 2 })),
    close,
    { kind: "districts", seat: 0, margin: 2 },
  ],
  [
    "by a station",
    ending(score(1, 50), score(2, 40)),
    story(close.worth, [
      { kind: "station", ply: 3, seat: 0, city: "north", route: "west-north", tickets: ["north-south"], points: 8 },
    ]),
    { kind: "station", seat: 0, margin: 10, city: "north" },
  ],
  [
    "by a ticket that the second missed: the smallest that would have been enough",
    ending(score(1, 50), score(2, 41)),
    story(close.worth, [], [[], ["north-south", "west-east"]]),
    { kind: "missed", seat: 0, margin: 9, ticket: "west-east", loser: 1 },
  ],
  [
    "a comeback",
    ending(score(1, 50), score(2, 40)),
    story([
      [0, 0],
      [1, 9],
      [2, 30],
      [50, 40],
    ]),
    { kind: "comeback", seat: 0, margin: 10, behind: 28 },
  ],
  [
    "a ticket at the last moment",
    ending(score(1, 50), score(2, 42)),
    story(close.worth, [{ kind: "done", ply: 5, seat: 0, route: "north-east", tickets: [], points: 8 }]),
    { kind: "late", seat: 0, margin: 8 },
  ],
  [
    "ahead from early on",
    ending(score(1, 50), score(2, 40)),
    story([
      [0, 0],
      [5, 1],
      [9, 8],
      [20, 15],
      [50, 40],
    ]),
    { kind: "ahead", seat: 0, margin: 10, ply: 1 },
  ],
  [
    "by tickets",
    ending(score(1, 60, { routes: 30, tickets: 30 }), score(2, 50, { routes: 48, tickets: 2 })),
    close,
    { kind: "tickets", seat: 0, margin: 10 },
  ],
])("%s", (_, end, told, expected) => {
  expect(headline(board, end, told)).toEqual(expected);
});

test("the line below tells who led before the count, how often the lead changed, or from when on", () => {
  const won = ending(score(1, 50), score(2, 40));
  const head = headline(board, won, close);
  expect(
    subline(
      won,
      story([
        [0, 0],
        [30, 36],
      ]),
      head,
    ),
  ).toEqual({ kind: "before_count", seat: 1, lead: 6 });
  const often = story([
    [0, 0],
    [2, 0],
    [2, 3],
    [4, 3],
    [4, 5],
    [9, 5],
  ]);
  expect(subline(won, often, head)).toEqual({ kind: "changes", times: 4 });
  expect(
    subline(
      won,
      story([
        [0, 0],
        [0, 2],
        [4, 2],
        [9, 5],
      ]),
      head,
    ),
  ).toEqual({ kind: "ahead", seat: 0, ply: 2 });
  expect(subline(won, null, head)).toEqual({ kind: "made_of", seat: 0, score: won.scores[0] });
});
