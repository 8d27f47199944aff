import { expect, test } from "vitest";
import type { TableState } from "../src/protocol";
import { order, type RunningGame } from "../src/lib/ui/games/running.svelte";
import { type Call, callPath, callText } from "../src/worker/calls";
import { isAsset, isPage, outdated, shellName } from "../src/worker/shell";

test("the shell is kept, and nothing of the API, of boards or of tables", () => {
  expect(["/assets/index-1.js", "/page/fonts/sans.woff2", "/icons/icon-192.png"].every(isAsset)).toBe(true);
  expect(["/api/tables", "/page/boards/usa.json", "/", "/tables/0a", "/healthz", "/worker.js"].some(isAsset)).toBe(
    false,
  );
  expect(["/", "/tables/0a", "/games/0a", "/rules", "/rules/usa", "/lesson"].every(isPage)).toBe(true);
  expect(["/api/tables", "/tablesetting", "/metrics", "/assets/x.js"].some(isPage)).toBe(false);
});

test("of old shells the two latest stay", () => {
  const names = ["a", "b", "c", "d"].map(shellName);
  expect(outdated([...names, "of another", shellName("new")], shellName("new"))).toEqual(names.slice(0, 2));
  expect(outdated([shellName("new")], shellName("new"))).toEqual([]);
});

test("a call speaks the language in which it was asked for", () => {
  const call: Call = { kind: "turn", table: "0a", board: "london", name: "London", who: "Ana", language: "es" };
  expect(callText(call)).toEqual({ title: "Branchline · Londres", body: "Te toca a ti, Ana." });
  expect(callText({ ...call, language: "xx" }).body).toBe("It is your turn, Ana.");
  expect(callText({ ...call, kind: "over", who: "", language: "pt-BR" }).body).toBe("O jogo acabou.");
  expect(callText({ ...call, kind: "rematch", language: "pt-BR" }).body).toContain("revanche");
  expect(callPath(call)).toBe("/tables/0a");
});

test("one's own turn comes first, then games that go on, then those that wait for players", () => {
  const game = (id: string, stage: "open" | "playing", mine: boolean): RunningGame => ({
    table: { id, stage } as TableState,
    seats: [0],
    toMove: [],
    mine,
  });
  const games = [game("waits", "open", false), game("theirs", "playing", false), game("mine", "playing", true)];
  expect(order(games).map((one) => one.table.id)).toEqual(["mine", "theirs", "waits"]);
});
