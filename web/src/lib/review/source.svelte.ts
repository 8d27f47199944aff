/** The review of a game, as far as it is made: the quick one at once, deeper ones when they are wanted. */

import type { Params } from "../../i18n/index.svelte";
import type { Review, ReviewState } from "../../protocol";
import { api, ApiError } from "../net/api";

export type Level = ReviewState["level"];
export const LEVELS: Level[] = ["quick", "standard", "deep"];

/** Between two questions how far it is, in milliseconds. */
const ASK_EVERY = 1_000;

export class ReviewSource {
  review = $state.raw<Review | null>(null);
  /** The levels that have been made. */
  made = $state.raw<Level[]>([]);
  /** The level that is being made, and how far it is. */
  making = $state.raw<ReviewState | null>(null);
  error = $state.raw<{ code: string; data: Params } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(readonly id: string) {}

  /** Show the deepest review that there is; if there is none, have the quick one made. */
  async open(): Promise<void> {
    await this.load(null);
    if (!this.review && !this.error) await this.make("quick");
  }

  /** Show a level, and have it made first if it is not. */
  async want(level: Level): Promise<void> {
    if (this.made.includes(level)) await this.load(level);
    else await this.make(level);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async load(level: Level | null): Promise<void> {
    await this.trying(async () => {
      const { made, review } = await api.review(this.id, level);
      this.made = made;
      if (review) this.review = review;
    });
  }

  /** Ask for a level, again and again until it is there. */
  private async make(level: Level): Promise<void> {
    clearTimeout(this.timer);
    await this.trying(async () => {
      const state = await api.askForReview(this.id, level);
      if (this.closed) return;
      this.making = state.done ? null : state;
      if (state.done) await this.load(level);
      else this.timer = setTimeout(() => void this.make(level), ASK_EVERY);
    });
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      this.error = null;
      await work();
    } catch (error) {
      this.making = null;
      this.error = error instanceof ApiError ? { code: error.code, data: error.data } : { code: "internal", data: {} };
    }
  }
}
