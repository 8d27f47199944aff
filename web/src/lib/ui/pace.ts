/** How fast things are shown: 1, less when motion is not wanted, 0 when the address says so (tests). */

import { settings } from "./settings.svelte";

export function pace(): number {
  if (new URLSearchParams(location.search).get("pace") === "0" || sessionStorage.getItem("pace") === "0") return 0;
  return settings.motion ? 1 : 0.5;
}
