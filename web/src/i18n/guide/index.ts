/** The words of rules and lesson; loaded only when somebody reads them. */

import { settings } from "../../lib/ui/browser/settings.svelte";
import { type Params, put, vocabulary } from "../index.svelte";
import type { Language } from "../languages";
import { en } from "./en";
import { es } from "./es";
import { pt } from "./pt";
import { ptBR } from "./pt_br";

export type GuideKey = keyof typeof en;

export const guides: Record<Language, Record<GuideKey, string>> = {
  en,
  es,
  "pt-PT": pt,
  "pt-BR": { ...pt, ...ptBR },
};

/** The text of a key in the language of the page. A sentence may begin with a word of the board: it gets a capital letter. */
export function g(key: GuideKey, params: Params = {}): string {
  const text = put(settings.language, guides[settings.language][key], params, vocabulary.name);
  return text.endsWith(".") ? text[0]!.toUpperCase() + text.slice(1) : text;
}
