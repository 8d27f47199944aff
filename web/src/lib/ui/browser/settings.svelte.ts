/** What a player has chosen for comfort; kept in this browser. */

import { here } from "../../place";
import { type Language, storedLanguage } from "../../../i18n/languages";
import { type Speed, SPEEDS, type Tempo, TEMPO } from "../../motion/tempo";
import { load, loadText, save } from "./storage";

export type Theme = "system" | "light" | "dark";

interface Stored {
  language: Language;
  theme: Theme;
  speed: Speed;
  symbols: boolean;
  sound: boolean;
  volume: number;
  ask: boolean;
  reader: boolean;
  shortcuts: boolean;
  name: string;
  taught: boolean;
}

/** What was kept before motion had a speed and sound a volume: then there was no sound unless it was switched on. */
interface Older extends Stored {
  motion: boolean;
}

const KEY = "branchline.settings";
/** Modest: others may be in the room. */
const VOLUME = 0.4;

function wantedLanguages(): readonly string[] {
  return typeof navigator === "undefined" ? [] : navigator.languages;
}

function prefersReducedMotion(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The speed that was chosen, also as it was kept before; otherwise as the system wishes. */
function speedOf({ speed, motion }: Partial<Older>): Speed {
  if (speed && SPEEDS.includes(speed)) return speed;
  return (motion ?? !prefersReducedMotion()) ? "normal" : "off";
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("system");
  /** How fast things move on the page. */
  speed = $state<Speed>("normal");
  /** Symbols on the cards, besides their colours. */
  symbols = $state(true);
  sound = $state(true);
  /** From 0 to 1. */
  volume = $state(VOLUME);
  /** Ask how to pay, even if only one payment makes sense. */
  ask = $state(false);
  /** Tell more to screen readers, and the position in words. */
  reader = $state(false);
  /** Single keys that do something wherever the keyboard is. */
  shortcuts = $state(true);
  name = $state("");
  /** Whether the lesson was taken, or refused. */
  taught = $state(false);

  constructor() {
    const old = load<Partial<Older>>("local", KEY, {});
    this.language = storedLanguage(old.language, wantedLanguages());
    this.theme = old.theme ?? "system";
    this.speed = speedOf(old);
    this.symbols = old.symbols ?? true;
    this.sound = old.volume === undefined || (old.sound ?? true);
    this.volume = old.volume ?? VOLUME;
    this.ask = old.ask ?? false;
    this.reader = old.reader ?? false;
    this.shortcuts = old.shortcuts ?? true;
    this.name = old.name ?? "";
    this.taught = old.taught ?? false;
  }

  /** Whether things move on the page. */
  get motion(): boolean {
    return this.speed !== "off";
  }

  save(): void {
    const { language, theme, speed, symbols, sound, volume, ask, reader, shortcuts, name, taught } = this;
    const choices = { language, theme, speed, symbols, sound, volume, ask, reader, shortcuts, name, taught };
    save("local", KEY, choices satisfies Stored);
  }
}

export const settings = new Settings();

/** How long things take to be shown: as the viewer likes it, unless the address or a test says how many times longer. */
export function tempo(): Tempo {
  const given = here().searchParams.get("pace") ?? loadText("session", "pace");
  if (given === null || given === "") return TEMPO[settings.speed];
  return { motion: settings.motion ? Number(given) : 0, hold: Number(given) };
}

/** How slowly what stands still for a moment is shown: 1 at normal speed. */
export function pace(): number {
  return tempo().hold;
}
