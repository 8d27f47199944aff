/**
 * Pictures of every screen, to be looked at: ADDRESS FOLDER
 * [--boards usa,london] [--sizes phone,desk] [--themes light,dark] [--languages en,es,pt]
 */

import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { drive } from "../tests/web/browser.mjs";
import { afterwards, late, tour } from "../tests/web/tour.mjs";

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  lying: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
};
const CHOICES = {
  boards: "usa,europe,london",
  sizes: Object.keys(SIZES).join(),
  themes: "light,dark",
  languages: "en",
};

/** Let the page speak a language, if it has its settings at hand. */
async function speak(page, language) {
  return page.evaluate((wanted) => {
    const languages = document.querySelector("select:has(option[lang])");
    if (!languages) return document.documentElement.lang === wanted;
    languages.value = wanted;
    languages.dispatchEvent(new Event("change"));
    return true;
  }, language);
}

await drive(async ({ browser, address, rest }) => {
  const options = Object.fromEntries(Object.entries(CHOICES).map(([name, all]) => [name, { type: "string", default: all }]));
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
  const [boards, sizes, themes, languages] = Object.keys(CHOICES).map((name) => values[name].split(","));
  const [folder] = positionals;
  mkdirSync(folder, { recursive: true });

  const picture = async (page, path) => {
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${path}.png` });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.error(`${path}: ${wide} pixels too wide`);
  };
  for (const board of boards) {
    for (const size of sizes) {
      const look = async (page, screen) => {
        for (const language of languages) {
          if (!(await speak(page, language))) continue;
          for (const theme of themes) {
            await page.emulateMedia({ colorScheme: theme });
            await picture(page, `${folder}/${board}-${size}-${screen}-${language}-${theme}`);
          }
        }
        await speak(page, "en");
      };
      const player = await tour(browser, address, SIZES[size], board, look);
      await afterwards(player, board, look);
      await player.page.context().close();
      await late(browser, address, SIZES[size], board, look);
    }
  }
});
