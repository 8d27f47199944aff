/** Around a game: looking back at it, its end, the lists of the first screen. SCENE BOARD GAME KEY */

import { faults } from "./axe.mjs";
import { check, DESK, drive, PHONE, visitor } from "./browser.mjs";

/** A visitor who holds a seat of the game, as the cookie says. */
async function holder(browser, address, key, options = DESK) {
  const player = await visitor(browser, address, options);
  await player.page.context().addCookies([{ name: "branchline", value: key, url: `${address}/api` }]);
  return player;
}

/** What the server says of a ply. */
async function moment(page, game, query) {
  return page.evaluate(async (path) => (await fetch(path)).json(), `/api/games/${game}/view?${query}`);
}

/** Wait until the page shows a ply; the position on its map. */
async function shows(page, ply) {
  await page.locator(`.now[data-ply="${ply}"]`).waitFor();
  return page.evaluate(() => ({
    routes: [...document.querySelectorAll("[data-route]")].map((one) => one.dataset.route).sort(),
    stations: [...document.querySelectorAll("[data-station]")].map((one) => one.dataset.station).sort(),
    lines: Number(document.querySelector(".log").dataset.ply),
  }));
}

const scenes = {
  /** Somebody with nothing but the address walks through a game that is over. */
  async replay({ browser, address, game, board }) {
    const guest = await visitor(browser, address, { ...DESK, permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = guest;
    await page.goto(`${address}/games/${game}?ply=40`);
    await shows(page, 40);
    const { plies } = await moment(page, game, "ply=0");
    const compare = async (ply) => {
      const { view } = await moment(page, game, `ply=${ply}`);
      const seen = await shows(page, ply);
      check(String(seen.routes) === String(Object.keys(view.routes).sort()), `after ply ${ply} the map shows other routes`);
      check(String(seen.stations) === String(Object.keys(view.stations).sort()), `after ply ${ply}: other stations`);
      check(seen.lines === ply + 1, `after ply ${ply} the log has ${seen.lines} lines`);
      check(new URL(page.url()).searchParams.get("ply") === String(ply), "the address does not follow");
    };
    await compare(40);
    for (const [key, ply] of [["ArrowRight", 41], ["ArrowLeft", 40], ["Home", 0], ["End", plies]]) {
      await page.keyboard.press(key);
      await compare(ply);
    }
    await page.getByRole("slider", { name: "Move" }).fill("17");
    await compare(17);
    await page.keyboard.press("ArrowRight");
    await compare(18);
    await page.locator(".log button").nth(9).click();
    await compare(9);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => Number(document.querySelector(".now").dataset.ply) > 9);
    await page.getByRole("button", { name: "Pause" }).click();

    check((await page.locator("[data-ticket]").count()) === 0, "the public sees tickets");
    await page.getByRole("combobox", { name: "Through whose eyes" }).selectOption("1");
    await page.locator("[data-ticket]").first().waitFor();
    await page.getByRole("button", { name: "Share a link to this move" }).click();
    const link = await page.getByLabel("Link to this move").inputValue();
    check(new URL(link).searchParams.get("seat") === "1", "the link does not say through whose eyes");
    check((await page.evaluate(() => navigator.clipboard.readText())) === link, "the link was not copied");
    const friend = await visitor(browser, address, PHONE);
    await friend.page.goto(link);
    await friend.page.locator("[data-ticket]").first().waitFor();
    await friend.page.keyboard.press("End");
    await shows(friend.page, plies);
    const width = await friend.page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= PHONE.viewport.width, `on a phone the page is ${width} wide`);

    await page.keyboard.press("End");
    await page.locator("[data-total]").first().waitFor();
    check(await page.locator('.deal[data-good="true"]').count(), "the deal is not found good");
    await page.getByText("What was checked").click();
    check(await page.getByText("was not there when the game began").isVisible(), "it claims to have seen the promise");
    check(await page.getByText("branchline verify").isVisible(), "the full check is not named");
    await friend.page.route(`**/api/tables/${game}`, async (route) => {
      const answer = await (await route.fetch()).json();
      answer.table.commitment = "0".repeat(64);
      await route.fulfill({ json: answer });
    });
    await friend.page.reload();
    await friend.page.locator('.deal[data-good="false"]').waitFor();
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the record" }).click();
    check((await file).suggestedFilename().includes(game), "the record is not downloaded");
    return { complaints: [...guest.complaints, ...friend.complaints], board };
  },

  /** The end as its player finds it: the count step by step on the map, the parts, the statistics, the way to the replay. */
  async final({ browser, address, game, key, board }) {
    const player = await holder(browser, address, key);
    const { page } = player;
    await page.goto(`${address}/tables/${game}`);
    await page.locator(".final").waitFor();
    const { steps, totals } = await page.evaluate(async () => {
      const steps = [];
      const look = () => {
        const step = document.querySelector("[data-step]");
        if (!step || steps.at(-1)?.text === step.textContent) return;
        const count = (what) => document.querySelectorAll(what).length;
        const shown = { rings: count(".rings circle"), way: count(".way path"), trail: count(".trail path") };
        steps.push({ kind: step.dataset.step, text: step.textContent, ...shown });
      };
      const button = (name) => [...document.querySelectorAll(".final button")].find((one) => one.textContent === name);
      button("Count once more").click();
      await new Promise((done) => {
        new MutationObserver(() => (look(), button("Rematch") && steps.length && done())).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      });
      const totals = [...document.querySelectorAll("[data-total]")].map((one) => [one.dataset.total, one.textContent]);
      return { steps, totals: Object.fromEntries(totals) };
    });
    const tickets = steps.filter((step) => step.kind === "ticket");
    const failed = tickets.map((step) => step.text.includes("not completed"));
    check(failed.includes(true) && failed.indexOf(false) > failed.lastIndexOf(true), "failures are not told first");
    check(tickets.every((step) => step.rings === 2), "a ticket's cities are not shown");
    check(tickets.every((step, at) => failed[at] || step.way > 0), "the way of a completed ticket is not shown");
    const kinds = new Set(steps.map((step) => step.kind));
    const { view } = await moment(page, game, "");
    if (board !== "london") {
      const longest = steps.filter((step) => step.kind === "longest");
      check(longest.length && longest.every((step) => step.trail > 0), "the longest path is not drawn");
    }
    if (view.scores.some((score) => score.districts)) {
      const districts = steps.filter((step) => step.kind === "district");
      check(districts.length && districts.every((step) => step.rings > 1 && step.way > 0), "a district is not shown");
    }
    const loans = steps.filter((step) => step.kind === "loan");
    check(loans.every((step) => step.rings === 1 && step.way === 1), "what a station borrows is not shown");
    for (const [seat, score] of view.scores.entries()) {
      check(totals[seat] === String(score.total), `the page counts ${totals[seat]} for seat ${seat}, not ${score.total}`);
    }
    await page.locator(".final summary").first().click();
    await page.locator("[data-told]").first().focus();
    check((await page.locator(".rings circle, .trail path").count()) > 0, "a line of the result shows nothing on the map");
    await page.getByText("Statistics").click();
    const figures = await page.evaluate(async (id) => (await fetch(`/api/games/${id}/statistics`)).json(), game);
    const row = page.locator("[data-statistics] tr").filter({ hasText: "Tickets drawn" }).locator("td");
    await row.first().waitFor();
    check(String(await row.allTextContents()) === String(figures.seats.map((one) => one.tickets_drawn)), "wrong statistics");
    await page.getByRole("button", { name: "Look back at the game" }).click();
    await page.locator(".now").waitFor();
    await page.getByRole("button", { name: "To the final scoring" }).click();
    await page.locator(".final").waitFor();
    return { complaints: player.complaints, kinds: [...kinds] };
  },

  /** The first screen: a public table is found, joined there or at its own address, and watched; a link is followed; games are gone on with and looked back at. */
  async lists({ browser, address, game, key }) {
    const watcher = await visitor(browser, address, PHONE);
    await watcher.page.goto(address);
    await watcher.page.locator("[data-board]").first().waitFor();

    const host = await visitor(browser, address);
    await host.page.goto(address);
    await host.page.locator('[data-board="london"]').click();
    await host.page.getByRole("combobox", { name: "Players" }).selectOption("3");
    await host.page.getByRole("combobox", { name: "of them friends" }).selectOption("2");
    await host.page.getByRole("checkbox", { name: /Let anybody join/ }).check();
    await host.page.getByRole("button", { name: "Make a table and invite" }).click();
    await host.page.waitForURL(/tables/);
    const table = host.table;
    check((await host.page.getByRole("button", { name: "Sit down" }).count()) === 0, "who sits already may sit down");

    const passer = await visitor(browser, address, PHONE);
    await passer.page.goto(`${address}/tables/${table}`);
    await passer.page.getByRole("textbox", { name: "Your name" }).fill("Clara");
    await passer.page.getByRole("button", { name: "Sit down" }).tap();
    for (const one of [passer, host]) await one.page.getByRole("listitem").filter({ hasText: "Clara" }).waitFor();
    await passer.page.getByRole("button", { name: "Sit down" }).waitFor({ state: "detached" });

    const guest = await holder(browser, address, key);
    await guest.page.goto(`${address}/tables/${game}`);
    await guest.page.locator(".final").waitFor();
    const totals = await guest.totals();
    await guest.page.getByRole("button", { name: "To the start" }).click();
    const past = guest.page.getByRole("region", { name: "Games that are over" }).getByRole("link");
    for (const total of totals) check((await past.innerText()).includes(String(total)), "the result is not in the list");
    check((await past.getAttribute("href")) === `/games/${game}`, "the list does not lead to the replay");
    await guest.page.evaluate(() => {
      const visits = JSON.parse(localStorage.getItem("branchline.visits"));
      localStorage.setItem("branchline.visits", JSON.stringify(visits.map((one) => ({ ...one, result: null }))));
    });
    await guest.page.reload();
    await past.waitFor();
    const listed = (page) => page.locator(`[data-table="${table}"]`);
    await listed(watcher.page).getByRole("button", { name: "Take a seat" }).waitFor();
    await listed(guest.page).getByRole("button", { name: "Take a seat" }).click();
    for (const player of [host, passer, guest]) await player.page.locator("[data-offer]").first().waitFor();
    await listed(watcher.page).getByRole("button", { name: "Watch" }).tap();
    await watcher.page.getByText("You are watching").waitFor();

    await watcher.page.goto(address);
    await watcher.page.getByRole("link", { name: /London.*watch on/ }).waitFor();
    const field = watcher.page.getByLabel("Have a link?");
    await field.fill("https://example.org/tables/0123");
    await watcher.page.getByRole("button", { name: "Open" }).tap();
    await watcher.page.getByText("not a link to a table").waitFor();
    await field.fill(`${address}/games/${game}?ply=3`);
    await watcher.page.getByRole("button", { name: "Open" }).tap();
    await shows(watcher.page, 3);

    await host.page.goto(address);
    await host.page.getByRole("link", { name: /London.*play on/ }).click();
    await host.page.locator(".game").waitFor();
    return { complaints: [host, passer, guest, watcher].flatMap((one) => one.complaints) };
  },

  /** The rules of every board in every language; and in the middle of a game, which stays as it is. */
  async rules({ browser, address }) {
    const player = await visitor(browser, address, PHONE);
    const { page } = player;
    const special = { usa: [], europe: ["Tunnels", "Ferries", "Stations"], london: ["Districts"] };
    const headings = {};
    await page.goto(address);
    await page.locator('[data-board="london"]').tap();
    await page.getByRole("link", { name: "Rules" }).tap();
    for (const [board, titles] of Object.entries(special)) {
      await page.goto(`${address}/rules/${board}`);
      await page.locator("article h3").first().waitFor();
      headings[board] = await page.locator("article h3").allTextContents();
      for (const other of Object.values(special).flat()) {
        check(headings[board].includes(other) === titles.includes(other), `${board}: ${other}`);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      check(width <= PHONE.viewport.width, `the rules of ${board} are ${width} wide on a phone`);
    }
    for (const locale of ["es-ES", "pt-PT"]) {
      const other = await visitor(browser, address, { ...DESK, locale });
      for (const board of Object.keys(special)) {
        await other.page.goto(`${address}/rules/${board}`);
        await other.page.locator("article h3").first().waitFor();
        const words = await other.page.locator("article").innerText();
        check(!/[{}|]|undefined/.test(words), `${locale}, ${board}: a word is missing`);
        const titles = await other.page.locator("article h3").allTextContents();
        check(titles.length === headings[board].length, `${locale}, ${board}: a section is missing`);
        check(!titles.some((title) => headings[board].includes(title) && title !== "Ferries"), `${locale}, ${board}: in English`);
      }
    }
    await player.playBots("london", { seats: 2 });
    const offers = await page.locator("[data-offer]").count();
    await page.getByRole("button", { name: "Settings" }).tap();
    await page.getByRole("button", { name: "Rules of this game" }).tap();
    await page.getByRole("heading", { name: "Districts" }).waitFor();
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("heading", { name: "Districts" }).waitFor({ state: "hidden" });
    check((await page.locator("[data-offer]").count()) === offers, "the game was lost over the rules");
    await player.keep(1);
    return { complaints: player.complaints };
  },

  /** The lesson, as a newcomer finds it and goes through it. */
  async lesson({ browser, address, board }) {
    const player = await visitor(browser, address, board === "london" ? PHONE : DESK);
    const { page } = player;
    await page.goto(address);
    await player.click(page.getByRole("link", { name: "Start the lesson" }));
    await player.click(page.locator(`[data-lesson="${board}"]`));
    const coach = page.locator(".coach");
    const topics = [];
    const topic = async () => {
      const now = await coach.getAttribute("data-topic");
      if (topics.at(-1) !== now) topics.push(now);
      return now;
    };
    await page.locator("[data-offer]").first().waitFor();
    await coach.waitFor();
    check((await topic()) === "keep", "the lesson does not begin with the tickets");
    await player.keep(3);
    for (let move = 0; move < 60; move++) {
      await page.locator('.game.mine, .coach[data-topic="claimed"]').first().waitFor();
      const now = await topic();
      if (now === "claimed") break;
      if (now === "wait") continue;
      const ply = await page.locator("[data-ply]").first().getAttribute("data-ply");
      if (now === "tunnel_now") await player.click(page.locator(".tunnel .main").first());
      else if (now === "claim") await player.claim((await player.claimable())[0]);
      else await player.draw();
      await page.waitForFunction((before) => document.querySelector("[data-ply]").dataset.ply !== before, ply);
    }
    for (const step of ["draw", "second", "claim", "claimed"]) check(topics.includes(step), `never told: ${step}`);
    const pages = [];
    for (let now = await topic(); now !== "done"; now = await topic()) {
      const shown = await page.locator(".rings circle, .way path").count();
      pages.push([now, shown]);
      await player.click(coach.getByRole("button", { name: "Next" }));
    }
    for (const [name, shown] of pages) {
      check(shown > 0 || ["claimed", "longest"].includes(name), `nothing on the map is shown for: ${name}`);
    }
    await player.click(coach.getByRole("button", { name: "Play on" }));
    check((await coach.count()) === 0, "the lesson does not end");
    await page.goto(address);
    await page.locator("[data-board]").first().waitFor();
    check((await page.getByRole("link", { name: "Start the lesson" }).count()) === 0, "it is offered again");
    return { complaints: player.complaints, pages: pages.map(([name]) => name) };
  },

  /** Who does not want the lesson is not asked again; who has enough of it plays on. */
  async no_lesson({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await page.goto(address);
    await page.getByRole("button", { name: "No, thanks" }).click();
    await page.reload();
    await page.locator("[data-board]").first().waitFor();
    check((await page.getByRole("link", { name: "Start the lesson" }).count()) === 0, "it is offered again");
    await page.getByRole("link", { name: "Lesson" }).click();
    await page.locator('[data-lesson="usa"]').click();
    await page.getByRole("button", { name: "Stop the lesson" }).click();
    await player.keep(2);
    await player.turn();
    check((await page.locator(".coach").count()) === 0, "the lesson goes on");
    return { complaints: player.complaints };
  },

  /** What axe-core finds on these screens: nothing serious. On a desk in the dark, London on a phone by day. */
  async axe({ browser, address, board, game, key }) {
    const found = [];
    const size = board === "london" ? { ...PHONE, colorScheme: "light" } : { ...DESK, colorScheme: "dark" };
    const player = await holder(browser, address, key, size);
    const { page } = player;
    const look = async (screen) => found.push(...(await faults(page, screen)));
    await page.goto(`${address}/tables/${game}`);
    await page.locator(".final").waitFor();
    for (const summary of await page.locator(".final summary").all()) await player.click(summary);
    await page.locator("[data-statistics]").waitFor();
    await look("final");
    await page.goto(address);
    await page.getByRole("region", { name: "Games that are over" }).waitFor();
    await look("start with lists");
    await page.goto(`${address}/games/${game}?seat=0`);
    await page.getByText("What was checked").click();
    await page.getByRole("button", { name: "Share a link to this move" }).click();
    await look("replay");
    await page.goto(`${address}/rules/${board}`);
    await page.locator("article").waitFor();
    await look("rules");
    await page.goto(`${address}/lesson`);
    await page.locator("[data-lesson]").first().waitFor();
    await look("lesson");
    await player.click(page.locator(`[data-lesson="${board}"]`));
    await page.locator(".coach").waitFor();
    await look("lesson in a game");
    check(found.length === 0, found.join("\n"));
    return { complaints: [] };
  },

  /** A game that is not there is told in words. */
  async nowhere({ browser, address }) {
    const { page } = await visitor(browser, address);
    await page.goto(`${address}/games/0123456789abcdef`);
    await page.getByText("There is no such table").waitFor();
    await page.getByRole("button", { name: "To the start" }).click();
    await page.locator("[data-board]").first().waitFor();
    return { complaints: [] };
  },
};

await drive(async (given) => {
  const [scene, board, game, key] = given.rest;
  const { complaints, ...told } = await scenes[scene]({ ...given, board, game, key });
  check(complaints.length === 0, `the page complained: ${complaints.join("; ")}`);
  return told;
});
