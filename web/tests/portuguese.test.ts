import { expect, test } from "vitest";
import { callTexts } from "../src/i18n/calls";
import { guides } from "../src/i18n/guide";
import { texts } from "../src/i18n/index.svelte";
import type { Language } from "../src/i18n/languages";
import { puzzles } from "../src/i18n/puzzles";
import { reviews } from "../src/i18n/review";
import { stories } from "../src/i18n/story";

/** All that a language says, with its keys. */
function all(language: Language): [string, string][] {
  const parts = [texts, guides, stories, reviews, puzzles, callTexts];
  return parts.flatMap((part) => Object.entries(part[language]) as [string, string][]);
}

/** Any of these words, or beginnings of words (`word*`). */
function any(words: string): RegExp {
  const parts = words.split("|").map((word) => (word.endsWith("*") ? word.slice(0, -1) : `${word}(?!\\p{L})`));
  return new RegExp(`(?<!\\p{L})(${parts.join("|")})`, "iu");
}

/** Words that only the other Portuguese has. */
const NOT_IN_PORTUGAL = any(
  "você|ônibus|trem|trens|vagão|vagões|tela|telas|celular|link|links|baixar|salvar|rodada*|registro*|compartilh*|" +
    "configurações|idioma|revanche|balsa*|cinza|compre|comprar|compra|comprou|jogando|assistindo|esperando|contando",
);
const NOT_IN_BRAZIL = any(
  "ecrã*|ligação|ligações|autocarro*|comboio*|carruage*|bisc*|bisque*|ronda|registo*|partilh*|desforra|definições|" +
    "está a \\p{L}+r|estão a \\p{L}+r|continuar a \\p{L}+r|contactar|ferry|ferries|telemóvel|sítio|noutr*|por si|" +
    "de face para|cinzent*|até ao|demasiad*|à espera",
);
/** Nobody is called `tu`: the page speaks to a stranger. */
const TU = any("tu|te|ti|contigo|teu|teus|tua|tuas|podes|tens|queres|estás|és|olhaste|votaste|ganhaste|carregares");

test.each<[Language, RegExp]>([
  ["pt-PT", NOT_IN_PORTUGAL],
  ["pt-BR", NOT_IN_BRAZIL],
  ["pt-PT", TU],
  ["pt-BR", TU],
])("%s holds to its own words", (language, others) => {
  expect(all(language).filter(([, text]) => others.test(text))).toEqual([]);
});

test("the two differ where they should", () => {
  const differing = (Object.keys(texts["pt-PT"]) as (keyof (typeof texts)["pt-PT"])[]).filter(
    (key) => texts["pt-PT"][key] !== texts["pt-BR"][key],
  );
  expect(differing.length).toBeGreaterThan(150);
});
