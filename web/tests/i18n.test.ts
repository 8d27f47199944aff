import { expect, test } from "vitest";
import { type GuideKey, guides } from "../src/i18n/guide";
import { fill, type Key, texts } from "../src/i18n/index.svelte";
import { type PuzzleKey, puzzles } from "../src/i18n/puzzles";
import { type ReviewKey, reviews } from "../src/i18n/review";
import { stories, type StoryKey } from "../src/i18n/story";
import { LANGUAGES, type Language } from "../src/i18n/languages";

const storyKeys = Object.keys(stories.en) as StoryKey[];
const reviewKeys = Object.keys(reviews.en) as ReviewKey[];
const puzzleKeys = Object.keys(puzzles.en) as PuzzleKey[];
const guideKeys = Object.keys(guides.en) as GuideKey[];
const languages = Object.keys(LANGUAGES) as Language[];
const keys = Object.keys(texts.en) as Key[];
const params = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

/** Words that a board puts in, and that a language may use or not. */
const OWN = ["{wild}", "{wilds}", "{a_wild}", "{cars}"];

test.each(languages)("%s says everything", (language) => {
  expect(Object.keys(texts[language]).sort()).toEqual([...keys].sort());
  for (const key of keys) expect(texts[language][key], key).not.toBe("");
});

test.each(languages)("%s uses the same parameters and forms as English", (language) => {
  const given = (text: string): string[] => params(text).filter((name) => !OWN.includes(name));
  for (const key of keys) {
    expect(given(texts[language][key]), key).toEqual(given(texts.en[key]));
    expect(texts[language][key].includes("|"), key).toBe(texts.en[key].includes("|"));
  }
});

test.each(languages)("%s says everything of the guide, with the same parameters and forms", (language) => {
  expect(Object.keys(guides[language]).sort()).toEqual([...guideKeys].sort());
  const given = (text: string): string[] => params(text).filter((name) => !OWN.includes(name));
  for (const key of guideKeys) {
    expect(given(guides[language][key]), key).toEqual(given(guides.en[key]));
    expect(guides[language][key].includes("|"), key).toBe(guides.en[key].includes("|"));
  }
});

test.each(languages)("%s says everything of the end of a game, with the same parameters and forms", (language) => {
  expect(Object.keys(stories[language]).sort()).toEqual([...storyKeys].sort());
  const given = (text: string): string[] => params(text).filter((name) => !OWN.includes(name));
  for (const key of storyKeys) {
    expect(given(stories[language][key]), key).toEqual(given(stories.en[key]));
    expect(stories[language][key].includes("|"), key).toBe(stories.en[key].includes("|"));
  }
});

test.each(languages)("%s says everything of a review, with the same parameters and forms", (language) => {
  expect(Object.keys(reviews[language]).sort()).toEqual([...reviewKeys].sort());
  const given = (text: string): string[] => params(text).filter((name) => !OWN.includes(name));
  for (const key of reviewKeys) {
    expect(given(reviews[language][key]), key).toEqual(given(reviews.en[key]));
    expect(reviews[language][key].includes("|"), key).toBe(reviews.en[key].includes("|"));
  }
});

test.each(languages)("%s says everything of puzzles, with the same parameters and forms", (language) => {
  expect(Object.keys(puzzles[language]).sort()).toEqual([...puzzleKeys].sort());
  const given = (text: string): string[] => params(text).filter((name) => !OWN.includes(name));
  for (const key of puzzleKeys) {
    expect(given(puzzles[language][key]), key).toEqual(given(puzzles.en[key]));
    expect(puzzles[language][key].includes("|"), key).toBe(puzzles.en[key].includes("|"));
  }
});

test("forms follow the number, and the words follow the board", () => {
  expect(fill("en", "players.cars", { n: 1 })).toBe("1 train left");
  expect(fill("en", "players.cars", { n: 3 }, "bus")).toBe("3 buses left");
  expect(fill("es", "ticket.open", { n: 4 })).toBe("faltan 4 vagones");
  expect(fill("pt-PT", "market.swept", {})).toBe("Três locomotivas: as cinco cartas são substituídas");
});
