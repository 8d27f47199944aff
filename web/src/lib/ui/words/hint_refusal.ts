/** Hints: why a bot can't be asked now. */

import { reasonText, t } from "../../../i18n/index.svelte";
import type { Session } from "../../net/session.svelte";

/** Why there is no hint now, in words; empty if one can be asked for. */
export function whyNoHint(session: Session, names: string[]): string {
  if (session.view?.phase === "over") return reasonText({ code: "game_over", data: {} }, names);
  if (session.seat === null) return reasonText({ code: "spectator", data: {} }, names);
  if (!session.table?.hints) return t("refused.no_hints");
  if (session.connectionState !== "open") return t("hint.lost");
  if (session.asking !== null) return t("hint.asking");
  if (session.pending !== null || session.sending !== null) return t("hint.sending");
  if (!session.toAct) return t("hint.not_now", { who: session.toMove.map((seat) => names[seat]).join(", ") });
  return session.waiting ? t("hint.showing") : "";
}
