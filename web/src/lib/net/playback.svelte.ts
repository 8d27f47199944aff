/** Playback: what the others' moves look like as they happen, slowly enough to be followed. */

import type { MovedNotice, TunnelNotice, WireView } from "../../protocol";

/** The face-up row. */
type Row = (string | null)[];

export interface TunnelReveal extends Omit<TunnelNotice, "type"> {
  /** How many of the revealed cards are turned. */
  turned: number;
}

/** How long things are shown, in milliseconds. */
const DURATION = { move: 350, sweep: 1500, card: 650, tunnel: 1100 };

export class Playback {
  tunnel = $state<TunnelReveal | null>(null);
  /** A row that is just being swept away. */
  swept = $state.raw<Row | null>(null);
  /** The route or city of the latest move. */
  fresh = $state<string | null>(null);

  /** `pace` scales all durations; with 0 everything is shown at once. */
  constructor(private readonly pace: number) {}

  /** Show a move; `own` if it is the player's, who has seen it already. */
  async playMove({ move, chance }: MovedNotice, before: WireView | null, own: boolean): Promise<void> {
    const [verb, target] = move.split(" ");
    if (verb === "claim" || verb === "station") this.fresh = target ?? null;
    if (!own) await this.wait(DURATION.move);
    if (!before) return;
    for (const row of sweptRows(before.row, move, chance)) {
      this.swept = row;
      await this.wait(DURATION.sweep);
    }
  }

  /** Turn the cards of a tunnel one by one. */
  async playTunnel({ seat, route, revealed, extra }: TunnelNotice): Promise<void> {
    this.tunnel = { seat, route, revealed, extra, turned: 0 };
    for (let turned = 1; turned <= revealed.length; turned++) {
      await this.wait(DURATION.card);
      this.tunnel.turned = turned;
    }
    await this.wait(DURATION.tunnel);
  }

  /** A new view is shown: a tunnel that it no longer has is over. */
  settle(view: WireView): void {
    if (this.tunnel && !view.tunnel) this.tunnel = null;
    this.swept = null;
  }

  /** Start from a view alone: at most a tunnel waits for its extra cards. */
  reset(view: WireView | null): void {
    this.swept = null;
    this.tunnel = null;
    if (!view?.tunnel || view.actor === null) return;
    const { route, revealed, extra } = view.tunnel;
    this.tunnel = { seat: view.actor, route, revealed, extra, turned: revealed.length };
  }

  private wait(time: number): Promise<void> {
    if (!this.pace || (typeof document !== "undefined" && document.hidden)) return Promise.resolve();
    return new Promise((done) => setTimeout(done, time * this.pace));
  }
}

/** Every full row that was swept away after a draw (D6), from the row before it and what chance dealt. */
export function sweptRows(before: Row, move: string, chance: string[]): Row[] {
  const colour = move.startsWith("draw ") ? move.slice(5) : "";
  if (!colour) return [];
  const row = [...before];
  const cards = [...chance];
  if (colour === "blind") cards.shift();
  else row[row.indexOf(colour)] = null;
  const swept: Row[] = [];
  for (const card of cards) {
    // a card that is dealt onto a full row follows a sweep: there is no other reason to deal it
    if (!row.includes(null)) {
      swept.push([...row]);
      row.fill(null);
    }
    row[row.indexOf(null)] = card;
  }
  return swept;
}
