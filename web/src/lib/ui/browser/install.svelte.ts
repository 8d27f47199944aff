/** Installing the page as an app: browsers say when they offer it; on an iPhone only the player can do it. */

import { load, save } from "./storage";

/** Chromium's event, which no standard has. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const KEY = "branchline.install";

class Install {
  #prompt = $state.raw<InstallPrompt | null>(null);
  #refused = $state(load<string>("local", KEY, "") === "refused");

  constructor() {
    if (typeof window === "undefined") return;
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.#prompt = null));
  }

  /** How it can be installed here: by a button, by hand, or not at all. */
  get way(): "button" | "hand" | null {
    if (this.#refused) return null;
    if (this.#prompt) return "button";
    return isApple() && !isInstalled() ? "hand" : null;
  }

  /** Let the browser ask. */
  async ask(): Promise<void> {
    const prompt = this.#prompt;
    this.#prompt = null; // it can be used once
    await prompt?.prompt();
  }

  /** Not wanted: it is not offered again. */
  refuse(): void {
    this.#refused = true;
    save("local", KEY, "refused");
  }
}

/** A browser of an iPhone or iPad, whose own menu installs. */
function isApple(): boolean {
  if (typeof navigator === "undefined") return false;
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/** Whether the page runs as an app. */
function isInstalled(): boolean {
  return (
    matchMedia("(display-mode: standalone)").matches || Boolean((navigator as { standalone?: boolean }).standalone)
  );
}

export const install = new Install();
