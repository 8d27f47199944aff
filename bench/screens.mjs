/** Pictures of every screen on every board and at every size, to be looked at: ADDRESS FOLDER [SIZES] [BOARD …] */

import { mkdirSync } from "node:fs";
import { drive } from "../tests/web/browser.mjs";
import { afterwards, tour } from "../tests/web/tour.mjs";

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  lying: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
};

await drive(async ({ browser, address, rest: [folder, sizes = Object.keys(SIZES).join(), ...boards] }) => {
  mkdirSync(folder, { recursive: true });
  for (const board of boards.length ? boards : ["usa", "europe", "london"]) {
    for (const size of sizes.split(",")) {
      const look = async (page, screen) => {
        await page.waitForTimeout(400);
        const path = `${folder}/${board}-${size}-${screen}`;
        await page.screenshot({ path: `${path}.png` });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) console.error(`${path}: ${wide} pixels too wide`);
      };
      const player = await tour(browser, address, { ...SIZES[size] }, board, look);
      await afterwards(player, board, look);
      await player.page.context().close();
    }
  }
});
