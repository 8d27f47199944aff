/** The words of puzzles; loaded only when one is looked at. */

import { settings } from "../../lib/ui/browser/settings.svelte";
import { type Params, put, vocabulary } from "../index.svelte";
import type { Language } from "../languages";
import { en } from "./en";
import { es } from "./es";
import { pt } from "./pt";
import { ptBR } from "./pt_br";

export type PuzzleKey = keyof typeof en;

export const puzzles: Record<Language, Record<PuzzleKey, string>> = {
  en,
  es,
  "pt-PT": pt,
  "pt-BR": { ...pt, ...ptBR },
};

/** The text of a key in the language of the page. */
export function p(key: PuzzleKey, params: Params = {}): string {
  return put(settings.language, puzzles[settings.language][key], params, vocabulary.name);
}

export function hasPuzzle(key: string): key is PuzzleKey {
  return key in en;
}
