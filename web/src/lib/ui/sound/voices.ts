/** Voices: what each thing of the game sounds like. */

import type { Sound } from "../../motion/stage.svelte";
import { noise, type Out, scaled, tone } from "./synth";

/** Writes a sound into an audio context; `n` counts cars or cards, so that a row of them climbs a little. */
export type Voice = (out: Out, at: number, n: number) => void;

/** A steam whistle: a chime of three pipes, with breath. */
function steam(out: Out, at: number, length: number, root: number, peak: number, droop = 0.985): void {
  for (const [pipe, share] of [
    [1, 1],
    [1.26, 0.8],
    [1.498, 0.7],
  ] as const) {
    const pitch = root * pipe;
    const low = { from: pitch * 0.97, to: pitch * droop, wave: "triangle", wobble: 3 } as const;
    tone(out, at, { ...low, attack: 0.11, hold: length, release: 0.25, peak: peak * share });
    const high = { from: pitch * 2, to: pitch * 2 * droop };
    tone(out, at, { ...high, attack: 0.13, hold: length * 0.9, release: 0.2, peak: peak * share * 0.25 });
  }
  noise(out, at, { from: 1900, to: 1500, q: 0.8, attack: 0.04, hold: length, release: 0.35, peak: peak * 0.5 });
}

function brass(out: Out, at: number, pitch: number, length: number, peak: number): void {
  const shape = { wave: "sawtooth", hold: length * 0.7, release: length * 0.5 + 0.1 } as const;
  tone(out, at, { ...shape, from: pitch, attack: 0.03, peak, cut: pitch * 5, wobble: 2 });
  tone(out, at, { ...shape, from: pitch * 1.004, attack: 0.04, peak: peak * 0.7, cut: pitch * 4 });
}

function drum(out: Out, at: number): void {
  let beat = at;
  for (let stroke = 0; stroke < 26; stroke++) {
    beat += 0.062 - stroke * 0.0011;
    const peak = 0.07 + stroke * 0.006;
    noise(out, beat, { from: 900, to: 500, q: 0.7, release: 0.05, peak });
    tone(out, beat, { from: 118, to: 92, release: 0.06, peak: peak * 0.5 });
  }
  noise(out, beat + 0.12, { from: 700, to: 200, q: 0.6, release: 0.22, peak: 0.5 });
  tone(out, beat + 0.12, { from: 96, to: 58, release: 0.32, peak: 0.5 });
}

export const VOICES: Record<Sound, Voice> = {
  /** A card: air, then the snap of its edge. */
  card(out, at, n) {
    const loud = scaled(out, 1.6);
    noise(loud, at, { from: 1800, to: 5200, q: 0.9, release: 0.045, peak: 0.28 });
    noise(loud, at + 0.035, { from: 3800 + n * 120, q: 2.5, release: 0.02, peak: 0.5 });
    tone(loud, at + 0.035, { from: 240, to: 150, release: 0.04, peak: 0.12 });
  },
  shuffle(out, at) {
    const loud = scaled(out, 1.8);
    for (let card = 0; card < 18; card++) {
      const start = at + card * 0.034 + (card % 3) * 0.006;
      const from = 2600 + ((card * 577) % 1700);
      noise(loud, start, { from, q: 1.6, release: 0.022, peak: 0.16 + 0.014 * (card % 5) });
    }
    noise(loud, at + 0.68, { from: 900, to: 400, q: 0.8, release: 0.09, peak: 0.4 });
  },
  /** A car that is set on the board: a hard tick, a small body of wood, a thud of cardboard. */
  car(out, at, n) {
    const loud = scaled(out, 2.2);
    const pitch = 1 + n * 0.035;
    noise(loud, at, { from: 5200, q: 1.2, release: 0.008, peak: 0.45 });
    tone(loud, at, { from: 1850 * pitch, attack: 0.001, release: 0.022, peak: 0.2 });
    tone(loud, at, { from: 3120 * pitch, attack: 0.001, release: 0.014, peak: 0.1 });
    tone(loud, at + 0.001, { from: 410 * pitch, to: 330 * pitch, attack: 0.001, release: 0.055, peak: 0.3 });
    tone(loud, at + 0.002, { from: 150, to: 95, release: 0.08, peak: 0.28 });
  },
  whistle(out, at) {
    steam(out, at, 0.16, 523, 0.1);
    steam(out, at + 0.42, 0.5, 523, 0.12);
  },
  drum,
  bell(out, at) {
    for (const stroke of [0, 0.34])
      for (const [partial, share, release] of [
        [0.5, 0.5, 1.1],
        [1, 1, 0.9],
        [2.01, 0.55, 0.55],
        [2.76, 0.4, 0.4],
        [5.4, 0.22, 0.18],
      ] as const)
        tone(out, at + stroke, { from: 784 * partial, attack: 0.001, release, peak: 0.15 * share });
  },
  ticket(out, at) {
    for (const [step, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) {
      const start = at + step * 0.085;
      tone(out, start, { from: pitch, attack: 0.006, release: 0.9 - step * 0.08, peak: 0.15 });
      tone(out, start, { from: pitch * 2, release: 0.4, peak: 0.05 });
    }
    noise(out, at + 0.3, { from: 5200, to: 9000, q: 3, attack: 0.08, release: 0.5, peak: 0.03 });
  },
  /** Two long whistles. */
  last_round(out, at) {
    steam(out, at, 0.55, 415, 0.13, 0.97);
    steam(out, at + 0.95, 1, 349, 0.14, 0.93);
  },
  /** A fanfare for the winner. */
  end(out, at) {
    for (const [pitch, start, length] of [
      [392, 0, 0.13],
      [392, 0.17, 0.08],
      [392, 0.28, 0.08],
      [523.25, 0.4, 0.34],
      [392, 0.8, 0.14],
      [523.25, 0.97, 0.14],
      [659.25, 1.14, 0.5],
    ] as const)
      brass(out, at + start, pitch, length, 0.1);
    for (const pitch of [261.63, 392, 523.25, 783.99]) brass(out, at + 1.72, pitch, 0.95, 0.07);
    drum(scaled(out, 0.7), at + 0.35);
  },
  /** A soft call: it is your turn. */
  turn(out, at) {
    tone(out, at, { from: 659.25, attack: 0.012, release: 0.35, peak: 0.16 });
    tone(out, at + 0.13, { from: 880, attack: 0.012, release: 0.55, peak: 0.16 });
  },
  chat(out, at) {
    tone(out, at, { from: 1046.5, attack: 0.006, release: 0.16, peak: 0.09 });
    tone(out, at + 0.07, { from: 783.99, attack: 0.006, release: 0.2, peak: 0.07 });
  },
};

/** What all sounds go through, so that many at once are not louder than one. */
export function mixer(context: BaseAudioContext): GainNode {
  const gain = context.createGain();
  const press = context.createDynamicsCompressor();
  press.threshold.value = -12;
  press.ratio.value = 5;
  gain.connect(press).connect(context.destination);
  return gain;
}
