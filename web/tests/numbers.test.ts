import { afterEach, expect, test } from "vitest";
import { fill } from "../src/i18n/index.svelte";
import { points } from "../src/lib/review/reading";
import { settings } from "../src/lib/ui/browser/settings.svelte";
import { dateText, figure, localeOf } from "../src/lib/ui/words/numbers";

afterEach(() => {
  settings.language = "en";
});

test("there is one minus sign, in figures and in texts", () => {
  expect([figure(-9), figure(-1.25, 1), points(-0.593, 1), points(-0.031, 1)]).toEqual(["−9", "−1.3", "−59", "−3.1"]);
  expect(fill("en", "players.points", { n: -9 })).toBe("−9 points");
});

test("decimals are written as the language has them", () => {
  settings.language = "es";
  expect(points(0.083, 1)).toBe("+8,3");
  settings.language = "pt-BR";
  expect(figure(8.3, 1)).toBe("8,3");
});

test.each([
  ["en", ["en-GB"], "en-GB"],
  ["en", ["de-DE", "en"], "en-GB"],
  ["en", ["en-US"], "en-US"],
  ["es", ["en-GB", "es-MX"], "es-MX"],
  ["pt-BR", ["pt-PT"], "pt-BR"],
] as const)("%s for a browser of %j is %s", (language, wanted, locale) => {
  expect(localeOf(language, wanted)).toBe(locale);
});

test("a date is as the reader's country writes it", () => {
  const at = Date.UTC(2026, 10, 18, 12);
  const form = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  settings.language = "pt-PT";
  expect(dateText(at, form)).toBe("18/11");
});
