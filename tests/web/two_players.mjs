/** Two people with a browser each at one table by link, from the invitation to the end and to a rematch. */

import { check, DESK, drive, lengthsOf, PHONE, playTurn, visitor } from "./browser.mjs";

await drive(async ({ browser, address }) => {
  const host = await visitor(browser, address, DESK);
  const guest = await visitor(browser, address, PHONE);
  await host.page.goto(address);
  await host.page.locator('[data-board="london"]').click();
  await host.page.getByRole("combobox", { name: "Players" }).selectOption("2");
  await host.page.getByRole("combobox", { name: "of them friends" }).selectOption("1");
  await host.page.getByRole("textbox", { name: "Your name" }).fill("Ana");
  await host.page.getByRole("button", { name: "Make a table and invite" }).click();
  const link = await host.page.getByLabel("Link to seat 2").inputValue();
  check(link.includes("#join="), "there is no link to send");
  await host.page.getByText("QR code", { exact: true }).click();
  await host.page.getByRole("img", { name: "QR code of the link" }).waitFor();

  await guest.page.goto(link);
  check(!guest.page.url().includes("join="), "the secret stays in the address bar");
  await guest.page.getByRole("textbox", { name: "Your name" }).fill("Bruno");
  await guest.page.getByRole("button", { name: "Sit down" }).tap();
  const [first, second] = [0, 1].map((at) => host.page.locator("[data-offer]").nth(at));
  await first.check();
  await guest.page.locator("[data-offer]").first().waitFor();
  await guest.keep(2);
  await guest.page.getByRole("button", { name: "Chat" }).tap();
  await guest.page.getByRole("button", { name: "Hello!" }).tap();
  await host.page.locator(".chat li").filter({ hasText: "Hello!" }).waitFor();
  await guest.page.getByRole("button", { name: "Chat" }).tap();
  check(await first.isChecked(), "what the host had chosen is forgotten when the guest moves or talks");
  await second.check();
  await host.page.getByRole("button", { name: "Keep 2 tickets" }).click();
  await first.waitFor({ state: "detached" });
  check((await host.page.locator(".players").innerText()).includes("Bruno"), "the guest's name is not shown");

  await host.page.getByRole("textbox", { name: "Say something" }).fill("<b>Good luck</b>");
  await host.page.getByRole("button", { name: "Send" }).click();
  await guest.page.getByRole("button", { name: "Chat" }).tap();
  await guest.page.locator(".chat li").filter({ hasText: "<b>Good luck</b>" }).waitFor();
  await guest.page.getByRole("button", { name: "Thanks!" }).tap();
  await host.page.locator(".chat li").filter({ hasText: "Thanks!" }).waitFor();
  await guest.page.getByRole("button", { name: "Chat" }).tap();

  const lengths = await lengthsOf(address, "london");
  const seen = { claims: [], lengths };
  for (let over = false; !over; ) {
    for (const player of [host, guest]) {
      const mine = await player.page.locator(".game.mine").count();
      if (mine) await playTurn(player, seen);
    }
    await host.page.waitForTimeout(30);
    over = (await host.page.locator(".final").count()) > 0;
  }
  const [one, two] = [await host.totals(), await guest.totals()];
  check(JSON.stringify(one) === JSON.stringify(two), `they see different scores: ${one} and ${two}`);

  await host.page.getByRole("button", { name: "Rematch" }).click();
  await guest.page.getByRole("button", { name: "Rematch" }).tap();
  for (const player of [host, guest]) await player.page.locator("[data-offer]").first().waitFor();
  check(host.table === guest.table, "the rematch is at two tables");

  const complaints = [...host.complaints, ...guest.complaints];
  check(complaints.length === 0, `the page complained: ${complaints.join("; ")}`);
  return { totals: one };
});
