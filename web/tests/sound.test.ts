import { expect, test } from "vitest";
import { VOICES } from "../src/lib/ui/sound/voices";

test("every sound has a voice of its own", () => {
  const voices = Object.values(VOICES);
  expect(new Set(voices).size).toBe(voices.length);
});
