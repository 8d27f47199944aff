/** Replay of a game. Positions are fetched when they are wanted, the latest wish first, and cached. */

import type { LogEntry, SeatState, TableState, WireView } from "../../protocol";
import { api, ApiError } from "./api";
import { type Board, loadBoard } from "../game/board";
import type { GameSource } from "./session.svelte";

/** Between two requests while the slider is being dragged. */
const REQUEST_GAP = 60;

export class Replay implements GameSource {
  table = $state.raw<TableState | null>(null);
  board = $state.raw<Board | null>(null);
  /** The position that is shown. */
  view = $state.raw<WireView | null>(null);
  /** The ply that is wanted; what is shown follows as soon as it is there. */
  ply = $state(0);
  plies = $state(0);
  /** The seat whose view is shown; null for the public's. */
  seat = $state<number | null>(null);
  /** The seat that this browser holds in the game. */
  own = $state<number | null>(null);
  error = $state<string | null>(null);
  readonly deadline = null;
  readonly lastRead = -1;
  private readonly cache = new Map<string, WireView>();
  private loading = false;

  constructor(readonly id: string) {}

  get over(): boolean {
    return this.table?.stage === "over";
  }

  get log(): LogEntry[] {
    return this.view?.log ?? [];
  }

  get toMove(): number[] {
    return this.view?.actor == null ? [] : [this.view.actor];
  }

  /** The seats whose view may be shown: all of them once the game is over. */
  get viewers(): number[] {
    if (this.over) return (this.table?.seats ?? []).map((_, seat) => seat);
    return this.own === null ? [] : [this.own];
  }

  seatState(seat: number): SeatState | undefined {
    return this.table?.seats[seat];
  }

  /** Fetch the game, and show a ply of it (the last one for null). */
  async open(ply: number | null, seat: number | null): Promise<void> {
    try {
      const { table, you } = await api.table(this.id);
      const last = await api.moment(this.id, null, null);
      this.board = (await loadBoard(table.board)).painted(table);
      this.table = table;
      this.own = you.seat;
      this.plies = last.plies;
      this.cache.set(key(last.ply, null), last.view);
      this.seat = seat !== null && this.viewers.includes(seat) ? seat : null;
      this.go(ply ?? last.plies);
    } catch (error) {
      this.fail(error);
    }
  }

  go(ply: number): void {
    this.ply = Math.min(Math.max(ply, 0), this.plies);
    if (!this.loading) void this.follow();
  }

  viewAs(seat: number | null): void {
    this.seat = seat;
    if (!this.loading) void this.follow();
  }

  /** Show what is wanted, and what is wanted by then, until they are the same. */
  private async follow(): Promise<void> {
    this.loading = true;
    try {
      for (let done = ""; done !== key(this.ply, this.seat);) {
        const [ply, seat] = [this.ply, this.seat];
        done = key(ply, seat);
        this.view = this.cache.get(done) ?? (await this.fetch(ply, seat));
      }
      this.error = null;
    } catch (error) {
      this.fail(error);
    }
    this.loading = false;
  }

  private async fetch(ply: number, seat: number | null): Promise<WireView> {
    const { view } = await api.moment(this.id, ply, seat);
    this.cache.set(key(ply, seat), view);
    await new Promise((done) => setTimeout(done, REQUEST_GAP));
    return view;
  }

  private fail(error: unknown): void {
    this.error = error instanceof ApiError ? error.code : "internal";
  }
}

function key(ply: number, seat: number | null): string {
  return `${ply} ${seat ?? ""}`;
}
