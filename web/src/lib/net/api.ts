/** The HTTP part of the server, as far as the page uses it. Keys stay in a cookie that no script can read. */

import type {
  Arrangement,
  BoardList,
  Choices,
  Introduction,
  Invitation,
  JoinRequest,
  Moment,
  NewTable,
  OpenedTable,
  Problem,
  PushKey,
  RematchRequest,
  ReviewAnswer,
  ReviewRequest,
  ReviewState,
  StartRequest,
  Statistics,
  Subscribed,
  SubscribeRequest,
  TableAnswer,
  TableList,
  TakenSeat,
  UnsubscribeRequest,
} from "../../protocol";

/** The server refused a request; `code` says why. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly data: Problem["data"] = {},
  ) {
    super(code);
  }
}

/** The cookie, or the key of a seat that another person plays here. */
type Credentials = "cookie" | { key: string | null };

async function request<T>(method: string, path: string, body?: object, who?: Credentials): Promise<T> {
  return (await (await ask(method, path, body, who)).json()) as T;
}

async function ask(method: string, path: string, body?: object, who: Credentials = "cookie"): Promise<Response> {
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
    throw new ApiError("unreachable");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new ApiError(problem.code ?? "internal", problem.data);
}

export const api = {
  boards: async () => (await request<BoardList>("GET", "/api/boards")).boards,
  choices: () => request<Choices>("GET", "/api/choices"),
  open: (form: NewTable) => request<OpenedTable>("POST", "/api/tables", { ...form, cookie: true } satisfies NewTable),
  tables: async () => (await request<TableList>("GET", "/api/tables")).tables,
  table: (id: string) => request<TableAnswer>("GET", `/api/tables/${id}`),
  /** The table of a link, before one joins. */
  preview: (id: string, key: string) => request<TableAnswer>("GET", `/api/tables/${id}`, undefined, { key }),
  join: (id: string, name: string, invite: string | null, colour: number | null = null) =>
    request<TakenSeat>("POST", `/api/tables/${id}/join`, { name, invite, colour, cookie: true } satisfies JoinRequest),
  /** Another name or colour before the start. */
  introduce: (id: string, name: string, colour: number | null) =>
    request<TableAnswer>("POST", `/api/tables/${id}/introduce`, { name, colour } satisfies Introduction),
  /** The host changes the seats before the start. */
  arrange: (id: string, form: Arrangement) => request<TableAnswer>("POST", `/api/tables/${id}/seats`, form),
  /** A new link to all free seats. */
  share: (id: string) => request<Invitation>("POST", `/api/tables/${id}/link`),
  /** Take a seat for somebody else at this device: its key comes in the answer. */
  seat: (id: string, name: string, invite: string) =>
    request<TakenSeat>("POST", `/api/tables/${id}/join`, { name, invite } satisfies JoinRequest, { key: null }),
  /** A new link: to the own seat, or the host's to a seat whose player has lost the old one. */
  link: (id: string, seat: number) => request<Invitation>("POST", `/api/tables/${id}/seats/${seat}/link`),
  start: (id: string, bot: string) =>
    request<TableAnswer>("POST", `/api/tables/${id}/start`, { bot } satisfies StartRequest),
  rematch: (id: string, key: string | null = null) =>
    request<TakenSeat>(
      "POST",
      `/api/tables/${id}/rematch`,
      { cookie: key === null, waits: true } satisfies RematchRequest,
      key ? { key } : "cookie",
    ),
  statistics: (id: string) => request<Statistics>("GET", `/api/games/${id}/statistics`),
  /** The record of a game that is over: all its moves, as text. */
  record: async (id: string) => (await ask("GET", recordPath(id))).text(),
  /** A game after a ply (the last one for null) as a seat saw it, or the public. */
  moment: (id: string, ply: number | null, seat: number | null) => {
    const query = new URLSearchParams();
    if (ply !== null) query.set("ply", String(ply));
    if (seat !== null) query.set("seat", String(seat));
    return request<Moment>("GET", `/api/games/${id}/view?${query}`);
  },
  /** The review of a level, or the deepest that has been made. */
  review: (id: string, level: ReviewState["level"] | null) =>
    request<ReviewAnswer>("GET", `/api/games/${id}/review${level ? `?level=${level}` : ""}`),
  /** Have a game reviewed, and learn how far that is. */
  askForReview: (id: string, level: ReviewState["level"]) =>
    request<ReviewState>("POST", `/api/games/${id}/review`, { level } satisfies ReviewRequest),
  /** The key for calls; null if this server calls nobody. */
  pushKey: async () => (await request<PushKey>("GET", "/api/push")).key,
  push: (id: string, form: SubscribeRequest) => request<Subscribed>("POST", `/api/tables/${id}/push`, form),
  endPush: (endpoint: string) =>
    request<Subscribed>("POST", "/api/push/end", { endpoint } satisfies UnsubscribeRequest),
  leave: (id: string) => request<TableAnswer>("POST", `/api/tables/${id}/leave`),
  resign: (id: string) => request<TableAnswer>("POST", `/api/tables/${id}/resign`),
};

/** The address of a game's record. */
export function recordPath(id: string): string {
  return `/api/games/${id}/record`;
}

/** The address of a table's socket. */
export function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${id}/socket`;
}

// The bots that a player chooses from: levels from weak to strong, or all that a server has if it has no levels.

const LEVELS = ["novice", "easy", "medium", "hard", "expert", "master"];
const USUAL = "medium";

export function levels(bots: string[]): string[] {
  const known = LEVELS.filter((level) => bots.includes(level));
  return known.length ? known : bots;
}

/** A bot that is a match for most players. */
export function usualBot(bots: string[]): string {
  return bots.includes(USUAL) ? USUAL : (levels(bots)[0] ?? USUAL);
}
