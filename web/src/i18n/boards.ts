/** The names of our boards in each language. A board of one's own has the name that its file gives. */

import type { Language } from "./languages";

/** The variants' own part of a name, behind that of their board. */
const VARIANTS: Record<Language, Record<string, string>> = {
  en: { "1910": "1910", "1912": "1912", mega: "Mega", "big-cities": "Big Cities" },
  es: { "1910": "1910", "1912": "1912", mega: "Mega", "big-cities": "Grandes ciudades" },
  "pt-PT": { "1910": "1910", "1912": "1912", mega: "Mega", "big-cities": "Grandes cidades" },
  "pt-BR": { "1910": "1910", "1912": "1912", mega: "Mega", "big-cities": "Grandes cidades" },
};

const TITLES: Record<Language, Record<string, string>> = {
  en: { usa: "USA", europe: "Europe", london: "London" },
  es: { usa: "EE. UU.", europe: "Europa", london: "Londres" },
  "pt-PT": { usa: "EUA", europe: "Europa", london: "Londres" },
  "pt-BR": { usa: "EUA", europe: "Europa", london: "Londres" },
};

/** The name of a board: ours translated, others as their file says. */
export function boardTitle(language: Language, id: string, name: string): string {
  const titles = TITLES[language];
  if (Object.hasOwn(titles, id)) return titles[id]!;
  const [base, variant] = [id.slice(0, id.indexOf("-")), variantTitle(language, id)];
  return variant !== null && Object.hasOwn(titles, base) ? `${titles[base]} ${variant}` : name;
}

/** A variant's own part of its name; null for what is none of ours. */
export function variantTitle(language: Language, id: string): string | null {
  const [base, part] = [id.slice(0, id.indexOf("-")), id.slice(id.indexOf("-") + 1)];
  const known = Object.hasOwn(TITLES[language], base) && Object.hasOwn(VARIANTS[language], part);
  return known ? VARIANTS[language][part]! : null;
}
