/** Controls of a table: what is pointed at and opened, and how a route or a city that is picked becomes a move. */

import { tick } from "svelte";
import { t } from "../../i18n/index.svelte";
import type { Board as BoardFacts } from "../../lib/game/board";
import type { Side } from "../../lib/map/boxes";
import type { Target } from "../../lib/map/navigation";
import type { Session } from "../../lib/net/session.svelte";
import { settings } from "../../lib/ui/browser/settings.svelte";
import { Plan } from "../../lib/ui/turn/plan.svelte";
import { targetText } from "../../lib/ui/words/moves";
import { planNotes } from "../../lib/ui/words/plan";
import type { WireView } from "../../protocol";
import type Board from "../board/Board.svelte";
import type { Shown } from "../board/BoardMap.svelte";
import type { Panel, Tab } from "./DrawerTabs.svelte";

/** Where the player sits, and whether no move can be made any more. */
interface Seat {
  session: Session;
  board: BoardFacts;
  view: WireView;
  names: string[];
  over: boolean;
}

export class Controls {
  /** What is pointed at on the map. */
  shown = $state.raw<Shown | null>(null);
  /** The drawer that is open; empty if none is. */
  drawer = $state<Panel | "">("");
  map = $state.raw<Board>();
  /** Where the sheet stands that asks. */
  side = $state<Side>("middle");
  readonly plan: Plan;

  constructor(private readonly seat: () => Seat) {
    this.plan = new Plan(seat);
  }

  /** Whether tickets are being chosen. */
  readonly choosing = $derived.by(() => {
    const { view, over } = this.seat();
    return !over && view.phase === "keep" && view.offer.length > 0 && view.legal.length > 0;
  });

  /** The drawers of a table: the own tickets while it is played, the log, and the position in words. */
  readonly tabs = $derived.by((): Tab[] => {
    const { view, over } = this.seat();
    const kept = view.tickets.length;
    const found: Tab[] = [{ name: "log", text: t("log.label") }];
    if (view.seat !== null && !over)
      found.unshift({ name: "tickets", text: t("tickets.tab", { n: kept }), count: kept });
    if (settings.reader && !over) found.push({ name: "words", text: t("reader.tab") });
    return found;
  });

  /** Point at something on the map, and bring it to where nothing covers it. */
  readonly point = (what: Shown | null): void => {
    this.shown = what;
    this.map?.release();
    if (what) this.map?.reveal([...what.routes, ...what.cities]);
  };

  /**
   * Let what asks, once it stands there, stand where it does not cover what it asks about; if it does so everywhere,
   * the map moves. It stays where it is as long as that is well.
   */
  async uncover(targets: string[]): Promise<void> {
    await tick();
    if (!this.map) return;
    this.side = this.map.sideFor(targets, [this.side, "middle", "left", "right"]);
    await tick();
    this.map?.reveal(targets);
  }

  /** Claim the route if there is one sensible payment, or ask; `choose`: ask in any case. */
  readonly pick = (target: Target, choose = false): void => {
    const { session, board, view, over } = this.seat();
    session.hasten();
    if (session.pending || (session.canUndo && view.routes[target.id] === view.seat)) return; // one click too many
    if (over || this.choosing || view.phase === "over" || view.phase === "tunnel") return;
    if (target.kind === "city" && !board.facts.stations) return;
    if (target.kind === "route" && this.plan.placing) return;
    this.drawer = "";
    const sure = choose || settings.ask || !session.myTurn ? null : this.plan.sure(target);
    if (sure) return this.move(sure.move);
    if (!this.plan.intent) this.side = "middle";
    this.plan.intend(target);
    void this.uncover([target.id]);
  };

  readonly move = (text: string): void => {
    this.plan.clear();
    this.seat().session.move(text);
  };

  /** Ask whether to draw tickets, or in which city to build a station. */
  intend(what: "tickets" | "place"): void {
    this.drawer = "";
    this.plan.intent = { kind: what };
    if (what === "place") this.map?.focus();
  }

  /** Cards from the hand were dropped on the map. */
  readonly dropped = (card: string, x: number, y: number): void => {
    const route = this.map?.routeUnder(x, y);
    if (!route) return;
    this.plan.colour = card;
    this.pick({ kind: "route", id: route });
  };

  /** What is said of a route or a city that is pointed at. */
  readonly tip = (target: Target): string => {
    const { board, view, names } = this.seat();
    const notes = planNotes(target, board, view, names, this.plan);
    return [targetText(target, board, view, names, this.plan), ...notes].join("\n");
  };

  /** Forget what was meant, and close what is open. */
  clear(): void {
    this.plan.clear();
    this.drawer = "";
  }
}
