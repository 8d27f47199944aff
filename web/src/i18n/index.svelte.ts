/** Words in the player's language. A text may have two forms, `one|other`, chosen by its parameter `n`. */

import type { Board } from "../lib/game/board";
import type { Reason } from "../lib/game/reasons";
import { settings } from "../lib/ui/settings.svelte";
import { en } from "./en";
import { es } from "./es";
import type { Language } from "./languages";
import { pt } from "./pt";

export type Key = keyof typeof en;
export type Params = Record<string, string | number>;

export const texts: Record<Language, Record<Key, string>> = { en, es, pt };

const rules = new Map<Language, Intl.PluralRules>();

function pluralRules(language: Language): Intl.PluralRules {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found;
}

/** The text of a key with its parameters put in. */
export function fill(language: Language, key: Key, params: Params = {}, vocabulary = "train"): string {
  return put(language, texts[language][key], params, vocabulary);
}

/** A text with its parameters put in; also the words of a board, such as {cars} and {wild}. */
export function put(language: Language, text: string, params: Params, vocabulary: string): string {
  if (text.includes("|")) {
    const [one = "", other = ""] = text.split("|");
    text = pluralRules(language).select(Number(params.n)) === "one" ? one : other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name in params) return String(params[name]);
    const word = `${vocabulary}.${name}`;
    return word in texts[language] ? fill(language, word as Key, params, vocabulary) : whole;
  });
}

/** Which words a board uses: those of trains, or those of buses. */
class Vocabulary {
  name = $state("train");

  use(board: Board): void {
    this.name = board.facts.words.car === "bus" ? "bus" : "train";
  }
}

export const vocabulary = new Vocabulary();

/** The text of a key in the language of the page. */
export function t(key: Key, params: Params = {}): string {
  return fill(settings.language, key, params, vocabulary.name);
}

export function has(key: string): key is Key {
  return key in en;
}

/** The name of a card's colour. */
export function colourName(colour: string): string {
  const key = `colour.${colour}`;
  if (colour === "wild") return t("word.wild");
  return has(key) ? t(key) : colour;
}

/** So many cards of a kind, as in `2 red`; `gray` stands for one colour, whichever. */
export function cardCount(card: string, n: number): string {
  const key = `cards.${card}`;
  if (card === "wild") return t("word.wilds", { n });
  return has(key) ? t(key, { n }) : `${n} ${card}`;
}

/** The name of a bot's level. */
export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return has(key) ? t(key) : bot;
}

/** Why something can't be done, in words; `names` are those of the seats. */
export function reasonText(reason: Reason, names: string[]): string {
  const params: Params = { ...reason.data };
  if (typeof params.seat === "number") params.who = names[params.seat] ?? "";
  if (typeof params.colour === "string") params.colour = colourName(params.colour);
  if (typeof params.missing === "number") params.n = params.missing;
  else if (typeof params.need === "number") params.n = params.need;
  const key = `why.${reason.code}`;
  return has(key) ? t(key, params) : t("why.other", { code: reason.code });
}

/** What the server refused, in words. */
export function errorText(code: string, data: Params = {}, names: string[] = []): string {
  const key = `refused.${code}`;
  return has(key) ? t(key, data) : reasonText({ code, data }, names);
}
