/** What a player does in a turn: one named scene after the other. SCENE */

import { check, DESK, driveScene, visitor } from "./browser.mjs";

const scenes = {
  /** Cards dragged from the hand onto a route; cards picked first and then the route; the route and then the cards; typed. */
  async paying({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("london", { seats: 2 });
    await player.keep(2);
    const { page } = player;
    const claimed = (route) => page.locator(`[data-route="${route}"]`).waitFor();
    /** A route that can be claimed, and a colour that pays for it. */
    const next = async () => {
      const [route] = await player.drawUntilClaimable();
      await player.point(...(await player.spot(route)));
      const move = await page.locator(".pay [aria-checked=true]").getAttribute("data-pay");
      await page.keyboard.press("Escape");
      await page.locator(".pay").waitFor({ state: "detached" });
      return { route, colour: move.split(" ")[4] };
    };

    let { route, colour } = await next();
    const spot = await player.spot(route);
    const stack = await page.locator(`[data-hand="${colour}"]`).boundingBox();
    await page.mouse.move(stack.x + 20, stack.y + 20);
    await page.mouse.down();
    await page.mouse.move(stack.x + 20, stack.y - 40, { steps: 4 });
    await page.mouse.move(...spot, { steps: 6 });
    await page.mouse.up();
    await page.locator(`.pay [aria-checked=true][data-pay*="${colour}"]`).waitFor();
    await page.locator(".pay .main").click();
    await claimed(route);

    ({ route, colour } = await next());
    await page.locator(`[data-hand="${colour}"]`).click();
    await page.locator(`[data-claimable="${route}"]`).waitFor({ state: "attached" });
    await player.point(...(await player.spot(route)));
    await page.locator(`.pay [aria-checked=true][data-pay*="${colour}"]`).waitFor();
    await page.locator(".pay .main").click();
    await claimed(route);

    ({ route } = await next());
    await player.claim(route);
    await claimed(route);

    ({ route } = await next());
    await player.point(...(await player.spot(route)));
    const move = await page.locator(".pay [aria-checked=true]").getAttribute("data-pay");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await claimed(route);
    return player;
  },

  /** A station: the button says what it costs, the cities glow, and what was built bears the owner's mark. */
  async station({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("europe", { seats: 2 });
    await player.keep(2);
    const { page } = player;
    await player.turn();
    await page.getByRole("button", { name: "Build a station: costs 1 card, 3 left" }).click();
    await page.getByText("Choose the city for your station. It costs 1 card.").waitFor();
    const cities = page.locator("[data-stationable]");
    check((await cities.count()) === 47, "not every city glows");
    check((await page.locator("[data-claimable]").count()) === 0, "routes glow as well");
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    const city = (await page.locator(".frame").getAttribute("data-at")).split(" ")[1];
    const ring = await page.locator(`[data-stationable="${city}"]`).boundingBox();
    await page.keyboard.press("Escape");
    await page.locator(".ask").waitFor({ state: "detached" });
    await player.point(ring.x + ring.width / 2, ring.y + ring.height / 2);
    await page.getByRole("heading", { name: /^A station in/ }).waitFor();
    check((await page.locator(".pay").innerText()).includes("costs 1 card"), "the cost is not said");
    check((await page.locator(".built .ghost").count()) === 1, "no ghost of the station");
    await page.locator(".pay .main").click();
    const built = page.locator(`[data-station="${city}"]`);
    await built.waitFor({ state: "attached" });
    const drawn = await built.evaluate((use) => document.querySelector(use.getAttribute("href")).innerHTML);
    const livery = (await (await fetch(`${address}/page/boards/europe.json`)).json()).liveries[0];
    check(drawn.includes(livery.paint) && drawn.includes(livery.mark), "it does not bear the owner's colour and mark");
    await player.turn();
    await page.getByRole("button", { name: "Build a station: costs 2 cards, 2 left" }).waitFor();
    return player;
  },

  /** A hint is shown on the map and in words, and one more press plays it: the first tickets, cards, a route. */
  async hint({ browser, address }) {
    const player = await visitor(browser, address);
    await player.playBots("london", { seats: 2 });
    const { page } = player;
    const words = page.locator("[data-hint]");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await page.getByRole("button", { name: "Done" }).click();
    await page.keyboard.press("?");
    check(!(await page.getByRole("dialog", { name: "Keys" }).count()), "shortcuts can't be switched off");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).check();
    await page.getByRole("button", { name: "Done" }).click();
    const button = page.getByRole("button", { name: "Hint" });
    await button.click();
    await words.filter({ hasText: "A bot would play: Keep " }).waitFor();
    check((await page.locator(".rings circle").count()) > 0, "the tickets of the hint are not on the map");
    await page.keyboard.press("Enter");
    await page.locator("[data-ticket]").first().waitFor();
    const seen = new Set();
    for (let turn = 0; turn < 40 && !(seen.has("draw") && seen.has("claim")); turn++) {
      await player.turn();
      const ply = await player.ply();
      await page.keyboard.press("h");
      await words.waitFor();
      const move = (await words.getAttribute("data-hint")).split(" ");
      if (move[0] === "claim") check((await page.locator(".way path").count()) === 1, "the route of the hint is not on the map");
      if (move[0] === "draw") check((await page.locator(".slot.advised").count()) === 1, "the card of the hint is not marked");
      if (turn === 0) {
        await page.keyboard.press("Escape");
        await words.waitFor({ state: "detached" });
        check((await player.ply()) === ply, "Escape has played the hint");
        await page.keyboard.press("h");
        await words.waitFor();
      }
      await page.keyboard.press("h");
      await words.waitFor({ state: "detached" });
      await player.pastPly(ply);
      if (move[0] === "claim") await page.locator(`[data-route="${move[1]}"]`).waitFor();
      seen.add(move[0]);
    }
    check(seen.has("claim"), "no hint to claim a route came");
    return player;
  },

  /** Tickets and routes can be taken back for a few seconds; cards can't; nothing of it is sent before. */
  async undo({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    const sent = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload))));
    const moves = () => sent.filter((one) => one.type === "move").map((one) => one.move.split(" ")[0]);
    await page.goto(address);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("combobox", { name: /take a choice back/ }).selectOption("6 seconds");
    await page.getByRole("button", { name: "Done" }).click();
    await player.playBots("london", { seats: 2 });

    await page.locator("[data-offer]").first().check();
    await page.locator(".choice .main").click();
    await page.getByRole("button", { name: "Undo" }).click();
    check(moves().length === 0, "tickets were sent before they could be taken back");
    check(await page.locator("[data-offer]").first().isChecked(), "the choice of tickets is forgotten");
    await page.locator("[data-offer]").nth(1).check();
    await page.locator(".choice .main").click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.locator("[data-ticket]").nth(1).waitFor();

    const [route] = await player.drawUntilClaimable();
    check(!(await page.locator("[data-held]").count()), "drawn cards were held");
    const before = moves().length;
    await player.claim(route);
    await page.locator("[data-held]").waitFor();
    check((await page.locator(".ghost use").count()) > 0, "the held route is not on the map");
    await page.keyboard.press("u");
    await page.locator(".pay .main").waitFor();
    await page.locator("[data-held]").waitFor({ state: "detached" });
    check(moves().length === before, "the route was sent before it could be taken back");
    await page.locator(".pay .main").click();
    await page.locator("[data-held]").waitFor();
    await page.locator(`[data-route="${route}"]`).waitFor();
    check(moves().at(-1) === "claim", "the route was not sent by itself");
    return player;
  },

  /** Nothing sounds until it is switched on; then a card and one's turn do, each in its own way. */
  async sound({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await page.addInitScript(() => {
      window.notes = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        window.notes.push(this.frequency.value);
        return start.apply(this, when);
      };
    });
    const notes = () => page.evaluate(() => window.notes.splice(0));
    await player.playBots("london", { seats: 2 });
    await player.keep(1);
    await player.turn();
    check((await notes()).length === 0, "it sounds although nobody wanted it");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: "Sound" }).check();
    check((await notes()).length > 0, "switching it on can't be heard");
    await page.getByRole("button", { name: "Done" }).click();
    const ply = await player.ply();
    await player.draw();
    await player.pastPly(ply);
    const card = await notes();
    check(card.length > 0, "a card can't be heard");
    await page.waitForFunction(() => !document.querySelector(".prompt").textContent.startsWith("Your turn"));
    await player.draw();
    await page.waitForFunction(() => document.querySelector(".prompt").textContent.startsWith("Your turn"));
    check((await notes()).some((note) => !card.includes(note)), "one's turn can't be told from a card");
    return player;
  },

  /** What others did while one looked elsewhere, or was gone, is told in words and on the map, until it is dismissed. */
  async since({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await player.playBots("london", { seats: 2 });
    await player.keep(1);
    await player.turn();
    const told = page.getByRole("status", { name: "Since you last looked" });
    const look = (away) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, away);
    const drawTwo = async () => {
      for (let card = 0; card < 2; card++) {
        await player.turn();
        const ply = await player.ply();
        await player.draw();
        await player.pastPly(ply);
      }
      await player.turn();
    };
    check(!(await told.count()), "it tells of things that were seen");
    await look(true);
    const before = await page.locator("[data-route]").count();
    for (let turn = 0; turn < 20 && (await page.locator("[data-route]").count()) === before; turn++) await drawTwo();
    await look(false);
    await told.waitFor();
    check((await told.innerText()).includes("Adler claims"), `it does not tell of the route: ${await told.innerText()}`);
    check((await page.locator(".way path").count()) > 0, "the route is not shown on the map");
    await told.getByRole("button").click();
    await told.waitFor({ state: "detached" });
    check((await page.locator(".way path").count()) === 0, "the route is still shown");

    await page.reload();
    await player.turn();
    check(!(await told.count()), "it tells of things that were seen, after loading");
    await look(true);
    await drawTwo();
    await page.reload();
    await told.waitFor();
    await page.keyboard.press("Escape");
    await told.waitFor({ state: "detached" });
    return player;
  },

  /** Who keeps the table waiting can be voted away, and comes back; who has lost the link gets a new one from the host. */
  async absent({ browser, address }) {
    const host = await visitor(browser, address);
    const guest = await visitor(browser, address);
    const other = await visitor(browser, address);
    const { page } = host;
    await page.goto(address);
    await page.locator('[data-board="london"]').click();
    await page.getByRole("combobox", { name: "Players" }).selectOption("2");
    await page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
    await page.getByRole("textbox", { name: "Your name" }).fill("Ana");
    await page.getByRole("button", { name: "Make a table and invite" }).click();
    await guest.page.goto(await page.getByLabel("Link to seat 2").inputValue());
    await guest.page.getByRole("textbox", { name: "Your name" }).fill("Bruno");
    await guest.page.getByRole("button", { name: "Sit down" }).click();
    for (const one of [host, guest]) {
      await one.page.locator("[data-offer]").first().waitFor();
      await one.keep(1);
    }
    await page.locator(".game").waitFor();
    check(!(await page.getByRole("button", { name: "Hint" }).count()), "there are hints among people");
    await Promise.any([host, guest].map((one) => one.page.locator(".game.mine").waitFor()));
    const slow = (await page.locator(".game.mine").count()) ? host : guest;
    const waiting = slow === host ? guest : host;
    const vote = waiting.page.getByRole("button", { name: "Let a bot play on" });
    await vote.click();
    await slow.page.getByRole("alert").filter({ hasText: "A bot is playing for you" }).waitFor();
    await slow.page.getByRole("button", { name: "Play for myself again" }).click();
    await slow.page.getByRole("alert").filter({ hasText: "A bot is playing for you" }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: /^New link for/ }).click();
    await page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByLabel("Link to seat 2").inputValue();
    await guest.page.getByText("The host has made a new link").waitFor();
    await other.page.goto(link);
    await other.page.getByRole("textbox", { name: "Your name" }).fill("Bruno");
    await other.page.getByRole("button", { name: "Sit down" }).click();
    await other.page.locator("[data-ticket]").first().waitFor();
    await guest.page.getByText("This seat is now held by somebody else").waitFor();
    return { page, complaints: [...host.complaints, ...guest.complaints, ...other.complaints] };
  },

  /** With the screen-reader mode every move is announced once, in words, and the position can be read and played from. */
  async reader({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await page.goto(address);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /^Screen-reader mode/ }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await player.playBots("london", { seats: 2 });
    await player.keep(1);
    await player.turn();

    const wire = await page.context().newCDPSession(page);
    /** The text of the live region and how it is announced, from the accessibility tree. */
    async function announced() {
      const { nodes } = await wire.send("Accessibility.getFullAXTree");
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const log = nodes.find((node) => node.role?.value === "log" && node.name?.value === "News");
      check(log?.properties.some((one) => one.name === "live" && one.value.value === "polite"), "there is no live region");
      const words = (node) =>
        node.role?.value === "StaticText" ? [node.name.value] : (node.childIds ?? []).flatMap((id) => words(byId.get(id)));
      return words(log);
    }
    await page.waitForFunction(() => document.querySelector('[role="log"]').innerText.includes("Face up:"));
    const begin = await announced();
    check(begin.some((line) => line.startsWith("Face up:")), `the row is not read out: ${begin}`);
    const ply = Number(await player.ply());
    const [route] = await player.drawUntilClaimable();
    const moves = Number(await player.ply()) - ply;
    const heard = (await announced()).slice(begin.length);
    const told = heard.filter((line) => /(takes|draws|claims|keeps|passes)/.test(line));
    check(told.length === moves, `${moves} moves, but heard: ${heard.join(" ")}`);

    const position = page.getByRole("region", { name: "The position in words" });
    const words = await position.ariaSnapshot();
    for (const part of ["Your hand", "Your tickets", "to go. Missing:", "Routes that you can claim", "Face up:", "Players"]) {
      check(words.includes(part), `the position does not tell: ${part}\n${words}`);
    }
    const hand = await page.locator("[data-hand]").count();
    check(hand > 0 && (await position.locator("p").first().innerText()).split(",").length === hand, "the hand is not told");
    await position.locator(`[data-claim="${route}"]`).focus();
    await page.keyboard.press("Enter");
    await page.locator(".pay .main").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector('[role="log"]').innerText.includes("Traveller claims"));
    return player;
  },

  /** Face up, a wild can't be the second card, and the page says so; three of them are swept away before one's eyes. */
  async wilds({ browser, address }) {
    const player = await visitor(browser, address, { ...DESK, reducedMotion: "no-preference" });
    const { page } = player;
    await page.addInitScript(() => sessionStorage.setItem("pace", "1"));
    const rows = { second_card: ["wild", "red", "blue", "green", "pink"], turn: ["wild", "red", "wild", "blue", "wild"] };
    await page.routeWebSocket(/socket$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(text);
        const { view } = message;
        const dealt = view?.actor === 0 ? rows[view.phase] : null;
        if (dealt) view.row = dealt;
        for (const item of message.news ?? []) {
          if (item.type === "moved" && item.seat === 0 && view.phase === "second_card") item.chance.push(...rows.second_card);
        }
        socket.send(JSON.stringify(message));
      });
    });
    await player.playBots("london", { seats: 2 });
    await player.keep(1);
    await player.turn();
    await page.locator('.market [data-card="blind"]').click();
    await page.getByText("Three bus cards: all five cards are replaced").waitFor();
    check((await page.locator('.market [data-card="wild"]').count()) === 3, "the row that is swept away is not shown");
    await page.getByText("all five cards are replaced").waitFor({ state: "detached" });
    await page.getByText("Draw your second card").waitFor();
    const wild = page.locator('.market [data-card="wild"]');
    check((await wild.getAttribute("aria-disabled")) === "true", "a wild can be taken as second card");
    await wild.click({ force: true });
    await page.getByText("Face up, a bus card can't be taken as the second card.").waitFor();
    return player;
  },

  /** One's tickets say what is missing; a completed one is celebrated at once, and marked. */
  async celebrated({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    await player.playBots("london", { seats: 2 });
    await player.keep(2);
    check(/\d+ bus(es)? to go/.test(await page.locator("[data-ticket]").first().innerText()), "what is missing is not said");
    const done = page.locator(".toast.ticket_done");
    for (let turn = 0; turn < 80 && !(await done.count()); turn++) {
      check(await player.turn(), "the game is over before a ticket was completed");
      const ply = await player.ply();
      await page.keyboard.press("h");
      await page.locator("[data-hint]").waitFor();
      await page.keyboard.press("h");
      await player.pastPly(ply);
    }
    check((await done.innerText()).includes("Ticket completed"), "it is not celebrated");
    check((await page.locator('[data-ticket][data-state="done"]').innerText()).includes("completed"), "it is not marked");
    return player;
  },
};

await driveScene(scenes);
