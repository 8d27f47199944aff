/** Chat in words: who said it, and what. */

import { has, t } from "../../../i18n/index.svelte";
import type { ChatLine } from "../../net/session.svelte";

export function speaker({ seat, name }: Pick<ChatLine, "seat" | "name">, names: string[]): string {
  return seat === null ? name || t("chat.spectator") : (names[seat] ?? "");
}

export function spoken({ text, reaction }: Pick<ChatLine, "text" | "reaction">): string {
  const key = `chat.${reaction}`;
  return reaction ? (has(key) ? t(key) : reaction) : text;
}
