import { afterEach, describe, expect, test } from "vitest";
import type { Needs } from "../src/lib/game/needs";
import { settings } from "../src/lib/ui/browser/settings.svelte";
import { cardsText, needsText } from "../src/lib/ui/words/moves";

describe("what a way still takes is said", () => {
  afterEach(() => {
    settings.language = "en";
  });
  const missing = [
    { colour: "red", count: 4 },
    { colour: "blue", count: 1 },
    { colour: "gray", count: 3 },
    { colour: "wild", count: 1 },
  ];
  const needs: Needs = { cards: 18, have: 9, missing, tunnels: 2 };

  test.each([
    [
      "en" as const,
      "you have 9 of 18 cards; missing: 4 red, 1 blue, 3 of any one colour, 1 locomotive; tunnels may cost more",
    ],
    [
      "es" as const,
      "tienes 9 de 18 cartas; te faltan: 4 rojas, 1 azul, 3 de un mismo color, 1 locomotora; los túneles pueden costar más",
    ],
    [
      "pt-PT" as const,
      "tem 9 de 18 cartas; faltam: 4 vermelhas, 1 azul, 3 de uma mesma cor, 1 locomotiva; os túneis podem custar mais",
    ],
  ])("in %s, colours in their plural", (language, text) => {
    settings.language = language;
    expect(needsText(needs)).toBe(text);
  });

  test("as complete when nothing is missing", () => {
    expect(needsText({ cards: 4, have: 4, missing: [], tunnels: 0 })).toBe("you have all the cards");
  });

  test("with the name that a board gives to a colour of its own", () => {
    settings.language = "es";
    expect(cardsText({ teal: 2, red: 1 })).toBe("2 teal, 1 roja");
  });
});
