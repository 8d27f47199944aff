/** Sounds are made by the browser's synthesiser when they are wanted: nothing is loaded. They begin with the first gesture. */

import type { Sound } from "../../motion/stage.svelte";
import { settings } from "../browser/settings.svelte";
import { mixer, VOICES } from "./voices";

/** At full volume the loudest sound stays well below the limit. */
const LOUDEST = 0.6;

let live: { context: AudioContext; out: GainNode } | null = null;

/** Let a sound be heard; `n` counts cars or cards, so that a row of them climbs a little. */
export function playSound(sound: Sound, n = 0): void {
  if (!settings.sound || !settings.volume || !wakened()) return;
  live ??= begin();
  live.out.gain.value = settings.volume * LOUDEST;
  void live.context.resume();
  VOICES[sound](live.out, live.context.currentTime + 0.01, n);
}

/** Whether the player has done anything yet: before that, browsers let nothing be heard. */
function wakened(): boolean {
  return typeof AudioContext !== "undefined" && (navigator.userActivation?.hasBeenActive ?? true);
}

function begin(): { context: AudioContext; out: GainNode } {
  const context = new AudioContext();
  return { context, out: mixer(context) };
}
