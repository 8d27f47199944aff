/** The names of our boards in each language. A board of one's own has the name that its file gives. */

import type { Language } from "./languages";

const TITLES: Record<Language, Record<string, string>> = {
  en: { usa: "USA", europe: "Europe", london: "London" },
  es: { usa: "EE. UU.", europe: "Europa", london: "Londres" },
  "pt-PT": { usa: "EUA", europe: "Europa", london: "Londres" },
  "pt-BR": { usa: "EUA", europe: "Europa", london: "Londres" },
};

/** The name of a board: ours translated, others as their file says. */
export function boardTitle(language: Language, id: string, name: string): string {
  const titles = TITLES[language];
  return Object.hasOwn(titles, id) ? titles[id]! : name;
}
