/** What somebody has solved, and for how many days in a row; kept in this browser. */

import { load, save } from "../ui/browser/storage";

interface Stored {
  /** By puzzle: whether the first try was right. */
  tried: Record<string, boolean>;
  /** The last day whose puzzle was solved, and how many days in a row that was. */
  day: string;
  days: number;
  bestDays: number;
  /** Puzzles solved one after the other. */
  run: number;
  bestRun: number;
}

const KEY = "branchline.puzzles";
const NOTHING: Stored = { tried: {}, day: "", days: 0, bestDays: 0, run: 0, bestRun: 0 };

/** The visitor's day, as `2026-11-18`. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day before a day. */
export function dayBefore(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return today(new Date(year!, month! - 1, date! - 1));
}

export class Progress {
  stored = $state.raw<Stored>({ ...NOTHING, ...load<Partial<Stored>>("local", KEY, {}) });

  /** Whether a puzzle was solved at the first try; undefined if it was not tried. */
  of(id: string): boolean | undefined {
    return this.stored.tried[id];
  }

  get solved(): number {
    return Object.values(this.stored.tried).filter(Boolean).length;
  }

  /** Days in a row whose puzzle was solved, as long as today's or yesterday's is the last of them. */
  days(now = today()): number {
    const { day, days } = this.stored;
    return day === now || day === dayBefore(now) ? days : 0;
  }

  /** Note a try. Only the first one counts; `day` says of which day this is the puzzle. */
  note(id: string, right: boolean, day: string | null): void {
    if (id in this.stored.tried) return;
    const next = { ...this.stored, tried: { ...this.stored.tried, [id]: right } };
    next.run = right ? next.run + 1 : 0;
    next.bestRun = Math.max(next.bestRun, next.run);
    if (day !== null && right && day !== next.day) {
      next.days = next.day === dayBefore(day) ? next.days + 1 : 1;
      next.day = day;
      next.bestDays = Math.max(next.bestDays, next.days);
    }
    this.stored = next;
    save("local", KEY, next);
  }
}
