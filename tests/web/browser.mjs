/** What all drives share: a browser, and a player who uses the page as a person does, with mouse or finger. */

import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PATIENCE = 20_000;

/** Run a drive: give it a browser and the server's address, print what it returns, fail if the page complained. */
export async function drive(scenario) {
  const [address, ...rest] = process.argv.slice(2);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const result = await scenario({ browser, address, rest });
    console.log(JSON.stringify(result ?? {}));
  } finally {
    await browser.close();
  }
}

/** Run the scene that is named; each returns a player, and whatever else it wants to tell. */
export async function driveScene(scenes) {
  await drive(async (given) => {
    const { page, complaints, told = {} } = await scenes[given.rest[0]](given);
    check(complaints.length === 0, `the page complained: ${complaints.join("; ")}`);
    return { title: await page.title(), ...told };
  });
}

/** A new visitor with a browser of their own. */
export async function visitor(browser, address, options = DESK) {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(() => {
    sessionStorage.setItem("pace", "0");
    if (!localStorage.getItem("branchline.settings")) localStorage.setItem("branchline.settings", '{"undo":0}');
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return new Player(page, address, complaints, Boolean(options.hasTouch));
}

export function check(truth, words) {
  if (!truth) throw new Error(words);
}

export class Player {
  constructor(page, address, complaints, touch) {
    Object.assign(this, { page, address, complaints, touch });
  }

  /** Start a game against bots from the first screen: the board, and Play. */
  async playBots(board, { seats } = {}) {
    await this.page.goto(this.address);
    await this.page.locator(`[data-board="${board}"]`).click();
    if (seats) await this.page.getByRole("combobox", { name: "Players" }).selectOption(String(seats));
    await this.page.getByRole("combobox", { name: "Bots" }).selectOption("novice");
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
    await this.page.waitForURL(/\/tables\/[0-9a-f]+$/);
    await this.page.locator("[data-offer]").first().waitFor();
  }

  get table() {
    return new URL(this.page.url()).pathname.split("/").pop();
  }

  /** Keep so many of the offered tickets. */
  async keep(count) {
    const boxes = this.page.locator("[data-offer]");
    for (let at = 0; at < Math.min(count, await boxes.count()); at++) await boxes.nth(at).check();
    await this.page.getByRole("button", { name: /^Keep/ }).click();
    await boxes.first().waitFor({ state: "detached" });
  }

  /** Wait until this player is to move, or the game is over; says which. */
  async turn() {
    await this.page.locator(".game.mine, .final").first().waitFor();
    return (await this.page.locator(".final").count()) === 0;
  }

  async click(locator) {
    await (this.touch ? locator.tap() : locator.click());
  }

  /** Draw a card; `null` if nothing may be drawn. */
  async draw(prefer = []) {
    const cards = this.page.locator(".market [data-card]:not([aria-disabled])");
    const names = await cards.evaluateAll((all) => all.map((one) => one.dataset.card));
    if (!names.length) return null;
    const wanted = prefer.find((name) => names.includes(name)) ?? (names.includes("blind") ? "blind" : names[0]);
    await this.click(cards.nth(names.indexOf(wanted)));
    return wanted;
  }

  /** The routes that glow. */
  async claimable() {
    return this.page.locator("[data-claimable]").evaluateAll((all) => all.map((one) => one.dataset.claimable));
  }

  /** Where the first space of a glowing route is in the window. */
  async spot(route) {
    return this.page.locator(`[data-claimable="${route}"]`).evaluate((path) => {
      const numbers = path.getAttribute("d").split("z")[0].match(/-?[\d.]+/g).map(Number);
      const middle = (odd) => numbers.filter((_, at) => at % 2 === odd).reduce((sum, one) => sum + one, 0) / 4;
      const point = new DOMPoint(middle(0), middle(1)).matrixTransform(path.getScreenCTM());
      return [point.x, point.y];
    });
  }

  async point(x, y) {
    await (this.touch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  /** Claim a glowing route by pointing at it on the map, and pay what is offered first. */
  async claim(route) {
    if (this.touch) await this.click(this.page.getByRole("button", { name: "Whole map" }));
    await this.point(...(await this.spot(route)));
    await this.page.locator(".pay .main").waitFor();
    const move = await this.page.locator(".pay [aria-checked=true]").getAttribute("data-pay");
    await this.click(this.page.locator(".pay .main"));
    return move;
  }

  /** Draw cards until a route can be claimed; the routes that can be. */
  async drawUntilClaimable() {
    for (let turn = 0; turn < 30; turn++) {
      await this.turn();
      const yours = (await this.page.locator(".prompt").innerText()).startsWith("Your turn");
      const routes = yours ? await this.claimable() : [];
      if (routes.length) return routes;
      const ply = await this.ply();
      await this.draw();
      await this.pastPly(ply);
    }
    throw new Error("nothing can be claimed after so many draws");
  }

  /** How many moves the log has. */
  async ply() {
    return this.page.locator("[data-ply]").getAttribute("data-ply");
  }

  /** Wait until there is another move. */
  async pastPly(ply) {
    await this.page.waitForFunction(
      (before) => document.querySelector("[data-ply]")?.dataset.ply !== before || document.querySelector(".final"),
      ply,
    );
  }

  /** The totals that the page shows at the end, by seat, once they have been counted. */
  async totals() {
    await this.page.getByRole("link", { name: "Download the record" }).waitFor();
    const cells = await this.page.locator("[data-total]").evaluateAll((all) =>
      all.map((one) => [Number(one.dataset.total), Number(one.textContent)]),
    );
    return cells.sort(([a], [b]) => a - b).map(([, total]) => total);
  }
}

/** One move, as somebody plays who claims long routes and draws tickets now and then. */
export async function playTurn(player, seen) {
  const { page } = player;
  if (await page.locator(".tunnel").count()) {
    const pay = page.locator(".tunnel .main").first();
    seen.tunnel = true;
    return player.click(pay);
  }
  if (await page.locator("[data-offer]").count()) return player.keep(1);
  const before = (await page.locator(".prompt").innerText()).trim();
  if (before.startsWith("There is nothing")) return player.click(page.getByRole("button", { name: "Pass" }));
  const routes = before.startsWith("Your turn") ? await player.claimable() : [];
  if (routes.length) {
    seen.claims.push(await player.claim(longest(routes, seen)));
    return;
  }
  const card = await player.draw(["wild"]);
  if (card !== null) return;
  const deck = page.getByRole("button", { name: /^Draw tickets/ });
  await player.click(deck);
  await player.click(page.locator(".ask .main"));
}

function longest(routes, seen) {
  return [...routes].sort((a, b) => (seen.lengths[b] ?? 0) - (seen.lengths[a] ?? 0))[0];
}

/** From choosing tickets to the final scoring. */
export async function playGame(player, lengths) {
  const seen = { claims: [], tunnel: false, lengths, turns: 0 };
  while (await player.turn()) {
    const ply = await player.page.locator("[data-ply]").getAttribute("data-ply");
    await playTurn(player, seen);
    seen.turns += 1;
    await player.page.waitForFunction(
      (before) => document.querySelector("[data-ply]").dataset.ply !== before || document.querySelector(".final"),
      ply,
    );
  }
  return seen;
}

/** The lengths of a board's routes, from the server. */
export async function lengthsOf(address, board) {
  const file = await (await fetch(`${address}/page/boards/${board}.json`)).json();
  return Object.fromEntries(file.facts.routes.map((route) => [route.id, route.length]));
}
