/** The languages of the page. */

export const LANGUAGES = { en: "English", es: "Español", pt: "Português" } as const;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}
