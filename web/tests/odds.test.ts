import { expect, test } from "vitest";
import type { Cards } from "../src/lib/game/moves";
import { hypergeometric, tunnelOdds, unseenCards } from "../src/lib/game/odds";
import { board, view } from "./small";

/** Every card by itself. */
function each(cards: Cards): string[] {
  return Object.entries(cards).flatMap(([kind, count]) => Array<string>(count).fill(kind));
}

/** The chances by trying every order in which the first of `cards` can come. */
function counted(cards: string[], drawn: number, hit: (card: string) => boolean): number[] {
  const counts = Array<number>(drawn + 1).fill(0);
  const draw = (left: string[], more: number, hits: number): void => {
    if (!more) counts[hits]! += 1;
    else
      left.forEach((card, at) =>
        draw(
          left.filter((_, one) => one !== at),
          more - 1,
          hits + Number(hit(card)),
        ),
      );
  };
  draw(cards, drawn, 0);
  const all = counts.reduce((sum, one) => sum + one, 0);
  return counts.map((one) => one / all);
}

function close(one: number[], other: number[]): void {
  expect(one.length).toBe(other.length);
  one.forEach((chance, at) => expect(chance).toBeCloseTo(other[at]!, 12));
}

test("the chances are those of counting every order", () => {
  const cards = [..."hhhhmmmmm"];
  for (const drawn of [0, 1, 2, 3])
    close(
      hypergeometric(9, 4, drawn),
      counted(cards, drawn, (card) => card === "h"),
    );
  close(hypergeometric(3, 3, 3), [0, 0, 0, 1]);
  close(hypergeometric(3, 0, 3), [1, 0, 0, 0]);
});

test("what is unseen is all but the hand, the row, the discards and what is known of the others", () => {
  const now = view({ discards: { red: 2, wild: 1 } });
  now.seats[1]!.known = { blue: 2 };
  expect(unseenCards(board, now)).toEqual({ red: 12 - 2 - 2 - 2, blue: 12 - 2 - 2 - 1, wild: 8 - 1 - 1 - 1 });
});

test("a colour costs more for itself and for wilds, and the rest of the hand has to pay it", () => {
  const now = view({ hand: { red: 3, blue: 1, wild: 1 } });
  const unseen = each(unseenCards(board, now));
  const red = tunnelOdds(board, now, { red: 1 });
  close(
    red.extra,
    counted(unseen, 3, (card) => card === "red" || card === "wild"),
  );
  expect(red.pay, "two red cards and a wild are left").toBeCloseTo(1);
  const blue = tunnelOdds(board, now, { blue: 1 });
  expect(blue.pay, "one wild is left").toBeCloseTo(blue.extra[0]! + blue.extra[1]!);
});

test("wilds alone cost more for wilds alone, and only wilds pay it", () => {
  const now = view({ hand: { red: 5, wild: 2 } });
  const odds = tunnelOdds(board, now, { wild: 1 });
  close(
    odds.extra,
    counted(each(unseenCards(board, now)), 3, (card) => card === "wild"),
  );
  expect(odds.pay).toBeCloseTo(odds.extra[0]! + odds.extra[1]!);
});

test("when the pile runs out the discards are shuffled; with fewer than three cards fewer are revealed", () => {
  const now = view({ hand: { red: 2 }, pile: 1, discards: { red: 1, blue: 3 } });
  const unseen = each(unseenCards(board, now));
  const hit = (card: string): boolean => card === "red" || card === "wild";
  const [one, two] = [counted(unseen, 1, hit), counted(each(now.discards), 2, hit)];
  close(tunnelOdds(board, now, { red: 1 }).extra, [
    one[0]! * two[0]!,
    one[0]! * two[1]! + one[1]! * two[0]!,
    one[0]! * two[2]! + one[1]! * two[1]!,
    one[1]! * two[2]!,
  ]);
  close(tunnelOdds(board, view({ pile: 0, discards: {} }), { red: 1 }).extra, [1, 0, 0, 0]);
});
