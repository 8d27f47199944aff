/** A whole game against bots through the page: BOARD desk|phone. */

import { check, DESK, drive, lengthsOf, PHONE, playGame, visitor } from "./browser.mjs";

await drive(async ({ browser, address, rest: [board, size] }) => {
  const player = await visitor(browser, address, size === "phone" ? PHONE : DESK);
  await player.playBots(board, { seats: 2 });
  await player.keep(2);
  const seen = await playGame(player, await lengthsOf(address, board));
  const totals = await player.totals();
  check(seen.claims.length > 3, `only ${seen.claims.length} routes were claimed`);
  check(player.complaints.length === 0, `the page complained: ${player.complaints.join("; ")}`);
  const record = await player.page.evaluate(
    async (id) => (await fetch(`/api/games/${id}/record`)).text(),
    player.table,
  );
  await player.page.locator(".deal[data-good=true]").waitFor();
  const noted = await player.page.getByText("noted before anybody had moved").count();
  check(noted === 1, "the commitment of the beginning was not noted");
  return { totals, record, claims: seen.claims.length };
});
