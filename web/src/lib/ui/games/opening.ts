/** Opening a table: those at this device take their seats, and the links are kept for the others. */

import { t } from "../../../i18n/index.svelte";
import type { Invitation, NewTable } from "../../../protocol";
import { api } from "../../net/api";
import type { SeatWish } from "./seating";
import { saveInvitations, saveSeatKeys } from "../browser/storage";

/** Open a table; its id. `seats` are what the seats of the form were made from. */
export async function openTable(form: NewTable, seats: SeatWish[]): Promise<string> {
  const opening = await api.open(form);
  const { id } = opening.table;
  await sitDown(id, opening.invitations, seats);
  saveInvitations(id, [opening.watch, ...(opening.shared ? [opening.shared] : [])]);
  return id;
}

/** Those at this device take their seats. */
async function sitDown(id: string, invitations: Invitation[], seats: SeatWish[]): Promise<void> {
  const keys = [];
  for (const { seat, key } of invitations) {
    const wish = seats[seat!]!;
    if (wish.kind !== "here") continue;
    const name = wish.name.trim() || t("seat.open", { n: seat! + 1 });
    keys.push((await api.seat(id, name, key)).key!);
  }
  if (keys.length) saveSeatKeys(id, keys);
}
