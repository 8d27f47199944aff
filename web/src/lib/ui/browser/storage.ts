/** What the browser keeps of tables: some of it between visits, some until the tab is closed. */

import type { Invitation } from "../../../protocol";

/** `local` lasts; `session` ends with the tab. */
type Lifetime = "local" | "session";

/** Browsers may refuse storage altogether: the page then plays without it. */
function storage(lifetime: Lifetime): Storage {
  return lifetime === "local" ? localStorage : sessionStorage;
}

export function loadText(lifetime: Lifetime, key: string): string | null {
  try {
    return storage(lifetime).getItem(key);
  } catch {
    return null;
  }
}

function saveText(lifetime: Lifetime, key: string, text: string): void {
  try {
    if (storage(lifetime).getItem(key) !== text) storage(lifetime).setItem(key, text);
  } catch {
    // it is forgotten when the page is closed
  }
}

/** A stored value, or the default if there is none that can be read. */
export function load<T>(lifetime: Lifetime, key: string, otherwise: T): T {
  try {
    return JSON.parse(loadText(lifetime, key) ?? "") as T;
  } catch {
    return otherwise;
  }
}

export function save(lifetime: Lifetime, key: string, value: unknown): void {
  saveText(lifetime, key, JSON.stringify(value));
}

// Links that the host hands out: the server sends them only once.

const invitationsKey = (table: string): string => `branchline.links.${table}`;

export function saveInvitations(table: string, links: Invitation[]): void {
  save("session", invitationsKey(table), links);
}

export function invitations(table: string): Invitation[] {
  return load("session", invitationsKey(table), []);
}

// The secret of a link, behind its `#`: kept when it leaves the address bar, so that a reload still has it.

export interface Secret {
  /** The key of an invitation to a seat. */
  join: string | null;
  /** The key of an invitation to watch. */
  watch: string | null;
}

const secretKey = (table: string): string => `branchline.secret.${table}`;

/** The secret with which this tab opened a table, now or before. */
export function secretOf(table: string, hash: string): Secret {
  const given = new URLSearchParams(hash.slice(1) || (loadText("session", secretKey(table)) ?? ""));
  return { join: given.get("join"), watch: given.get("watch") };
}

export function saveSecret(table: string, hash: string): void {
  saveText("session", secretKey(table), hash.slice(1));
}

export function forgetSecret(table: string): void {
  saveSecret(table, "");
}

// The keys of seats that others play from this browser; the player's own is in a cookie.

const SEAT_KEYS = "branchline.hotseat";
const SEAT_KEYS_KEPT = 12;

type SeatKeys = { table: string; keys: string[] }[];

export function seatKeys(table: string): string[] {
  return load<SeatKeys>("local", SEAT_KEYS, []).find((one) => one.table === table)?.keys ?? [];
}

export function saveSeatKeys(table: string, keys: string[]): void {
  const others = load<SeatKeys>("local", SEAT_KEYS, []).filter((one) => one.table !== table);
  save("local", SEAT_KEYS, [{ table, keys }, ...others].slice(0, SEAT_KEYS_KEPT));
}

// How many moves of a table were read, by seat.

const READ = "branchline.read";
const READ_KEPT = 30;

type Read = [tableAndSeat: string, plies: number][];

const tableAndSeat = (table: string, seat: number | null): string => `${table} ${seat ?? ""}`;

/** How many moves of a table were read in this browser; null if it was never opened. */
export function readUpTo(table: string, seat: number | null): number | null {
  const here = tableAndSeat(table, seat);
  return load<Read>("local", READ, []).find(([key]) => key === here)?.[1] ?? null;
}

export function saveRead(table: string, seat: number | null, plies: number): void {
  const here = tableAndSeat(table, seat);
  const others = load<Read>("local", READ, []).filter(([key]) => key !== here);
  save("local", READ, [[here, plies], ...others].slice(0, READ_KEPT));
}
