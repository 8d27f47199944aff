/** A tour through the screens of a game, with a stop at each: for those who look at the page, axe-core or a camera. */

import { visitor } from "./browser.mjs";

/**
 * Visit every screen of a board up to the first claim, and call `look(page, name)` at each; the player, to go on with.
 * With `reader`, in the mode for screen readers.
 */
export async function tour(browser, address, options, board, look, reader = false) {
  const player = await visitor(browser, address, options);
  const { page } = player;
  const stop = (name) => look(page, name);

  await page.goto(address);
  await page.locator("[data-board]").first().waitFor();
  await page.locator(`[data-board="${board}"]`).click();
  await stop("start");
  await page.getByRole("button", { name: "Settings" }).click();
  if (reader) await page.getByRole("checkbox", { name: /^Screen-reader mode/ }).check();
  await stop("settings");
  await page.keyboard.press("Escape");
  await friends(browser, address, options, board, look);

  let tunnel = null;
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(tunnel ? tunnelled(text, tunnel) : text));
  });
  await player.playBots(board, { seats: 3 });
  await stop("tickets");
  await player.keep(2);
  await player.turn();
  await stop("play");
  if (reader && options.hasTouch) {
    await page.getByRole("button", { name: "In words" }).click();
    await stop("position");
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("h");
  await page.locator("[data-hint]").waitFor();
  await stop("hint");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await stop("keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Type a move, or find a route" }).click();
  await stop("find");
  await page.keyboard.press("Escape");
  const [route] = await player.drawUntilClaimable();
  await lookAway(page);
  await page.getByRole("status", { name: "Since you last looked" }).waitFor();
  await stop("since");
  await page.keyboard.press("Escape");
  await player.claim(route);
  await page.locator("[data-held]").waitFor();
  await stop("undo");
  await page.keyboard.press("u");
  await page.locator(".pay").waitFor();
  await stop("payment");
  if (board === "europe") {
    tunnel = await aTunnel(address);
    await page.reload();
    await page.locator(".tunnel").waitFor();
    await page.waitForFunction(() => {
      const [route, sheet] = [".map .ghost", ".sheet"].map((one) => document.querySelector(one).getBoundingClientRect());
      return innerHeight < 500 || route.bottom <= sheet.top;
    });
    await stop("tunnel");
    tunnel = null;
    await page.reload();
    await player.turn();
  }
  await page.context().setOffline(true);
  await page.getByText("The connection is lost").waitFor();
  await stop("lost");
  await page.context().setOffline(false);
  await page.getByText("The connection is lost").waitFor({ state: "detached" });
  return player;
}

/** Come back to a page as somebody who has not seen a move yet, and who wants time to take one back: as much as is needed. */
async function lookAway(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Time to take a choice back" }).selectOption("6 seconds");
  await page.evaluate(() => {
    const read = JSON.parse(localStorage.getItem("branchline.read"));
    localStorage.setItem("branchline.read", JSON.stringify(read.map(([table]) => [table, 0])));
  });
  await page.reload();
  await page.evaluate(() => {
    const wait = window.setTimeout;
    window.setTimeout = (act, time, ...rest) => wait(act, time === 6000 ? 3_600_000 : time, ...rest);
  });
}

/** The rest of the game of a tour, and what comes after it. */
export async function afterwards(player, board, look) {
  const { page, address } = player;
  await playOut(player);
  await page.getByRole("link", { name: "Download the record" }).waitFor();
  await look(page, "final");
  await page.goto(`${address}/games/${player.table}?ply=60`);
  await page.locator(".map").waitFor();
  await look(page, "replay");
  await page.goto(`${address}/rules/${board}`);
  await page.locator("article").waitFor();
  await look(page, "rules");
  await page.goto(`${address}/lesson`);
  await page.locator(`[data-lesson="${board}"]`).click();
  await page.locator(".coach").waitFor();
  await look(page, "lesson");
}

/** A table for friends, on which one waits; the page that joins it; and one device for two, with its curtain. */
async function friends(browser, address, options, board, look) {
  const host = await visitor(browser, address, options);
  const form = async () => {
    await host.page.goto(address);
    await host.page.locator(`[data-board="${board}"]`).click();
    await host.page.getByRole("combobox", { name: "Players" }).selectOption("2");
    await host.page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
  };
  await form();
  await host.page.getByRole("button", { name: "Make a table and invite" }).click();
  const link = await host.page.getByLabel("Link to seat 2").inputValue();
  await look(host.page, "waiting");
  const guest = await visitor(browser, address, options);
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: "Sit down" }).waitFor();
  await look(guest.page, "join");
  await guest.page.context().close();
  await form();
  await host.page.getByRole("checkbox", { name: /^All on this device/ }).check();
  await look(host.page, "friends");
  await host.page.getByRole("button", { name: "Play", exact: true }).click();
  await host.page.locator(".curtain button").waitFor();
  await look(host.page, "curtain");
  await host.page.context().close();
}

const NAMES = ["Maximiliana Wolkenstein", "Bartholomew", "Ana", "Przemysław Brzęczyszczykiewicz", "Jean-Christophe"];

/** A full table far into the game: long names, many cards and tickets, much that was done. */
export async function late(browser, address, options, board, look) {
  const player = await visitor(browser, address, options);
  const { page } = player;
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(renamed(text)));
  });
  await player.playBots(board, { seats: board === "london" ? 4 : 5 });
  await player.keep(3);
  await playOut(player, { moves: board === "london" ? 24 : 60, wishes: ["draw blind", "draw blind", "tickets", "keep", "draw blind", "claim"] });
  await player.turn();
  await look(page, "late");
  for (const name of ["Tickets", "Log", "Chat"]) {
    const tab = page.getByRole("button", { name: new RegExp(`^${name}`) });
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await look(page, `late-${name.toLowerCase()}`);
    await tab.click();
  }
  await page.context().close();
}

/** A message in which people with names of all lengths sit at the table. */
function renamed(text) {
  const message = JSON.parse(text);
  message.table?.seats.forEach((seat, at) => Object.assign(seat, { kind: "player", name: NAMES[at] }));
  return JSON.stringify(message);
}

/** A tunnel of the Europe board, as a view tells it that waits for the extra cards. */
async function aTunnel(address) {
  const { facts } = await (await fetch(`${address}/page/boards/europe.json`)).json();
  const { id, length } = facts.routes.find((route) => route.tunnel && route.colour === "gray");
  return { route: id, laid: { blue: length }, revealed: ["blue", "red", "wild"], extra: 2 };
}

/** A welcome into the middle of a tunnel. */
function tunnelled(text, tunnel) {
  const message = JSON.parse(text);
  if (message.type !== "welcome") return text;
  const { seat } = message.you;
  const legal = ["pay 2 blue", "pay 1 blue 1 wild", "withdraw"];
  Object.assign(message.view, { actor: seat, phase: "tunnel", tunnel, legal, hand: { blue: 2, wild: 1 } });
  return JSON.stringify({ ...message, to_move: [seat] });
}

/**
 * Play a seat from another tab, to the end or so many moves: what `wishes` names in turn if that can be done, or else
 * draw.
 */
export async function playOut(player, { moves = Infinity, wishes = ["claim"] } = {}) {
  const tab = await player.page.context().newPage();
  await tab.goto(`${player.address}/healthz`);
  await tab.evaluate(
    ([table, most, wanted]) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
        const say = (message) => socket.send(JSON.stringify(message));
        let count = 0;
        socket.onopen = () => say({ type: "hello" });
        socket.onmessage = ({ data }) => {
          const { view } = JSON.parse(data);
          if (view?.phase === "over" || (view?.phase === "turn" && count >= (most ?? Infinity))) {
            socket.close();
            done();
          } else if (view?.legal.length) {
            const wish = wanted[count % wanted.length];
            const wished = view.legal.filter((move) => move.startsWith(wish));
            const others = view.legal.filter((move) => !/^(tickets|station)/.test(move));
            const choices = wished.length ? wished : others.length ? others : view.legal;
            say({ type: "move", id: `m${count++}`, move: choices[count % choices.length] });
          }
        };
      }),
    [player.table, moves, wishes],
  );
  await tab.close();
}
