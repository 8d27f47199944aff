/** Every screen, looked at by axe-core: nothing serious. SIZE THEME */

import { faults } from "./axe.mjs";
import { check, DESK, drive, PHONE, visitor } from "./browser.mjs";

await drive(async ({ browser, address, rest: [size, theme] }) => {
  const player = await visitor(browser, address, { ...(size === "phone" ? PHONE : DESK), colorScheme: theme });
  const { page } = player;
  const found = [];

  const look = async (screen) => found.push(...(await faults(page, screen)));

  await page.goto(address);
  await page.locator("[data-board]").first().waitFor();
  await look("start");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: /^Screen-reader mode/ }).check();
  await look("settings");
  await page.keyboard.press("Escape");
  await player.playBots("london", { seats: 3 });
  await look("choosing tickets");
  await player.keep(2);
  await player.turn();
  await look("turn");
  if (size === "phone") {
    await page.getByRole("button", { name: "In words" }).click();
    await look("the position in words");
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("h");
  await page.locator("[data-hint]").waitFor();
  await look("hint");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await look("keys");
  await page.keyboard.press("Escape");
  for (let turn = 0; turn < 12 && !(await player.claimable()).length; turn++) {
    await player.draw();
    await page.waitForTimeout(150);
    await player.turn();
  }
  await player.point(...(await player.spot((await player.claimable())[0])));
  await page.locator(".pay").waitFor();
  await look("claim");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Type a move, or find a route" }).click();
  await look("find");
  await page.keyboard.press("Escape");
  await page.goto(address);
  await page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
  await page.getByRole("checkbox", { name: /^All on this device/ }).check();
  await look("start with friends");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".curtain").waitFor();
  await look("curtain");
  check(found.length === 0, found.join("\n"));
});
