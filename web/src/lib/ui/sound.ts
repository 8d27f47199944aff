/** Sounds, made by the browser's synthesiser when they are wanted: nothing is loaded, and nothing sounds unless it is switched on. */

import type { Sound } from "../net/session.svelte";
import { settings } from "./settings.svelte";

/** A note: hertz, and the seconds after which it begins and for which it sounds. */
type Note = [pitch: number, start: number, length: number];

interface Tune {
  wave: OscillatorType;
  loudness: number;
  notes: Note[];
}

export const TUNES: Record<Sound, Tune> = {
  turn: {
    wave: "sine",
    loudness: 0.16,
    notes: [
      [659, 0, 0.16],
      [880, 0.12, 0.28],
    ],
  },
  card: { wave: "triangle", loudness: 0.1, notes: [[392, 0, 0.07]] },
  claim: {
    wave: "square",
    loudness: 0.04,
    notes: [
      [196, 0, 0.08],
      [196, 0.11, 0.08],
      [247, 0.22, 0.14],
    ],
  },
  ticket: {
    wave: "sine",
    loudness: 0.16,
    notes: [
      [523, 0, 0.14],
      [659, 0.1, 0.14],
      [784, 0.2, 0.14],
      [1047, 0.3, 0.4],
    ],
  },
  last_round: {
    wave: "triangle",
    loudness: 0.16,
    notes: [
      [440, 0, 0.3],
      [349, 0.25, 0.3],
      [440, 0.5, 0.3],
      [349, 0.75, 0.4],
    ],
  },
  end: {
    wave: "sine",
    loudness: 0.16,
    notes: [
      [392, 0, 0.5],
      [523, 0.15, 0.6],
      [659, 0.3, 0.8],
      [784, 0.5, 1.2],
    ],
  },
};

/** Sounds that are left out when others are still to come: they would only lag behind. */
const PASSING = new Set<Sound>(["card", "claim"]);
const BACKLOG = 0.6;

let context: AudioContext | null = null;
let free = 0;

/** Play a sound, after those that are still playing. */
export function playSound(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (PASSING.has(sound) && free > now + BACKLOG) return;
  const begin = Math.max(now, free);
  const { wave, loudness, notes } = TUNES[sound];
  for (const [pitch, start, length] of notes) playNote(context, wave, loudness, pitch, begin + start, length);
  free = begin + Math.max(...notes.map(([, start, length]) => start + length / 2));
}

function playNote(
  on: AudioContext,
  wave: OscillatorType,
  loudness: number,
  pitch: number,
  at: number,
  length: number,
): void {
  const voice = on.createOscillator();
  const volume = on.createGain();
  voice.type = wave;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(on.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}
