/** Stage: lets cards, cars and points move from where they were to where they are. What it shows can be cut short. */

import { tick } from "svelte";
import type { Board } from "../game/board";
import { animate } from "./animations";
import { arc, type Arc, BUMP, during, turning } from "./frames";
import { type Box, elementAt, type Places, placesNow } from "./places";
import type { Scene } from "./scenes";
import { HOLD, type HoldName, MOTION, type MotionName, type Tempo } from "./tempo";
import { Timers } from "./timers";

export type Sound =
  "turn" | "card" | "shuffle" | "car" | "whistle" | "drum" | "bell" | "ticket" | "last_round" | "end" | "chat";

/** A card in the air. */
export interface Flight {
  id: number;
  /** A colour, `wild`, `blind` or `ticket`. */
  card: string;
  width: number;
  frames: Keyframe[];
  /** How it turns over, if it does. */
  turn: Keyframe[] | null;
  timing: KeyframeAnimationOptions;
  /** Whether it is pointed out. */
  lit: boolean;
}

/** A car, a house or a light on the map. */
export interface Piece {
  id: number;
  kind: "car" | "house" | "light";
  svg: string;
  box: [x: number, y: number, width: number, height: number];
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
}

/** Points that rise. */
export interface Rise {
  id: number;
  text: string;
  x: number;
  y: number;
  timing: KeyframeAnimationOptions;
}

/** What the cards of a tunnel say, above its mouth. */
export interface Toll {
  x: number;
  y: number;
  extra: number;
}

interface Course {
  card: string;
  time: number;
  delay?: number;
  lit?: boolean;
}

/** No card in the air is drawn smaller than this: it may grow on its way. */
const SHARP = 46;

export class Stage {
  flights = $state.raw<Flight[]>([]);
  pieces = $state.raw<Piece[]>([]);
  rises = $state.raw<Rise[]>([]);
  toll = $state.raw<Toll | null>(null);
  /** Routes and cities whose pieces are still on their way: they are not to be seen in their place. */
  coming = $state.raw<ReadonlySet<string>>(new Set());
  /** The board on which it is played; null as long as nobody looks. */
  board: Board | null = null;
  /** The part of the usual time that all takes: less when much waits to be shown. */
  rush = 1;
  /** Where things were before the position changed. */
  old: Places = new Map();
  private readonly timers = new Timers();
  private bumps: Animation[] = [];
  private count = 0;
  /** The count when all was last cut short. */
  private cut = 0;

  constructor(
    private readonly tempo: () => Tempo,
    readonly sound: (sound: Sound, n?: number) => void,
  ) {}

  /** Whether anything can be shown that takes time. */
  get watched(): boolean {
    return this.board !== null && !document.hidden;
  }

  /** Whether things move. */
  get moving(): boolean {
    return this.watched && this.tempo().motion * this.rush > 0;
  }

  /** Remember where things are: they are about to change. */
  look(): void {
    this.old = this.moving ? placesNow() : new Map();
  }

  /** Show scenes one after the other; the seat is that of the one who looks. */
  async play(scenes: Scene[], seat: number | null): Promise<void> {
    if (!scenes.length) return;
    if (!this.moving) return this.soundsOf(scenes);
    const turn = this.count;
    this.prepare(scenes);
    await tick();
    if (this.cut <= turn) this.prepare(scenes);
    for (const scene of scenes) {
      if (this.cut > turn) return;
      await animate(this, scene, seat);
    }
  }

  /** Everything is where it belongs, at once. */
  finish(): void {
    this.cut = ++this.count;
    this.timers.finish();
    for (const bump of this.bumps) bump.cancel();
    this.bumps = [];
    this.flights = [];
    this.pieces = [];
    this.rises = [];
    this.toll = null;
    this.coming = new Set();
    if (typeof document === "undefined") return;
    for (const element of document.querySelectorAll("[data-unseen]")) element.removeAttribute("data-unseen");
  }

  /** What is on its way is not seen in its place yet. */
  private prepare(scenes: Scene[]): void {
    for (const one of scenes) {
      if (one.kind === "cars") this.coming = new Set([...this.coming, one.route]);
      else if (one.kind === "station") this.coming = new Set([...this.coming, one.city]);
      else if (one.kind === "refill") for (const { slot } of one.cards) this.cover(`row-${slot}`);
    }
  }

  /** What would be heard, of each thing once: nothing moves. */
  private soundsOf(scenes: Scene[]): void {
    const away = typeof document !== "undefined" && document.hidden;
    for (const scene of scenes) {
      if (scene.kind === "way") this.sound("ticket");
      if (away) continue;
      if (scene.kind === "take") this.sound("card");
      else if (scene.kind === "sweep") this.sound("shuffle");
      else if (scene.kind === "station") this.sound("bell");
      else if (scene.kind === "cars") this.sound(scene.length >= 5 ? "whistle" : "car");
    }
  }

  // What scenes are made of

  ms(name: MotionName): number {
    return MOTION[name] * this.tempo().motion * this.rush;
  }

  rest(name: HoldName): number {
    return this.watched ? HOLD[name] * this.tempo().hold * this.rush : 0;
  }

  /** A moment to look at something; false if it was cut short. */
  hold(name: HoldName): Promise<boolean> {
    return this.timers.wait(this.rest(name));
  }

  /** Milliseconds; false if they were cut short. */
  wait(time: number): Promise<boolean> {
    return this.timers.wait(this.watched ? time : 0);
  }

  later(time: number, act: () => void): void {
    this.timers.later(time, act);
  }

  /** Cards fly from one box to another. */
  fly(...courses: (Course & Omit<Arc, "width"> & { flip?: boolean })[]): void {
    const moves = courses.map((course) => {
      const width = Math.max(course.from.width, course.to.width, SHARP);
      const turn = course.flip && course.card !== "blind" ? turning(course.landed) : null;
      return { ...course, width, frames: arc({ ...course, width }), turn };
    });
    this.put(...moves);
  }

  /**
   * Cards move. Those that are told together are one animation to the browser, with one beginning and one end: with every
   * other beginning or end it would work out the whole page's layers anew.
   */
  put(...courses: (Course & { width: number; frames: Keyframe[]; turn?: Keyframe[] | null })[]): void {
    const whole = Math.max(0, ...courses.map(({ time, delay = 0 }) => delay + time));
    if (!whole) return;
    const timing = { duration: whole, fill: "both" } as const;
    const flights = courses.map(({ card, width, frames, time, delay = 0, turn = null, lit = false }): Flight => {
      const share = (all: Keyframe[]): Keyframe[] => during(all, delay / whole, (delay + time) / whole);
      return { id: ++this.count, card, width, frames: share(frames), turn: turn && share(turn), timing, lit };
    });
    this.flights = [...this.flights, ...flights];
    this.later(whole, () => (this.flights = this.flights.filter((other) => !flights.includes(other))));
  }

  /** Pieces move on the map. */
  place(pieces: Omit<Piece, "id">[]): Piece[] {
    const placed = pieces.map((piece): Piece => ({ ...piece, id: ++this.count }));
    this.pieces = [...this.pieces, ...placed];
    return placed;
  }

  remove(pieces: Piece[]): void {
    const gone = new Set(pieces);
    this.pieces = this.pieces.filter((one) => !gone.has(one));
  }

  /** Pieces stand where they belong: the map shows them. */
  arrived(target: string, pieces: Piece[]): void {
    this.coming = new Set([...this.coming].filter((one) => one !== target));
    void tick().then(() => this.remove(pieces));
  }

  rise(points: number, at: Box | null): void {
    if (!at) return;
    const timing = { duration: this.ms("rise"), fill: "both" } as const;
    const one: Rise = { id: ++this.count, text: `+${points}`, x: at.x, y: at.y, timing };
    this.rises = [...this.rises, one];
    this.later(this.ms("rise"), () => (this.rises = this.rises.filter((other) => other !== one)));
  }

  /** Hide what lies in a place as long as it is still on its way there. */
  cover(place: string): void {
    elementAt(place)?.setAttribute("data-unseen", "");
  }

  uncover(place: string): void {
    elementAt(place)?.removeAttribute("data-unseen");
  }

  bump(place: string): void {
    const bump = elementAt(place)?.animate(BUMP, { duration: this.ms("flick") * 1.5, easing: "ease-out" });
    if (bump) this.bumps = [...this.bumps.filter((one) => one.playState === "running"), bump];
  }
}
