/** Numbers and dates as the reader writes them. */

import type { Language } from "../../../i18n/languages";
import { settings } from "../browser/settings.svelte";

/** The reader's own kind of a language, such as `es-MX`, if the browser names one. English is British otherwise. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag === language || tag.startsWith(`${language}-`));
  return own && own !== "en" ? own : language === "en" ? "en-GB" : language;
}

const locale = (): string => localeOf(settings.language, typeof navigator === "undefined" ? [] : navigator.languages);

/** A number with a true minus, which is as wide as a plus, and with so many decimals. */
export function figure(value: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = decimals ? new Intl.NumberFormat(locale(), digits).format(value) : String(value);
  return text.replace("-", "−");
}

/** A date in words, as `18 Nov` or with the year. */
export function dateText(at: number, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), form).format(at);
}
