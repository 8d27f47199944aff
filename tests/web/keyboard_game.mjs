/** A whole game without a mouse: arrows on the map, the payment by Enter, cards and tickets by Tab and the command line. */

import { check, DESK, drive, visitor } from "./browser.mjs";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const MOST = 25;

await drive(async ({ browser, address }) => {
  const player = await visitor(browser, address, DESK);
  const { page } = player;
  const layout = (await (await fetch(`${address}/page/boards/london.json`)).json()).layout;
  const focused = (selector) => page.evaluate((one) => document.activeElement.matches(one), selector);
  const at = () => page.locator(".frame").getAttribute("data-at");

  async function tabTo(selector) {
    for (let stop = 0; stop < 60 && !(await focused(selector)); stop++) await page.keyboard.press("Tab");
    check(await focused(selector), `Tab never comes to ${selector}`);
  }

  const middle = (target) => {
    const [kind, id] = target.split(" ");
    if (kind === "city") return [layout.cities[id].x, layout.cities[id].y];
    const spaces = layout.routes[id].spaces;
    return spaces[spaces.length >> 1];
  };

  /** Walk towards a route by arrow keys; whether it was reached. */
  async function walk(route) {
    await page.keyboard.press("ArrowDown");
    for (let step = 0; step < MOST; step++) {
      const here = await at();
      if (here === `route ${route}`) return true;
      const [x, y] = middle(here);
      const [tx, ty] = middle(`route ${route}`);
      const towards = ([dx, dy]) => (tx - x) * dx + (ty - y) * dy;
      const [arrow] = Object.keys(ARROWS).sort((a, b) => towards(ARROWS[b]) - towards(ARROWS[a]));
      await page.keyboard.press(arrow);
      if ((await at()) === here) return false;
    }
    return false;
  }

  async function claim(route) {
    await tabTo(".frame");
    const walked = await walk(route);
    for (let press = 0; press < 60 && (await at()) !== `route ${route}`; press++) await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.locator(".pay .main").waitFor();
    check(await focused(".pay .main"), "the payment does not get the keyboard");
    await page.keyboard.press("Enter");
    return walked;
  }

  async function type(move) {
    await page.keyboard.press("/");
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
  }

  await page.goto(address);
  await page.locator('[data-board="london"]').waitFor();
  await tabTo('[data-board="london"]');
  await page.keyboard.press("Space");
  await tabTo(".go");
  await page.keyboard.press("Enter");
  await page.locator("[data-offer]").first().waitFor();

  const done = { walked: 0, claims: 0, turns: 0 };
  while (await player.turn()) {
    const ply = await page.locator("[data-ply]").getAttribute("data-ply");
    const prompt = await page.locator(".prompt").innerText();
    const [route] = prompt.startsWith("Your turn") ? await player.claimable() : [];
    if (await page.locator("[data-offer]").count()) {
      await tabTo("[data-offer]");
      await page.keyboard.press("Space");
      await tabTo(".choice .main");
      await page.keyboard.press("Enter");
    } else if (route) {
      done.walked += Number(await claim(route));
      done.claims += 1;
    } else if (prompt.startsWith("There is nothing")) {
      await type("pass");
    } else {
      const blind = await page.locator('.market [data-card="blind"]:not([aria-disabled])').count();
      await type(blind ? "draw blind" : "tickets");
    }
    done.turns += 1;
    await page.waitForFunction(
      (before) => document.querySelector("[data-ply]").dataset.ply !== before || document.querySelector(".final"),
      ply,
    );
  }
  check(done.claims > 2, `only ${done.claims} routes were claimed`);
  check(done.walked > 0, "no route was reached by arrows alone");
  check(player.complaints.length === 0, `the page complained: ${player.complaints.join("; ")}`);
  return { ...done, totals: await player.totals() };
});
