/** What axe-core finds on a screen. */

import { createRequire } from "node:module";
import { check } from "./browser.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source } = require("axe-core");

/** The serious faults of what a page shows now, each with the screen's name. */
export async function faults(page, screen) {
  await page.waitForTimeout(250);
  await page.evaluate(source);
  const [found, passed] = await page.evaluate(async () => {
    const result = await window.axe.run(document);
    const serious = result.violations.filter((one) => ["serious", "critical"].includes(one.impact));
    const told = (one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    return [serious.flatMap(told), result.passes.length];
  });
  check(passed > 8, `axe has hardly looked at: ${screen}`);
  return found.map((fault) => `${screen}: ${fault}`);
}
