/** The words of a review; loaded only when one is looked at. */

import { settings } from "../../lib/ui/browser/settings.svelte";
import { type Params, put, vocabulary } from "../index.svelte";
import type { Language } from "../languages";
import { en } from "./en";
import { es } from "./es";
import { pt } from "./pt";
import { ptBR } from "./pt_br";

export type ReviewKey = keyof typeof en;

export const reviews: Record<Language, Record<ReviewKey, string>> = {
  en,
  es,
  "pt-PT": pt,
  "pt-BR": { ...pt, ...ptBR },
};

/** The text of a key in the language of the page. */
export function r(key: ReviewKey, params: Params = {}): string {
  return put(settings.language, reviews[settings.language][key], params, vocabulary.name);
}

export function hasReview(key: string): key is ReviewKey {
  return key in en;
}
