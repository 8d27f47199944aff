import { expect, test } from "vitest";
import type { Cards } from "../src/lib/game/moves";
import { extraPayments, onlySensible, payments, type Purse, purse } from "../src/lib/game/payments";
import { board, view } from "./small";

const plain = (hand: Cards, needs: Cards = {}): Purse => ({ hand, needs: () => needs, chance: () => 1 });

/** The payments of a route in their order, and the only sensible one, if there is one. */
function ways(cards: string[], purse: Purse, target = "a-b"): { order: string[]; only: string | null } {
  const legal = [...cards.map((text) => `claim ${target} with ${text}`), "draw blind"];
  const list = payments(legal, "claim", purse).get(target)!;
  const name = (move: string): string => move.split(" with ")[1]!;
  const only = onlySensible(list, target, purse);
  return { order: list.map(({ move }) => name(move)), only: only && name(only.move) };
}

test("the payment offered first spares wilds, then large sets", () => {
  const { order } = ways(["2 wild", "1 red 1 wild", "2 red", "2 blue"], plain({ red: 5, blue: 2, wild: 2 }));
  expect(order).toEqual(["2 blue", "2 red", "1 red 1 wild", "2 wild"]);
});

test("of one colour the payment with the fewest wilds is the only sensible one", () => {
  expect(ways(["3 red", "2 red 1 wild", "3 wild"], plain({ red: 3, wild: 3 })).only).toBe("3 red");
  expect(ways(["2 red 1 wild", "1 red 2 wild", "3 wild"], plain({ red: 2, wild: 3 })).only).toBe("2 red 1 wild");
  expect(ways(["2 wild"], plain({ wild: 2 })).only).toBe("2 wild");
});

test("two colours that both fit are a choice, unless one of them costs wilds or what tickets take", () => {
  const hand = { red: 4, blue: 3, wild: 1 };
  expect(ways(["2 red", "2 blue", "1 red 1 wild", "1 blue 1 wild"], plain(hand)).only).toBeNull();
  const needed = ways(["2 red", "2 blue"], plain(hand, { blue: 3 }));
  expect(needed).toEqual({ order: ["2 red", "2 blue"], only: "2 red" });
  expect(ways(["2 red", "2 blue"], plain(hand, { red: 2 })).only, "there are enough red ones for both").toBeNull();
  expect(ways(["4 red", "3 blue 1 wild"], plain(hand)).only).toBe("4 red");
  expect(ways(["4 red", "3 blue 1 wild"], plain(hand, { red: 4 })).only, "wilds against needed cards").toBeNull();
});

test("a tunnel is paid with the colour that leaves a reserve for its extra cards", () => {
  const now = view({ hand: { red: 1, blue: 4 }, tickets: [] });
  const tunnel = ways(["1 red", "1 blue"], purse(board, now), "west-north");
  expect(tunnel.order, "without a tunnel the single card would go first").toEqual(["1 blue", "1 red"]);
  expect(ways(["1 red", "1 blue"], plain(now.hand)).order).toEqual(["1 red", "1 blue"]);
});

test("what tickets take elsewhere counts, but not for the route itself", () => {
  const now = view({ hand: { red: 2, blue: 2 }, tickets: ["west-east"] });
  expect(purse(board, now).needs("north-south")).toEqual({ gray: 1, red: 2 });
  expect(purse(board, now).needs("north-east")).toEqual({ gray: 1 });
});

test("a tunnel's extra cards are paid without wilds if possible", () => {
  const found = extraPayments(["pay 1 wild", "pay 1 red", "withdraw"], plain({ red: 1, wild: 1 }));
  expect(found.map((one) => one.move)).toEqual(["pay 1 red", "pay 1 wild"]);
});
