/** The words of the end of a game; loaded only when one is over. */

import { settings } from "../../lib/ui/browser/settings.svelte";
import { type Params, put, vocabulary } from "../index.svelte";
import type { Language } from "../languages";
import { en } from "./en";
import { es } from "./es";
import { pt } from "./pt";
import { ptBR } from "./pt_br";

export type StoryKey = keyof typeof en;

export const stories: Record<Language, Record<StoryKey, string>> = {
  en,
  es,
  "pt-PT": pt,
  "pt-BR": { ...pt, ...ptBR },
};

/** The text of a key in the language of the page. */
export function s(key: StoryKey, params: Params = {}): string {
  return put(settings.language, stories[settings.language][key], params, vocabulary.name);
}
