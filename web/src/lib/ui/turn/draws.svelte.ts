/** Draws: a card is taken only if the player has seen it. A press counts for what the slot showed when it began. */

/** A place in the row by its number, or the pile. */
export type Slot = number | "pile";

/** For how long a new card has to be shown before it can be taken, in milliseconds, whatever moves on the page. */
export const SEEN_AFTER = 400;

/** A second card that is wanted while the first is on its way. */
export interface Wanted {
  slot: Slot;
  card: string;
}

export class Draws {
  /** The slots whose card is too new to be taken. */
  fresh = $state.raw<ReadonlySet<Slot>>(new Set());
  /** The second card, if it was chosen before the first has come. */
  wanted = $state.raw<Wanted | null>(null);
  /** Where the last card was taken from, until another one has come there; and the position in which that was. */
  private taken: { slot: Slot; position: unknown } | null = null;
  private readonly shown = new Map<Slot, { card: string | null; at: number }>();
  private pressed: { slot: Slot; at: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Say what the row shows now, and in which position. What is shown at first counts as seen. */
  show(row: (string | null)[], position: unknown): void {
    const refilled = this.taken && this.taken.position !== position ? this.taken.slot : null;
    if (refilled !== null) this.taken = null;
    const slots: [Slot, string | null][] = [...row.map((card, at): [Slot, string | null] => [at, card]), ["pile", ""]];
    for (const [slot, card] of slots) {
      const before = this.shown.get(slot);
      if (!before) this.shown.set(slot, { card, at: -Infinity });
      else if (before.card !== card || slot === refilled) this.shown.set(slot, { card, at: this.now() });
    }
    this.refresh();
  }

  /** A card is taken from here in this position: what comes in its place is new, even if it looks the same. */
  take(slot: Slot, position: unknown): void {
    this.taken = { slot, position };
  }

  /** No card is on its way any more. If nothing has changed, the server refused it: what lies there has been seen. */
  settle(position: unknown): void {
    if (this.taken?.position === position) this.taken = null;
  }

  /** Whether a card from there is on its way. */
  isTaken(slot: Slot): boolean {
    return this.taken?.slot === slot;
  }

  /** A finger, a button or a key goes down on a slot, at the time of that event. */
  press(slot: Slot, at: number): void {
    this.pressed = { slot, at };
  }

  /** Whether what the slot shows had been seen when the press began; `at` is when the click came. */
  isSeen(slot: Slot, at: number): boolean {
    const began = this.pressed?.slot === slot ? Math.min(this.pressed.at, at) : at;
    this.pressed = null;
    return began - (this.shown.get(slot)?.at ?? -Infinity) >= SEEN_AFTER;
  }

  /** The slots that are fresh now; again when the next of them is not. */
  private refresh(): void {
    const now = this.now();
    const ages = [...this.shown].map(([slot, { at }]) => [slot, now - at] as const);
    const fresh = ages.filter(([, age]) => age < SEEN_AFTER);
    this.fresh = new Set(fresh.map(([slot]) => slot));
    clearTimeout(this.timer);
    if (!fresh.length) return;
    const next = SEEN_AFTER - Math.max(...fresh.map(([, age]) => age));
    this.timer = setTimeout(() => this.refresh(), next);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
