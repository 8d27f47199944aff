/** Plan: what the player is about to do, before it is a move. */

import { reasonText } from "../../../i18n/index.svelte";
import type { WireView } from "../../../protocol";
import type { Board } from "../../game/board";
import { type Claims, type Payment, readMove } from "../../game/moves";
import { onlySensible, payments, purse } from "../../game/payments";
import { whyNotClaim, whyNotStation } from "../../game/reasons";
import { usefulRoutes } from "../../game/useful";
import type { Session } from "../../net/session.svelte";
import type { Target } from "../../map/navigation";

/** A route to claim, a city for a station, tickets to draw, or a station that has no city yet. */
export type Intent =
  { kind: "claim"; route: string } | { kind: "station"; city: string } | { kind: "tickets" | "place" };

/** Where the player sits. */
interface Seat {
  session: Session;
  board: Board;
  view: WireView;
  names: string[];
}

export class Plan {
  intent = $state.raw<Intent | null>(null);
  /** The cards picked in the hand. */
  colour = $state<string | null>(null);

  constructor(private readonly seat: () => Seat) {}

  /** What a payment is weighed against. */
  private readonly purse = $derived.by(() => {
    const { board, view } = this.seat();
    return purse(board, view);
  });
  /** The tickets that a route serves, by route. */
  readonly useful = $derived.by(() => {
    const { board, view } = this.seat();
    return usefulRoutes(board, view);
  });
  /** Routes that can be claimed now, and cities in which a station can be built, with every payment. */
  readonly claims = $derived.by(() => this.paymentsFor("claim"));
  readonly stations = $derived.by(() => this.paymentsFor("station"));
  /** Whether a city is being chosen. */
  readonly placing = $derived(this.intent?.kind === "place");
  readonly stationable = $derived(new Set(this.stations.keys()));
  /** Routes that can be claimed with the cards picked. */
  readonly claimable = $derived.by(() => {
    if (this.placing) return new Set<string>();
    const colour = this.colour;
    const fits = [...this.claims].filter(([, list]) => !colour || list.some((one) => colour in one.cards));
    return new Set(fits.map(([id]) => id));
  });
  /** Why what is meant can't be done; empty if it can. */
  readonly reason = $derived.by(() => {
    const { board, view, names } = this.seat();
    const intent = this.intent;
    if (intent?.kind === "claim" && !this.claims.has(intent.route)) {
      return reasonText(
        whyNotClaim(board, view, board.route(intent.route)) ?? { code: "not_your_turn", data: {} },
        names,
      );
    }
    if (intent?.kind === "station" && !this.stations.has(intent.city)) {
      return reasonText(whyNotStation(board, view, intent.city) ?? { code: "not_your_turn", data: {} }, names);
    }
    return "";
  });
  /** What would be placed on the map: by the move that is on its way, or by what is meant. */
  readonly ghost = $derived.by(() => {
    const { session, view } = this.seat();
    if (session.playback.tunnel) return { target: session.playback.tunnel.route, seat: session.playback.tunnel.seat };
    const meant = session.pending ? readMove(session.pending) : this.reason ? null : this.intent;
    const target = meant?.kind === "claim" ? meant.route : meant?.kind === "station" ? meant.city : null;
    if (!target || view.seat === null || target in view.routes || target in view.stations) return null;
    return { target, seat: view.seat };
  });

  private paymentsFor(kind: "claim" | "station"): Claims {
    const { session, view } = this.seat();
    return session.toAct ? payments(view.legal, kind, this.purse) : new Map();
  }

  /** Payments with those of the cards picked first. */
  sorted(list: Payment[] = []): Payment[] {
    const colour = this.colour;
    return colour ? [...list].sort((a, b) => Number(colour in b.cards) - Number(colour in a.cards)) : list;
  }

  /**
   * The payment that a click on a route makes at once: the only sensible one, or the only one with the cards picked. None
   * for a tunnel, which can't be taken back.
   */
  sure({ kind, id }: Target): Payment | null {
    const { board } = this.seat();
    if (kind !== "route" || board.route(id).tunnel) return null;
    const colour = this.colour;
    const list = (this.claims.get(id) ?? []).filter(({ cards }) => !colour || colour in cards);
    return colour === "wild" && list.length > 1 ? null : onlySensible(list, id, this.purse);
  }

  /** Plan to claim a route, or to build a station in a city. */
  intend({ kind, id }: Target): void {
    this.intent = kind === "route" ? { kind: "claim", route: id } : { kind: "station", city: id };
  }

  clear(): void {
    this.intent = null;
    this.colour = null;
  }
}
