/** The languages of the page. */

export const LANGUAGES = {
  en: "English",
  es: "Español",
  "pt-PT": "Português (Portugal)",
  "pt-BR": "Português (Brasil)",
} as const;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** The language for a tag such as `es-MX`. Portuguese without a country is Brazil's, as browsers mean it. */
function languageOf(tag: string): Language | null {
  const [base = "", ...more] = tag.toLowerCase().split(/[-_]/);
  if (base !== "pt") return isLanguage(base) ? base : null;
  const brazilian = !more.length || more.includes("br");
  return brazilian ? "pt-BR" : "pt-PT";
}

/** The first language of the page among those that somebody wants. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languageOf(tag);
    if (found) return found;
  }
  return "en";
}

/** A stored choice. `pt` is of a time when there was one Portuguese: what the browser wants decides which it becomes. */
export function storedLanguage(stored: string | undefined, wanted: readonly string[]): Language {
  if (stored === "pt") {
    const portuguese = wanted.find((tag) => /^pt\b/i.test(tag));
    return portuguese ? preferredLanguage([portuguese]) : "pt-PT";
  }
  return stored && isLanguage(stored) ? stored : preferredLanguage(wanted);
}
