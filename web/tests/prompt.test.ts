import { describe, expect, test } from "vitest";
import type { Session } from "../src/lib/net/session.svelte";
import { whyNoHint } from "../src/lib/ui/words/hint_refusal";
import type { Intent } from "../src/lib/ui/turn/plan.svelte";
import { promptOf } from "../src/lib/ui/words/prompt";
import type { WireView } from "../src/protocol";
import { board, view } from "./small";

const names = ["Ana", "Bruno"];

/** A session as far as the words need it: connected, on turn, nothing under way. */
function session(more: Partial<Record<keyof Session, unknown>> = {}): Session {
  const idle = {
    seat: 0,
    sending: null,
    pending: null,
    asking: null,
    busy: false,
    connectionState: "open",
    waiting: 0,
    playback: { tunnel: null },
    seatState: () => ({ kind: "player" }),
  };
  const now = { toMove: [0], toAct: true, view: view(), table: { hints: true }, ...idle, ...more };
  return now as unknown as Session;
}

describe("the prompt", () => {
  const says = (now: Partial<WireView>, more = {}, intent: Intent | null = null): string =>
    promptOf({ session: session(more), board, view: view(now), names, intent }).text;

  test("says what to do in each phase of one's turn", () => {
    expect(says({})).toBe("Your turn: draw two cards, claim a route, draw tickets, or build a station");
    expect(says({ phase: "second_card" })).toBe("One more card, but no locomotive that lies face up");
    expect(says({ phase: "keep", starting: true, offer: ["north-south", "west-east"] })).toContain("keep at least 1");
    const tunnel = { route: "west-north", laid: { red: 1 }, revealed: [], extra: 2 };
    expect(says({ phase: "tunnel", tunnel })).toBe("The tunnel: pay 2 more cards, or withdraw");
    expect(says({ legal: ["pass"] })).toContain("pass");
  });

  test("follows what the player is about to do", () => {
    expect(says({}, {}, { kind: "claim", route: "north-east" })).toBe("Choose the cards for North – East");
    expect(says({}, {}, { kind: "station", city: "west" })).toBe("Choose the cards for the station in West");
    expect(says({}, {}, { kind: "place" })).toBe("Choose a city for your station");
    expect(says({}, { asking: "question" })).toBe("A bot is thinking about your move …");
  });

  test("names the tunnel whose cards are being turned", () => {
    const showing = (seat: number) => ({
      playback: { tunnel: { seat, route: "west-north", revealed: [], turned: 0 } },
    });
    expect(says({}, showing(0))).toBe("You try the tunnel West – North");
    expect(says({}, { ...showing(1), toMove: [1] })).toBe("Bruno tries the tunnel West – North");
  });

  test("says whom one waits for, and why", () => {
    const theirs = { toMove: [1], toAct: false };
    expect(says({}, theirs)).toBe("Bruno is playing");
    expect(says({}, { ...theirs, seatState: () => ({ kind: "bot" }) })).toBe("Bruno is thinking");
    expect(says({ phase: "keep" }, theirs)).toBe("Bruno is choosing tickets");
    expect(says({ phase: "second_card" }, theirs)).toBe("Bruno is drawing one more card");
    expect(says({ phase: "tunnel" }, theirs)).toBe("Bruno is in a tunnel: pay more, or withdraw");
    expect(says({ phase: "keep", starting: true }, theirs)).toBe("Bruno is still choosing tickets");
  });
});

test("there is always a word about why there is no hint", () => {
  expect(whyNoHint(session(), names)).toBe("");
  const cases = [
    { view: view({ phase: "over" }) },
    { seat: null },
    { table: { hints: false } },
    { connectionState: "lost" },
    { asking: "question" },
    { pending: "draw red" },
    { sending: "move" },
    { toMove: [1], toAct: false },
    { waiting: 1 },
  ].map((more) => whyNoHint(session(more), names));
  expect(cases.filter((why) => why === "")).toEqual([]);
  expect(cases[7]).toBe("Hints are for your own turn. To move: Bruno");
});
