/** Day or night: what the player has chosen, or else the system. */

import { MediaQuery } from "svelte/reactivity";
import { settings } from "./settings.svelte";

const systemDark = new MediaQuery("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  return settings.theme === "system" ? systemDark.current : settings.theme === "dark";
}
