/** Words in the player's language. A text may have two forms, `one|other`, chosen by its parameter `n`. */

import type { Board } from "../lib/game/board";
import type { Reason } from "../lib/game/reasons";
import { settings } from "../lib/ui/browser/settings.svelte";
import { figure } from "../lib/ui/words/numbers";
import { boardTitle, variantTitle } from "./boards";
import { en } from "./en";
import { es } from "./es";
import type { Language } from "./languages";
import { pt } from "./pt";
import { ptBR } from "./pt_br";
import { boardWord, type BoardWords, type Vocabulary } from "./vocabulary";

export type Key = keyof typeof en;
export type Params = Record<string, string | number>;

export const texts: Record<Language, Record<Key, string>> = { en, es, "pt-PT": pt, "pt-BR": { ...pt, ...ptBR } };

const rules = new Map<Language, Intl.PluralRules>();

/** Whether a number takes the form for one. */
function isOne(language: Language, n: unknown): boolean {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(Number(n)) === "one";
}

/** The text of a key with its parameters put in. */
export function fill(language: Language, key: Key, params: Params = {}, vocabulary: Vocabulary = "train"): string {
  return put(language, texts[language][key], params, vocabulary);
}

/** A text with its parameters put in; also the words of a board, such as {cars} and {wild}. */
export function put(language: Language, text: string, params: Params, vocabulary: Vocabulary): string {
  const one = isOne(language, params.n);
  if (text.includes("|")) text = text.split("|")[one ? 0 : 1] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const given = params[name];
    if (given !== undefined) return typeof given === "number" ? figure(given) : given;
    const word = boardWord(vocabulary, name, String(params.n), one);
    if (word && "text" in word) return word.text;
    return word && word.key in texts[language] ? fill(language, word.key as Key, params, vocabulary) : whole;
  });
}

/** Which words the board of this screen uses. */
class CurrentVocabulary {
  name = $state.raw<Vocabulary>("train");

  use(board: Board): void {
    this.name = board.facts.words as unknown as BoardWords;
  }
}

export const vocabulary = new CurrentVocabulary();

/** The text of a key in the language of the page. */
export function t(key: Key, params: Params = {}): string {
  return fill(settings.language, key, params, vocabulary.name);
}

export function has(key: string): key is Key {
  return key in en;
}

/** The name of a board: ours in the language of the page, others as their file says. */
export function boardName(board: { id: string; name: string }): string {
  return boardTitle(settings.language, board.id, board.name);
}

/** What a variant is called beside the others of its board. */
export function variantName(board: { id: string; name: string }): string {
  return variantTitle(settings.language, board.id) ?? board.name;
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
