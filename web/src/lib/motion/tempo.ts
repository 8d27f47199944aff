/** Tempo: how long things take to be shown, by the speed that the viewer has chosen. */

export type Speed = "off" | "fast" | "normal" | "slow";

export const SPEEDS: readonly Speed[] = ["off", "fast", "normal", "slow"];

/** Factors for what moves, and for the moments in which something stands still to be looked at. */
export interface Tempo {
  motion: number;
  hold: number;
}

/** Without motion everything is where it belongs at once; only the moments to look at it remain. */
export const TEMPO: Record<Speed, Tempo> = {
  off: { motion: 0, hold: 0.6 },
  fast: { motion: 0.55, hold: 0.5 },
  normal: { motion: 1, hold: 1 },
  slow: { motion: 1.9, hold: 1.7 },
};

/** Nothing is waited for. */
export const AT_ONCE: Tempo = { motion: 0, hold: 0 };

/** Milliseconds at normal speed. */
export const MOTION = {
  /** A nudge, a fade. */
  flick: 140,
  /** A card across the table. */
  fly: 460,
  /** A card from the pile that turns over. */
  turn: 420,
  /** A car over one space. */
  roll: 330,
  /** A station that drops into its city. */
  drop: 420,
  /** Points that float up. */
  rise: 1300,
  /** Light along the whole way of a ticket. */
  light: 1500,
};

export const HOLD = {
  /** After a move of another player. */
  move: 350,
  /** A row that is about to be swept away. */
  sweep: 1200,
  /** Between two cards of a tunnel, and after the last one. */
  card: 240,
  tunnel: 1100,
  /** Cards that lie on the route that they pay for. */
  laid: 220,
};

export type MotionName = keyof typeof MOTION;
export type HoldName = keyof typeof HOLD;

/** So many moves may wait to be shown before they are shown faster, and so many before they are no longer shown. */
const FEW = 3;
const MANY = 40;

/** How much faster the next move is shown when so many wait behind it: a viewer who lags behind catches up. */
export function hurry(waiting: number): number {
  if (waiting <= FEW) return 1;
  return waiting > MANY ? 0 : FEW / waiting;
}

/** When a car starts to roll and for how long, in units of `roll`: the one that goes furthest starts first. */
export function rolling(cars: number): { start: number; length: number }[] {
  return Array.from({ length: cars }, (_, turn) => ({ start: turn * 0.55, length: 0.7 + 0.3 * (cars - turn) }));
}
