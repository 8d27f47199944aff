/** What a player meets on the way: one named scene of the page after the other. SCENE */

import { check, DESK, driveScene, PHONE, visitor } from "./browser.mjs";

const scenes = {
  /** Two clicks from the address to the game; the first tickets; coming back later. */
  async start({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("london");
    await player.keep(1);
    await player.page.goto(address);
    const resume = player.page.getByRole("link", { name: /London.*play on/ });
    await resume.click();
    await player.page.locator(".game").waitFor();
    await player.page.reload();
    await player.page.locator(".game").waitFor();
    return player;
  },

  /** An offered ticket shows its cities and the shortest way when it is hovered or focused; the minimum is kept. */
  async tickets({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("europe");
    const { page } = player;
    await page.locator("[data-offer]").first().hover();
    check((await page.locator(".rings circle").count()) === 2, "the cities of the ticket are not shown");
    check((await page.locator(".way path").count()) > 0, "the way is not shown");
    await page.mouse.move(5, 5);
    check((await page.locator(".rings circle").count()) === 0, "the cities are still shown");
    await page.locator("[data-offer]").nth(1).focus();
    check((await page.locator(".rings circle").count()) === 2, "focus does not show the cities");
    const button = page.locator(".choice .main");
    check(await button.isDisabled(), "too few tickets can be kept");
    await page.locator("[data-offer]").first().check();
    check((await button.textContent()).includes("Choose 1 more"), "it does not say how many more");
    await page.locator("[data-offer]").nth(1).check();
    await button.click();
    await page.locator("[data-ticket]").nth(1).waitFor();
    check((await page.locator("[data-ticket]").count()) === 2, "the kept tickets are not in hand");
    return player;
  },

  /** Two cards are drawn, one after the other. */
  async draw({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("usa", { seats: 2 });
    await player.keep(3);
    const { page } = player;
    await player.turn();
    const hand = async () => {
      const counts = await page.locator(".hand .count").allTextContents();
      return counts.reduce((sum, one) => sum + Number(one), 0);
    };
    const before = await hand();
    await page.locator('.market [data-card="blind"]').click();
    await page.getByText("Draw your second card").waitFor();
    check((await hand()) === before + 1, "the first card is not in the hand");
    check((await page.locator("[data-claimable]").count()) === 0, "routes glow in the middle of a draw");
    await page.locator('.market [data-card="blind"]').click();
    await page.waitForFunction(() => !document.querySelector(".prompt").textContent.includes("second"));
    return player;
  },

  /** A route that can't be claimed says why; one that can shows its cars before it is paid, and what pays for it. */
  async claim({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("usa", { seats: 2 });
    await player.keep(3);
    const { page } = player;
    for (let turn = 0; turn < 8; turn++) {
      await player.turn();
      if ((await page.locator(".prompt").innerText()).startsWith("Your turn") && turn > 3) break;
      await player.draw();
      await page.waitForTimeout(200);
    }
    await player.turn();
    const routes = await player.claimable();
    check(routes.length > 0, "nothing can be claimed after so many draws");
    const spot = await player.spot(routes[0]);
    await page.mouse.move(...spot);
    check((await page.locator(".tip").textContent()).includes("point"), "the tip does not tell the points");
    await page.mouse.click(...spot);
    await page.locator(".pay .main").waitFor();
    check((await page.locator(".ghost use").count()) > 0, "no ghost of the cars");
    await page.keyboard.press("Escape");
    check((await page.locator(".pay").count()) === 0, "Escape does not cancel");
    const cards = page.locator("[data-hand]").first();
    await cards.click();
    check((await cards.getAttribute("aria-pressed")) === "true", "the cards are not picked");
    await cards.click();
    await player.claim(routes[0]);
    await page.locator(`[data-route="${routes[0]}"]`).waitFor();
    await page.mouse.move(5, 5);
    await page.mouse.move(...spot);
    check((await page.locator(".tip").textContent()).includes("belongs to"), "the tip does not say whose it is");
    return player;
  },

  /** A turn without a pointer: type a draw, find a route, pay for it. */
  async keyboard({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("london", { seats: 2 });
    const { page } = player;
    await page.locator("[data-offer]").first().focus();
    await page.keyboard.press("Space");
    await page.locator(".choice .main").focus();
    await page.keyboard.press("Enter");
    let claimed = null;
    for (let turn = 0; turn < 14 && !claimed; turn++) {
      await player.turn();
      const ply = await page.locator("[data-ply]").getAttribute("data-ply");
      const [route] = await player.claimable();
      await page.keyboard.press("/");
      if (route) {
        await page.keyboard.type(`claim ${route}`);
        await page.keyboard.press("Enter");
        await page.locator(".pay .main").waitFor();
        await page.keyboard.press("Enter");
        claimed = route;
      } else {
        await page.keyboard.type("draw bl");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction((before) => document.querySelector("[data-ply]").dataset.ply !== before, ply);
    }
    check(claimed !== null, "nothing could be claimed by keyboard");
    await page.locator(`[data-route="${claimed}"]`).waitFor();
    return player;
  },

  /** The map is one stop of the Tab key; arrows lead from city to route; words say what is there; ? shows the keys. */
  async arrows({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("usa", { seats: 2 });
    await player.keep(3);
    await player.turn();
    const { page } = player;
    const frame = page.getByRole("application", { name: "Map of USA" });
    const at = () => frame.getAttribute("data-at");
    const stops = await page.locator(".frame, .frame *").evaluateAll((all) => all.filter((one) => one.tabIndex >= 0).length);
    check(stops === 1, `the map has ${stops} tab stops`);
    await frame.focus();
    await page.keyboard.press("ArrowRight");
    const first = await at();
    check(first !== null, "the first arrow leads nowhere");
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    check((await at()) !== first, "arrows lead nowhere");
    await page.keyboard.press("n");
    check(/^route /.test(await at()), "N does not lead to a route");
    const words = await frame.locator("[aria-live]").innerText();
    check(words.includes("point"), `it does not say what is there: ${words}`);
    await page.keyboard.press("Enter");
    await page.locator(".pay").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".pay").waitFor({ state: "detached" });
    check(await frame.evaluate((one) => one === document.activeElement), "the keyboard has left the map");
    await page.keyboard.press("Escape");
    check((await at()) === null, "Escape does not leave");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("to the next city or route in that direction").waitFor();
    await page.keyboard.press("Escape");
    return player;
  },

  /** Language, colours and motion are the player's choice, and stay. */
  async settings({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await page.goto(address);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("es");
    await page.getByRole("combobox", { name: "Colores de la página" }).selectOption("dark");
    await page.getByRole("button", { name: "Listo" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Partida nueva" }).waitFor();
    const root = await page.evaluate(() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang }));
    check(root.theme === "dark" && root.lang === "es", "the choice was forgotten");
    check(root.motion === "off", "the system's wish for less motion is not heeded");
    return player;
  },

  /** Zoom by wheel, by buttons and by two fingers; drag to pan; nothing scrolls away. */
  async zoom({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("europe");
    const { page } = player;
    const scale = () => page.locator(".map").evaluate((map) => new DOMMatrix(getComputedStyle(map).transform).a);
    const place = () => page.locator(".map").evaluate((map) => new DOMMatrix(getComputedStyle(map).transform).e);
    const whole = await scale();
    await page.mouse.move(600, 300);
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(100);
    check((await scale()) > whole, "the wheel does not zoom");
    const before = await place();
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 5 });
    await page.mouse.up();
    check((await place()) < before, "dragging does not pan");
    await page.getByRole("button", { name: "Whole map" }).click();
    check(Math.abs((await scale()) - whole) < 0.001, "the whole map does not come back");
    await page.locator(".frame").focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    check((await scale()) > 1.5 * whole, "the key + does not zoom");
    const still = await place();
    await page.keyboard.press("Shift+ArrowRight");
    check((await place()) < still, "shift and an arrow do not pan");
    await page.keyboard.press("-");
    check((await scale()) < 1.5 * whole, "the key - does not zoom");
    await page.keyboard.press("0");
    check(Math.abs((await scale()) - whole) < 0.001, "the key 0 does not show the whole map");

    const touching = await visitor(browser, address, PHONE);
    await touching.playBots("london");
    const zoomed = () => touching.page.locator(".map").evaluate((map) => new DOMMatrix(getComputedStyle(map).transform).a);
    const narrow = await zoomed();
    const wire = await touching.page.context().newCDPSession(touching.page);
    const touch = (type, ...points) =>
      wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch("touchStart", [160, 250], [230, 250]);
    for (let apart = 0; apart <= 60; apart += 20) await touch("touchMove", [160 - apart, 250], [230 + apart, 250]);
    await touch("touchEnd");
    check((await zoomed()) > 1.5 * narrow, "two fingers do not zoom");
    player.complaints.push(...touching.complaints);
    return player;
  },

  /** Nothing lies outside a phone's screen, upright or not; a ticket that is tapped is seen on the map. */
  async phone({ browser, address }) {
    const player = await visitor(browser, address, PHONE);
    await player.playBots("europe");
    const { page } = player;
    const offers = page.locator("[data-offer]");
    for (let at = 0; at < (await offers.count()); at++) {
      await offers.nth(at).tap();
      await inSight(page, ".choice");
      await offers.nth(at).tap();
    }
    await player.keep(2);
    await player.turn();
    for (const [width, height] of [[390, 844], [844, 390], [820, 1180]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      const out = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      check(out[0] <= width && out[1] <= height, `at ${width} × ${height} the page is ${out.join(" × ")}`);
      for (const name of [/^Draw a card face down/, /^Draw tickets/]) {
        const box = await page.getByRole("button", { name }).boundingBox();
        check(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${name} is out of sight`);
      }
    }
    check(await page.locator("[data-ticket]").first().isVisible(), "a tablet does not show the tickets");
    await page.setViewportSize({ width: 844, height: 390 });
    for (const open of [true, false]) {
      await page.getByRole("button", { name: /^Tickets/ }).tap();
      check((await page.locator("[data-ticket]").first().isVisible()) === open, "the tickets do not open and close beside the map");
    }
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole("button", { name: /^Tickets/ }).tap();
    for (const ticket of await page.locator("[data-ticket]").all()) {
      await ticket.tap();
      await inSight(page, ".drawer.open");
    }
    await page.getByRole("button", { name: /^Tickets/ }).tap();
    check(!(await page.locator("[data-ticket]").first().isVisible()), "the tickets do not close");
    check((await page.locator(".rings circle").count()) === 0, "a ticket is still pointed at");
    return player;
  },

  /** In Spanish and in Portuguese nothing is wider than a phone, upright or not; three players stand side by side. */
  async languages({ browser, address }) {
    const complaints = [];
    let page;
    for (const locale of ["es-ES", "pt-PT"]) {
      const player = await visitor(browser, address, { ...PHONE, locale });
      ({ page } = player);
      const narrow = async (screen) => {
        for (const [width, height] of [[844, 390], [390, 844]]) {
          await page.setViewportSize({ width, height });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          check(wide <= width, `${locale}, ${screen}: ${wide} wide at ${width} × ${height}`);
        }
      };
      await page.goto(address);
      await page.locator('[data-board="europe"]').click();
      await narrow("start");
      await page.locator("button.go").click();
      await page.locator("[data-offer]").first().waitFor();
      await narrow("tickets");
      for (const box of await page.locator("[data-offer]").all()) await box.check();
      await page.locator(".choice .main").click();
      await player.turn();
      await narrow("turn");
      const [inner, outer] = await page.locator("ul.players").evaluate((list) => [list.scrollWidth, list.clientWidth]);
      check(inner <= outer, `${locale}: the players take ${inner} of ${outer}`);
      complaints.push(...player.complaints);
    }
    return { page, complaints };
  },
};

/** A ticket is pointed at on the map, and nothing covers its two cities. */
async function inSight(page, cover) {
  await page.locator(".way path").first().waitFor();
  const hidden = await page.evaluate((over) => {
    const map = document.querySelector(".boardbox").getBoundingClientRect();
    const bottom = Math.min(map.bottom, document.querySelector(over).getBoundingClientRect().top);
    const rings = [...document.querySelectorAll(".rings circle")].map((ring) => ring.getBoundingClientRect());
    const out = (ring) => ring.left < map.left || ring.right > map.right || ring.top < map.top || ring.bottom > bottom;
    return rings.length === 2 ? rings.filter(out).length : 2;
  }, cover);
  check(hidden === 0, `${hidden} cities of a ticket are out of sight`);
}

await driveScene(scenes);
