import { expect, test } from "vitest";
import { runningSeat } from "../src/lib/game/record";

const GAME = `branchline record 1 #71ac
board london 2bf3d19634036be2 #82f6
seats 2 #5fc7
moves #742a
- deal > blue wild #a2ba
0 keep a-b by hybrid:misjudge=12@5 #88a5
1 keep c-d #a3a6
0 draw blind by hybrid:misjudge=12@5 > pink #8e18
`;

test("a game that has not ended goes on in the seat of whoever is no bot", () => {
  expect(runningSeat(`${GAME}end 3 open #dad4\n`)).toBe(1);
  expect(runningSeat(`${GAME}end 3 over 10 20 #dad4\n`)).toBeNull();
});
