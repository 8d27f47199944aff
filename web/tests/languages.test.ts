import { expect, test } from "vitest";
import { boardTitle } from "../src/i18n/boards";
import { fill, put } from "../src/i18n/index.svelte";
import { type Language, LANGUAGES, preferredLanguage, storedLanguage } from "../src/i18n/languages";

const languages = Object.keys(LANGUAGES) as Language[];

test.each<[string[], Language]>([
  [["pt-BR", "en"], "pt-BR"],
  [["pt-PT"], "pt-PT"],
  [["pt-AO", "pt-BR"], "pt-PT"],
  [["pt"], "pt-BR"],
  [["de-DE", "es-MX", "en"], "es"],
  [["fr"], "en"],
  [[], "en"],
])("%j is read as %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});

test("a choice of the time of one Portuguese is carried over", () => {
  expect(storedLanguage("pt", ["en-GB", "pt-BR"])).toBe("pt-BR");
  expect(storedLanguage("pt", ["pt-PT", "pt-BR"])).toBe("pt-PT");
  expect(storedLanguage("pt", ["en"])).toBe("pt-PT");
  expect(storedLanguage("es", ["pt"])).toBe("es");
  expect(storedLanguage("xx", ["es-ES"])).toBe("es");
  expect(storedLanguage(undefined, ["pt-BR"])).toBe("pt-BR");
});

test("colours agree with the cards, in number and gender", () => {
  const three = (language: Language) => fill(language, "cards.red", { n: 3 });
  expect(languages.map(three)).toEqual(["3 red", "3 rojas", "3 vermelhas", "3 vermelhas"]);
  expect(fill("es", "cards.blue", { n: 1 })).toBe("1 azul");
  expect(fill("pt-BR", "cards.blue", { n: 2 })).toBe("2 azuis");
});

test("our boards have names in each language, others their own", () => {
  expect(languages.map((language) => boardTitle(language, "london", "London"))).toEqual([
    "London",
    "Londres",
    "Londres",
    "Londres",
  ]);
  expect(boardTitle("es", "usa", "USA")).toBe("EE. UU.");
  expect(boardTitle("es", "lantern", "Lantern Isles")).toBe("Lantern Isles");
  expect(boardTitle("es", "toString", "Odd")).toBe("Odd");
});

test("a board of one's own speaks its own words, and ours where it uses them", () => {
  const trams = { car: "tram", cars: "trams", wild: "conductor", wilds: "conductors" };
  const text = "{cars_n}, {cars}, {wild}, {wilds}, {a_wild}";
  expect(put("en", text, { n: 1 }, trams)).toBe("1 tram, trams, conductor, conductors, conductor");
  expect(put("pt-BR", "{cars_n}", { n: 4 }, trams)).toBe("4 trams");
  const lantern = { car: "train", cars: "trains", wild: "lantern" };
  expect(put("es", text, { n: 2 }, lantern)).toBe("2 vagones, vagones, lantern, lantern, lantern");
  expect(put("en", "{wilds} {other}", {}, trams)).toBe("conductors {other}");
});
