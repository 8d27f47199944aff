/** What the page costs, by the browser's own counters. ADDRESS MEASURE: load, claim, memory or interaction. */

import { drive, visitor } from "../tests/web/browser.mjs";
import { playOut } from "../tests/web/tour.mjs";

const REAL = { viewport: { width: 1440, height: 900 }, reducedMotion: "no-preference" };

async function counters(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" }); // what the page itself costs, not what others take
  return {
    cdp,
    async read() {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
  };
}

/** What came over the network, by part of the page. */
async function traffic(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const addresses = new Map();
  const sums = {};
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => addresses.set(requestId, new URL(request.url).pathname));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = addresses.get(requestId) ?? "";
    const part = path.startsWith("/page/boards/") ? "map" : path.startsWith("/api/") ? "api" : "code";
    sums[part] = (sums[part] ?? 0) + encodedDataLength;
  });
  return sums;
}

const measures = {
  /** Bytes of the first visit to the start, of the second, and of the first visit to a game on each board. */
  async load(browser, address) {
    const visit = async (context, path, shown) => {
      const page = await context.newPage();
      const sums = await traffic(page);
      await page.goto(address + path);
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState("networkidle");
      return sums;
    };
    const player = await visitor(browser, address, REAL);
    const context = player.page.context();
    const told = { start: await visit(context, "/", "[data-board]"), again: await visit(context, "/", "[data-board]") };
    for (const board of ["usa", "europe", "london"]) {
      await player.playBots(board);
      const fresh = await browser.newContext(REAL);
      await fresh.addCookies(await context.cookies());
      told[board] = await visit(fresh, `/tables/${player.table}`, "[data-offer]");
      await fresh.close();
    }
    return told;
  },

  /** Main-thread milliseconds of a claim: from the confirmation to its last animation, without what idling costs. */
  async claim(browser, address) {
    const player = await visitor(browser, address, REAL);
    const { page } = player;
    await player.playBots("europe", { seats: 2 });
    await player.keep(2);
    const { read } = await counters(page);
    const busy = async (time) => {
      const before = await read();
      await page.waitForTimeout(time);
      const after = await read();
      return (after.TaskDuration - before.TaskDuration) * 1000;
    };
    const costs = [];
    for (let turn = 0; turn < 80 && costs.length < 8 && (await player.turn()); turn++) {
      const ply = await page.locator("[data-ply]").getAttribute("data-ply");
      const [route] = (await page.locator(".prompt").innerText()).startsWith("Your turn") ? await player.claimable() : [];
      if (route) {
        await player.point(...(await player.spot(route)));
        const confirm = page.locator(".pay .main");
        await confirm.waitFor();
        const idle = await busy(600);
        const [cost] = await Promise.all([busy(600), confirm.evaluate((button) => button.click())]);
        if (await page.locator(`[data-route="${route}"]`).count()) costs.push(cost - idle);
      } else if ((await player.draw()) === null) break;
      if (await page.locator(".tunnel .main").count()) await page.locator(".tunnel .main").first().click();
      await page.waitForFunction((then) => document.querySelector("[data-ply]").dataset.ply !== then, ply);
    }
    return { costs };
  },

  /** Heap and nodes on the start screen after each of so many games in one tab; another tab of the seat makes the moves. */
  async memory(browser, address, games) {
    const player = await visitor(browser, address, REAL);
    const { page } = player;
    const { cdp, read } = await counters(page);
    await page.goto(address);
    const told = [];
    for (let game = 0; game < games; game++) {
      await page.locator('[data-board="london"]').click();
      await page.getByRole("combobox", { name: "Players" }).selectOption("2");
      await page.getByRole("combobox", { name: "Bots" }).selectOption("novice");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.locator("[data-offer]").first().waitFor();
      await playOut(player);
      await page.getByRole("link", { name: "Download the record" }).waitFor();
      await page.evaluate(() => localStorage.removeItem("branchline.visits"));
      await page.getByRole("button", { name: "To the start" }).first().click();
      await page.locator("[data-board]").first().waitFor();
      for (let time = 0; time < 3; time++) await cdp.send("HeapProfiler.collectGarbage");
      const { JSHeapUsedSize, Nodes, JSEventListeners } = await read();
      told.push({ heap: JSHeapUsedSize, nodes: Nodes, listeners: JSEventListeners });
    }
    return { games: told };
  },

  /** The longest of many interactions at a quarter of the machine's speed, as the browser times them for INP. */
  async interaction(browser, address) {
    const player = await visitor(browser, address, REAL);
    const { page } = player;
    const { cdp } = await counters(page);
    await page.addInitScript(() => {
      window.interactions = [];
      new PerformanceObserver((list) => {
        for (const { interactionId, startTime, processingStart, processingEnd, duration, name, target } of list.getEntries()) {
          const element = target ? `${target.localName} ${target.className?.baseVal ?? target.className}` : "what is gone since";
          const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd];
          if (interactionId) window.interactions.push([duration, name, element, ...parts]);
        }
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await player.playBots("europe", { seats: 3 });
    for (const box of await page.locator("[data-offer]").all()) await box.click();
    await page.locator(".choice .main").click();
    await player.turn();
    for (let time = 0; time < 2; time++) await page.locator("[data-hand]").first().click();
    for (let turn = 0; turn < 14 && (await player.turn()); turn++) {
      const ply = await page.locator("[data-ply]").getAttribute("data-ply");
      const [route] = (await page.locator(".prompt").innerText()).startsWith("Your turn") ? await player.claimable() : [];
      if (route) await player.claim(route);
      else await player.draw();
      if (await page.locator(".tunnel .main").count()) await page.locator(".tunnel .main").first().click();
      await page.waitForFunction((then) => document.querySelector("[data-ply]").dataset.ply !== then, ply);
    }
    await player.turn();
    await page.keyboard.press("/");
    await page.keyboard.type("par");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.keyboard.press("Escape");
    for (const key of ["n", "n", "ArrowRight", "ArrowDown", "+", "-"]) await page.keyboard.press(key);
    await page.waitForTimeout(500);
    return { interactions: await page.evaluate(() => window.interactions) };
  },
};

await drive(({ browser, address, rest: [measure, games] }) => measures[measure](browser, address, Number(games)));
