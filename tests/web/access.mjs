/** Every screen of a game, looked at by axe-core: nothing serious. SIZE THEME BOARD */

import { faults } from "./axe.mjs";
import { check, DESK, drive, PHONE } from "./browser.mjs";
import { tour } from "./tour.mjs";

await drive(async ({ browser, address, rest: [size, colorScheme, board] }) => {
  const found = [];
  const options = { ...(size === "phone" ? PHONE : DESK), colorScheme };
  const look = async (page, screen) => found.push(...(await faults(page, screen)));
  await tour(browser, address, options, board, look, true);
  check(found.length === 0, found.join("\n"));
});
