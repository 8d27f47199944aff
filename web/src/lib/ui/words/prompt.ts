/** The prompt: what is to be done now, or whom everybody waits for and why. */

import { type Key, t } from "../../../i18n/index.svelte";
import type { WireView } from "../../../protocol";
import type { Board } from "../../game/board";
import type { TunnelReveal } from "../../net/playback.svelte";
import type { Session } from "../../net/session.svelte";
import type { Intent } from "../turn/plan.svelte";
import { sentence } from "./log";

/** A whole sentence, and what is left of it where there is little room. */
export interface Prompt {
  text: string;
  short: string;
}

interface Seat {
  session: Session;
  board: Board;
  view: WireView;
  names: string[];
  /** What the player is about to do, if that is possible. */
  intent: Intent | null;
}

export function promptOf(seat: Seat): Prompt {
  const { session, view } = seat;
  if (view.phase === "over") return alone(t("turn.over"));
  if (view.seat === null) return alone(t("turn.watching", { who: waitedFor(seat) }));
  if (session.sending !== null) return alone(t("turn.sending"));
  if (session.asking !== null) return alone(t("turn.asking"));
  if (session.playback.tunnel && view.phase !== "tunnel") return alone(tunnelText(seat, session.playback.tunnel));
  return session.toAct ? ownTurn(seat) : alone(waiting(seat));
}

function alone(text: string): Prompt {
  return { text, short: text };
}

/** Whose tunnel is being shown: its cards are turned before the position changes. */
function tunnelText({ board, view, names }: Seat, { seat, route }: TunnelReveal): string {
  return sentence("tunnel.title", seat, { names, you: view.seat }, { route: board.ends(route) });
}

function waitedFor({ session, names }: Seat): string {
  return session.toMove.map((seat) => names[seat]).join(", ");
}

/** What others are doing. */
const DOING: Record<string, Key> = {
  keep: "turn.other_keep",
  second_card: "turn.other_second",
  tunnel: "turn.other_tunnel",
};

function waiting(seat: Seat): string {
  const { session, view } = seat;
  const who = waitedFor(seat);
  if (view.starting) return t("turn.others_choose", { who, n: session.toMove.length });
  const thinking = session.toMove.every((one) => session.seatState(one)?.kind === "bot");
  return t(DOING[view.phase] ?? (thinking ? "turn.other_bot" : "turn.other"), { who });
}

function ownTurn({ board, view, intent }: Seat): Prompt {
  const { facts } = board;
  switch (view.phase) {
    case "second_card":
      return { text: t("turn.second"), short: t("turn.second_short") };
    case "keep": {
      const n = Math.min(view.starting ? facts.keep_start : facts.keep_later, view.offer.length);
      return { text: t("turn.keep", { n }), short: t("choice.least", { n }) };
    }
    case "tunnel": {
      const n = view.tunnel?.extra ?? 0;
      return { text: t("turn.tunnel", { n }), short: t("turn.tunnel_short", { n }) };
    }
  }
  if (view.legal.length === 1 && view.legal[0] === "pass") return alone(t("turn.pass"));
  switch (intent?.kind) {
    case "claim":
      return { text: t("turn.pay", { what: board.ends(intent.route) }), short: t("turn.pay_short") };
    case "station":
      return { text: t("turn.pay_station", { city: board.city(intent.city) }), short: t("turn.pay_short") };
    case "place":
      return alone(t("turn.place"));
    case "tickets":
      return alone(t("turn.tickets"));
  }
  return { text: t(facts.stations ? "turn.yours_stations" : "turn.yours_long"), short: t("turn.yours") };
}
