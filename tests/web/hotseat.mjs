/** Two people at one device play a whole game, with a curtain in between, and again. */

import { check, DESK, drive, lengthsOf, playTurn, visitor } from "./browser.mjs";

await drive(async ({ browser, address }) => {
  const player = await visitor(browser, address, DESK);
  const { page } = player;
  await page.goto(address);
  await page.locator('[data-board="london"]').click();
  await page.getByRole("combobox", { name: "Players" }).selectOption("3");
  await page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
  await page.getByRole("combobox", { name: "Bots" }).selectOption("novice");
  await page.getByRole("checkbox", { name: /^All on this device/ }).check();
  await page.getByRole("textbox", { name: "Your name" }).fill("Ana");
  await page.getByRole("textbox", { name: "Name of player 2" }).fill("Bruno");
  await page.getByRole("button", { name: "Play", exact: true }).click();

  const wire = await page.context().newCDPSession(page);
  const lift = page.locator(".curtain button");
  const passing = page.getByRole("button", { name: "Hide my cards and pass on" });

  /** Everything that a screen reader could find on the page. */
  async function audible() {
    const { nodes } = await wire.send("Accessibility.getFullAXTree");
    return nodes.filter((node) => !node.ignored).map((node) => node.name?.value ?? "").filter(Boolean);
  }

  /** The curtain is down; who is asked to sit down. */
  async function behindTheCurtain() {
    await lift.waitFor();
    check((await page.locator(".game, .hand, [data-ticket], [data-offer]").count()) === 0, "something is behind the curtain");
    const words = (await audible()).join("\n");
    check(!/Your hand|Your tickets|Map of|Keep/.test(words), `the curtain can be heard through: ${words}`);
    return (await page.getByRole("heading").innerText()).split(",")[0];
  }

  const seated = [];
  for (const name of ["Ana", "Bruno"]) {
    check((await behindTheCurtain()) === name, `${name} is not asked to sit down`);
    await lift.click();
    await page.locator("[data-offer]").first().waitFor();
    check((await page.locator(".players .you").innerText()).includes(name), `it is not ${name}'s view`);
    await player.keep(name === "Ana" ? 1 : 2);
    if (name === "Ana") await passing.click();
  }

  await page.reload();
  await behindTheCurtain();
  const lengths = await lengthsOf(address, "london");
  const seen = { claims: [], lengths };
  for (let over = false; !over; ) {
    await page.locator(".curtain, .game.mine, .final").or(passing).first().waitFor();
    if (await lift.count()) {
      seated.push(await behindTheCurtain());
      await lift.click();
      await page.locator(".game").waitFor();
      const tickets = await page.locator("[data-ticket]").count();
      check(seated.length > 2 || tickets === (seated.at(-1) === "Ana" ? 1 : 2), "these are somebody else's tickets");
    } else if (await passing.count()) {
      check((await page.locator(".game.mine").count()) === 0, "two are to move");
      await passing.click();
    } else if (await page.locator(".game.mine").count()) {
      const ply = await player.ply();
      await playTurn(player, seen);
      await player.pastPly(ply);
    }
    over = (await page.locator(".final").count()) > 0;
  }
  check(seated.filter((name) => name === "Ana").length > 3, "Ana has hardly played");
  check(seated.filter((name) => name === "Bruno").length > 3, "Bruno has hardly played");
  const totals = await player.totals();

  await page.getByRole("button", { name: "Rematch" }).click();
  await behindTheCurtain();
  await lift.click();
  await page.locator("[data-offer]").first().waitFor();
  check(player.complaints.length === 0, `the page complained: ${player.complaints.join("; ")}`);
  return { totals, turns: seated.length };
});
