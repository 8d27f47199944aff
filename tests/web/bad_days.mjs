/** Bad days: what a player meets when something goes wrong. SCENE [THE SERVER'S COMMAND, for the scene that kills it] */

import { spawn } from "node:child_process";
import { check, driveScene, lengthsOf, PHONE, visitor } from "./browser.mjs";

/** A game in which this player is to move; `sockets` are the connections that the page has made. */
async function playing(browser, address) {
  const player = await visitor(browser, address);
  const sockets = [];
  await player.page.routeWebSocket(/socket$/, (page) => {
    const server = page.connectToServer();
    const here = { page, server, sent: [], held: null };
    page.onMessage((text) => {
      here.sent.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => (here.held ? here.held.push(text) : page.send(text)));
    sockets.push(here);
  });
  await player.playBots("london", { seats: 2 });
  await player.keep(1);
  await player.turn();
  return { player, page: player.page, sockets };
}

const plies = (page) => page.locator("[data-ply]").getAttribute("data-ply").then(Number);
const moves = (sockets) => sockets.flatMap(({ sent }) => sent.filter(({ type }) => type === "move"));
const lost = (page) => page.getByText("The connection is lost");

async function hand(page) {
  const counts = await page.locator(".hand .count").allTextContents();
  return counts.reduce((sum, one) => sum + Number(one), 0);
}

/** A table for friends, made by `host`; the link to its second seat, and the one to watch. */
async function tableOf(host) {
  await host.page.goto(host.address);
  await host.page.locator('[data-board="london"]').click();
  await host.page.getByRole("combobox", { name: "Players" }).selectOption("2");
  await host.page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
  await host.page.getByRole("button", { name: "Make a table and invite" }).click();
  const join = await host.page.getByLabel("Link to seat 2").inputValue();
  return { join, watch: await host.page.getByLabel("A link for those who only watch").inputValue() };
}

async function sitDown({ page }, link, name) {
  await page.goto(link);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

const scenes = {
  /** The connection is lost: the page says so, comes back by itself, and nothing is lost. */
  async lost({ browser, address }) {
    const { player, page, sockets } = await playing(browser, address);
    await sockets[0].server.close({ code: 1012 });
    await sockets[0].page.close({ code: 1012 });
    await lost(page).waitFor();
    await lost(page).waitFor({ state: "detached" });
    check(sockets.length > 1, "it has not connected again");
    await player.turn();
    await player.draw();
    await page.getByText("Draw your second card").waitFor();
    return player;
  },

  /** The answer to a move is lost with the connection: the move is sent again under its id, and counts once. */
  async unanswered({ browser, address }) {
    const { player, page, sockets } = await playing(browser, address);
    const [before, ply] = [await hand(page), await plies(page)];
    sockets[0].held = [];
    await player.draw();
    await page.getByText("One moment").waitFor();
    while (sockets[0].held.length < 2) await page.waitForTimeout(20);
    await sockets[0].page.close({ code: 1006 });
    await page.getByText("Draw your second card").waitFor();
    const [first, again] = moves(sockets).slice(-2);
    check(first.id === again.id && first.move === again.move, "the move was not sent again under its id");
    check((await hand(page)) === before + 1, "the move counted twice");
    check((await plies(page)) === ply + 1, "the log has the move twice");
    return player;
  },

  /** The device has left its network: said at once; a move made meanwhile waits, and goes out when it is back. */
  async offline({ browser, address }) {
    const { player, page, sockets } = await playing(browser, address);
    await page.context().setOffline(true);
    await lost(page).waitFor();
    const before = moves(sockets).length;
    await player.draw();
    await page.getByText("One moment").waitFor();
    check(moves(sockets).length === before, "a move was sent without a network");
    await page.context().setOffline(false);
    await page.getByText("Draw your second card").waitFor();
    await lost(page).waitFor({ state: "detached" });
    check(moves(sockets).length === before + 1, "the move was not sent once");
    const failed = (text) => !text.includes("ERR_INTERNET_DISCONNECTED");
    return { page, complaints: player.complaints.filter(failed) };
  },

  /** The server is killed and started again on the same data: the page waits, and the game goes on where it was. */
  async restarted({ browser, address, rest: [, command] }) {
    const [program, ...options] = JSON.parse(command);
    const start = async () => {
      const server = spawn(program, options, { stdio: "ignore" });
      for (;;) {
        if (await fetch(`${address}/healthz`).then((answer) => answer.ok, () => false)) return server;
        check(server.exitCode === null, "the server does not start");
        await new Promise((done) => setTimeout(done, 50));
      }
    };
    const kill = (server) => new Promise((done) => server.once("exit", done).kill("SIGKILL"));
    let server = await start();
    try {
      const player = await visitor(browser, address);
      const { page } = player;
      await player.playBots("london", { seats: 2 });
      await player.keep(1);
      await player.turn();
      const before = await hand(page);
      const ply = await plies(page);
      await kill(server);
      await lost(page).waitFor();
      await player.draw();
      server = await start();
      await lost(page).waitFor({ state: "detached" });
      await page.getByText("Draw your second card").waitFor();
      check((await hand(page)) === before + 1, "the card drawn while the server was away is not there");
      check((await plies(page)) === ply + 1, "the log is not the same");
      await player.draw();
      await page.waitForFunction((then) => Number(document.querySelector("[data-ply]").dataset.ply) > then, ply + 1);
      const unreached = (text) => !text.includes("WebSocket connection");
      return { page, complaints: player.complaints.filter(unreached) };
    } finally {
      await kill(server);
    }
  },

  /** A move that the server refuses is told in words, and the player can make another. */
  async refused({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    let forge = null;
    await page.routeWebSocket(/socket$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.type === "move" && forge) message.move = forge;
        server.send(JSON.stringify(message));
      });
    });
    await player.playBots("london", { seats: 2 });
    await player.keep(1);
    await player.turn();
    const before = await hand(page);
    const [[route, length]] = Object.entries(await lengthsOf(address, "london")).sort(([, a], [, b]) => b - a);
    forge = `claim ${route} with ${length} wild`;
    await player.draw();
    await page.locator(".toast.refused").first().waitFor();
    const words = await page.locator(".toast.refused").first().innerText();
    check(/^[A-Z].*\.$/.test(words) && !/[_{}]/.test(words), `not in words: ${words}`);
    check((await hand(page)) === before, "a refused move changed the hand");
    forge = null;
    await player.turn();
    await player.draw();
    await page.getByText("Draw your second card").waitFor();
    return player;
  },

  /** Two tabs of one seat show the same, and a move in one is the move of both. */
  async tabs({ browser, address }) {
    const { player, page } = await playing(browser, address);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator(".game.mine").waitFor();
    await player.draw();
    for (const tab of [page, other]) await tab.getByText("Draw your second card").waitFor();
    check((await hand(page)) === (await hand(other)), "the tabs show different hands");
    const before = await hand(page);
    const piles = [page, other].map((tab) => tab.locator('.market [data-card="blind"]'));
    await Promise.all(piles.map((pile) => pile.dispatchEvent("click")));
    await Promise.all([page, other].map((tab) => tab.locator(".game.mine").waitFor()));
    const drawn = [await hand(page), await hand(other)];
    check(drawn[0] === drawn[1], `the tabs went apart: ${drawn}`);
    check(drawn[0] - before <= 2, "one turn gave three cards");
    await page.close();
    await other.locator('.market [data-card="blind"]').click();
    return { page: other, complaints: player.complaints };
  },

  /** Links that are not valid (any more), and a table that is not there, are told in words; reloading loses no link. */
  async links({ browser, address }) {
    const host = await visitor(browser, address);
    const guest = await visitor(browser, address, PHONE);
    const late = await visitor(browser, address);
    const { join } = await tableOf(host);
    await guest.page.goto(join);
    await guest.page.getByRole("button", { name: "Sit down" }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole("textbox", { name: "Your name" }).fill("Bruno");
    await guest.page.getByRole("button", { name: "Sit down" }).click();
    await guest.page.locator("[data-offer]").first().waitFor();
    const again = await guest.page.context().newPage();
    await again.goto(join);
    await again.locator("[data-offer]").first().waitFor();

    const { page } = late;
    await sitDown(late, join, "Carla");
    await page.getByText("This link is not valid any more. Ask the host for a new one.").waitFor();
    await page.goto(`${join.split("#")[0]}#watch=${"x".repeat(43)}`);
    await page.reload();
    await page.getByText(/This link is not valid|There is no such table/).waitFor();
    await page.goto(`${address}/tables/0123456789abcdef`);
    await page.getByText("There is no such table").waitFor();
    await page.getByRole("button", { name: "To the start" }).click();
    await page.locator("[data-board]").first().waitFor();
    return { page, complaints: [...host.complaints, ...guest.complaints] };
  },

  /** Whoever watches by a link sees the game go on and no hand, can't move, and may reload. */
  async watching({ browser, address }) {
    const host = await visitor(browser, address);
    const guest = await visitor(browser, address);
    const watcher = await visitor(browser, address, PHONE);
    const { join, watch } = await tableOf(host);
    await sitDown(guest, join, "Bruno");
    for (const player of [host, guest]) {
      await player.page.locator("[data-offer]").first().waitFor();
      await player.keep(2);
    }
    const { page } = watcher;
    await page.goto(watch);
    await page.locator(".game").waitFor();
    check(!page.url().includes("watch="), "the secret stays in the address bar");
    await page.reload();
    await page.getByText("You are watching").waitFor();
    check((await page.locator("[data-hand], [data-offer], [data-ticket]").count()) === 0, "a watcher sees a hand");
    const ply = await plies(page);
    const mover = (await host.page.locator(".game.mine").count()) ? host : guest;
    await mover.draw();
    await page.waitForFunction((then) => Number(document.querySelector("[data-ply]").dataset.ply) > then, ply);
    await page.locator('.market [data-card="blind"]').click({ force: true });
    await page.getByText("You are only watching").first().waitFor();
    return { page, complaints: [...host.complaints, ...guest.complaints, ...watcher.complaints] };
  },

  /** A very slow network: something is shown before the script has come, moves are answered at once, and nothing goes twice. */
  async slow({ browser, address }) {
    const player = await visitor(browser, address);
    const { page } = player;
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    });
    let let_through;
    const gate = new Promise((open) => (let_through = open));
    await page.route(/assets\/.*\.js$/, async (route) => {
      await gate;
      await route.continue();
    });
    const loading = page.goto(address);
    await page.getByRole("heading", { name: "Branchline" }).waitFor();
    check((await page.locator("[data-board]").count()) === 0, "the script was not held back");
    let_through();
    await loading;
    await page.locator("[data-board]").first().waitFor();
    check((await page.getByRole("heading", { name: "Branchline", exact: true }).count()) === 1, "the heading is there twice");

    const game = await playing(browser, address);
    const [socket] = game.sockets.slice(-1);
    const before = moves(game.sockets).length;
    socket.held = [];
    const pile = game.page.locator('.market [data-card="blind"]');
    await pile.click();
    await game.page.getByText("One moment").waitFor();
    check((await game.page.locator(".game.mine").count()) === 0, "it still looks like one's turn");
    for (let time = 0; time < 3; time++) await pile.dispatchEvent("click");
    await game.page.keyboard.press("/");
    await game.page.keyboard.type("draw blind");
    await game.page.keyboard.press("Enter");
    check(moves(game.sockets).length === before + 1, "a move was sent twice");
    const held = socket.held;
    socket.held = null;
    for (const text of held) socket.page.send(text);
    await game.page.getByText("Draw your second card").first().waitFor();
    return { page, complaints: [...player.complaints, ...game.player.complaints] };
  },
};

await driveScene(scenes);
