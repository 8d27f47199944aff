/** Playback: what moves look like as they happen, slowly enough to be followed. */

import type { MovedNotice, TunnelNotice, Update, WireView } from "../../protocol";
import type { Board } from "../game/board";
import { readMove } from "../game/moves";
import { reveal } from "../motion/animations";
import { type Row, type Scene, type Scenes, scenesOf } from "../motion/scenes";
import { type Sound, Stage } from "../motion/stage.svelte";
import type { Tempo } from "../motion/tempo";

export interface TunnelReveal extends Omit<TunnelNotice, "type"> {
  /** How many of the revealed cards are turned. */
  turned: number;
}

/** An update as it is shown. */
export interface Shown extends Scenes {
  tunnels: TunnelNotice[];
  /** Whether everything in it was done by the one who looks. */
  own: boolean;
  /** The cards that a claim offers. */
  paid: string[];
}

export class Playback {
  tunnel = $state<TunnelReveal | null>(null);
  /** A row that is just being swept away. */
  swept = $state.raw<Row | null>(null);
  readonly stage: Stage;

  constructor(tempo: () => Tempo, sound: (sound: Sound, n?: number) => void) {
    this.stage = new Stage(tempo, sound);
  }

  /** What of an update is to be seen, by somebody who has a view and a seat or none. */
  plan(board: Board | null, { news, view }: Update, old: WireView | null, seat: number | null): Shown {
    const moves = news.filter((notice): notice is MovedNotice => notice.type === "moved");
    const tunnels = news.filter((notice): notice is TunnelNotice => notice.type === "tunnel");
    const scenes = board && old && view ? moves.map((move) => scenesOf(board, move, old, view)) : [];
    const paid = moves.flatMap(({ move }) => {
      const read = readMove(move);
      return read.kind === "claim" ? Object.keys(read.cards) : [];
    });
    return {
      before: scenes.flatMap((one) => one.before),
      after: scenes.flatMap((one) => one.after),
      tunnels,
      own: moves.every((move) => move.seat === seat),
      paid,
    };
  }

  /** Show what comes before the new position: the cards of a tunnel, rows that are swept away. */
  async before({ before, tunnels, paid }: Shown, seat: number | null): Promise<void> {
    for (const scene of before) {
      if (scene.kind === "sweep") {
        this.swept = scene.row;
        await this.stage.hold("sweep");
      }
      await this.stage.play([scene], seat);
    }
    for (const tunnel of tunnels) await this.playTunnel(tunnel, paid);
  }

  /** Show what leads into the new position, which is there already. */
  async after(scenes: Scene[], seat: number | null, own: boolean): Promise<void> {
    await this.stage.play(scenes, seat);
    if (!own) await this.stage.hold("move");
  }

  /** Turn the cards of a tunnel one by one. */
  private async playTunnel({ seat, route, revealed, extra }: TunnelNotice, paid: string[]): Promise<void> {
    this.tunnel = { seat, route, revealed, extra, turned: 0 };
    const costs = (card: string): boolean => card === "wild" || paid.includes(card);
    await reveal(this.stage, { route, revealed, extra }, costs, (turned) => {
      if (this.tunnel) this.tunnel.turned = turned;
    });
  }

  /** All that is being shown is over. */
  finish(): void {
    this.stage.finish();
  }

  /** A new view is shown: a tunnel that it no longer has is over. */
  settle(view: WireView): void {
    if (this.tunnel && !view.tunnel) this.tunnel = null;
    if (this.tunnel) this.tunnel.turned = this.tunnel.revealed.length;
    this.swept = null;
  }

  /** Start from a view alone: at most a tunnel waits for its extra cards. */
  reset(view: WireView | null): void {
    this.finish();
    this.swept = null;
    this.tunnel = null;
    if (!view?.tunnel || view.actor === null) return;
    const { route, revealed, extra } = view.tunnel;
    this.tunnel = { seat: view.actor, route, revealed, extra, turned: revealed.length };
  }
}
