/** The HTTP part of the server, as far as the page uses it. Keys stay in a cookie that no script can read. */

import type {
  BoardList,
  Choices,
  Invitation,
  JoinRequest,
  Moment,
  NewTable,
  OpenedTable,
  Problem,
  RematchRequest,
  StartRequest,
  Statistics,
  TableAnswer,
  TableList,
  TakenSeat,
} from "../../protocol";

/** The server said no; `code` says why. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly data: Problem["data"] = {},
  ) {
    super(code);
  }
}

/** Who asks: the holder of the cookie, or, for a seat that another person plays here, the holder of its key. */
type Asker = "cookie" | { key: string | null };

async function ask<T>(method: string, path: string, body?: object, who: Asker = "cookie"): Promise<T> {
  let answer: Response;
  const key = who === "cookie" ? null : who.key;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      },
      credentials: who === "cookie" ? "same-origin" : "omit",
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new Refused("unreachable");
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refused(problem.code ?? "internal", problem.data);
}

export const api = {
  boards: async () => (await ask<BoardList>("GET", "/api/boards")).boards,
  choices: () => ask<Choices>("GET", "/api/choices"),
  open: (form: NewTable) => ask<OpenedTable>("POST", "/api/tables", { ...form, cookie: true } satisfies NewTable),
  tables: async () => (await ask<TableList>("GET", "/api/tables")).tables,
  table: (id: string) => ask<TableAnswer>("GET", `/api/tables/${id}`),
  join: (id: string, name: string, invite: string | null) =>
    ask<TakenSeat>("POST", `/api/tables/${id}/join`, { name, invite, cookie: true } satisfies JoinRequest),
  /** Take a seat for somebody else at this device: its key comes in the answer. */
  seat: (id: string, name: string, invite: string) =>
    ask<TakenSeat>("POST", `/api/tables/${id}/join`, { name, invite } satisfies JoinRequest, { key: null }),
  /** The host's new link to a seat whose holder has lost the old one. */
  link: (id: string, seat: number) => ask<Invitation>("POST", `/api/tables/${id}/seats/${seat}/link`),
  start: (id: string, bot: string) => ask<TableAnswer>("POST", `/api/tables/${id}/start`, { bot } satisfies StartRequest),
  rematch: (id: string, key: string | null = null) =>
    ask<TakenSeat>("POST", `/api/tables/${id}/rematch`, { cookie: key === null } satisfies RematchRequest, key ? { key } : "cookie"),
  statistics: (id: string) => ask<Statistics>("GET", `/api/games/${id}/statistics`),
  /** A game after a ply (the last one for null) as a seat saw it, or the public. */
  moment: (id: string, ply: number | null, seat: number | null) => {
    const query = new URLSearchParams();
    if (ply !== null) query.set("ply", String(ply));
    if (seat !== null) query.set("seat", String(seat));
    return ask<Moment>("GET", `/api/games/${id}/view?${query}`);
  },
  leave: (id: string) => ask<TableAnswer>("POST", `/api/tables/${id}/leave`),
};

/** The address of a table's socket. */
export function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${id}/socket`;
}
