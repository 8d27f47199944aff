import { expect, test } from "vitest";
import { TUNES } from "../src/lib/ui/sound";

test("every sound is a tune of its own", () => {
  const tunes = Object.values(TUNES).map(({ wave, notes }) => JSON.stringify([wave, notes]));
  expect(new Set(tunes).size).toBe(6);
});
