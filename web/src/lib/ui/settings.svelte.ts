/** What a player has chosen for comfort; kept in this browser. */

import { isLanguage, type Language } from "../../i18n/languages";
import { load, save } from "./storage";

export type Theme = "system" | "light" | "dark";

interface Stored {
  language: Language;
  theme: Theme;
  motion: boolean;
  symbols: boolean;
  sound: boolean;
  confirm: boolean;
  undo: number;
  reader: boolean;
  shortcuts: boolean;
  name: string;
  taught: boolean;
}

const KEY = "branchline.settings";

function preferredLanguage(): Language {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";
}

function prefersReducedMotion(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("system");
  /** Whether things move on the page. */
  motion = $state(true);
  /** Symbols on the cards, besides their colours. */
  symbols = $state(true);
  sound = $state(false);
  /** Ask before cards are paid. */
  confirm = $state(true);
  /** Seconds during which a choice can be taken back. */
  undo = $state(3);
  /** Tell more to screen readers, and the position in words. */
  reader = $state(false);
  /** Single keys that do something wherever the keyboard is. */
  shortcuts = $state(true);
  name = $state("");
  /** Whether the lesson was taken, or refused. */
  taught = $state(false);

  constructor() {
    const old = load<Partial<Stored>>("local", KEY, {});
    this.language = old.language && isLanguage(old.language) ? old.language : preferredLanguage();
    this.theme = old.theme ?? "system";
    this.motion = old.motion ?? !prefersReducedMotion();
    this.symbols = old.symbols ?? true;
    this.sound = old.sound ?? false;
    this.confirm = old.confirm ?? true;
    this.undo = old.undo ?? 3;
    this.reader = old.reader ?? false;
    this.shortcuts = old.shortcuts ?? true;
    this.name = old.name ?? "";
    this.taught = old.taught ?? false;
  }

  save(): void {
    const { language, theme, motion, symbols, sound, confirm, undo, reader, shortcuts, name, taught } = this;
    const kept: Stored = { language, theme, motion, symbols, sound, confirm, undo, reader, shortcuts, name, taught };
    save("local", KEY, kept);
  }
}

export const settings = new Settings();

/** How slowly things are shown: 1, less when motion is not wanted, 0 when the address says so (tests). */
export function pace(): number {
  if (new URLSearchParams(location.search).get("pace") === "0" || sessionStorage.getItem("pace") === "0") return 0;
  return settings.motion ? 1 : 0.5;
}
