/** The time for a move in words. */

import { t } from "../../../i18n/index.svelte";

const UNITS = [
  ["clock.days", 86_400],
  ["clock.minutes", 60],
] as const;

export function clockText(seconds: number | null): string {
  if (seconds === null) return t("clock.none");
  for (const [key, unit] of UNITS) if (seconds % unit === 0) return t(key, { n: seconds / unit });
  return t("clock.seconds", { n: seconds });
}
