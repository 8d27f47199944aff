/** What the page asks for besides the messages of a table (docs/protocol.md). */

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
  PuzzleAnswer,
  PuzzleList,
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
import type { OwnBoard } from "../../local/messages";
import { type Answer, type Credentials, transport, workers } from "./transport";

/** The server refused a request; `code` says why. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly data: Problem["data"] = {},
  ) {
    super(code);
  }
}

async function request<T>(method: string, path: string, body?: object, who?: Credentials): Promise<T> {
  return JSON.parse(await ask(method, path, body, who)) as T;
}

async function ask(method: string, path: string, body?: object, who: Credentials = "cookie"): Promise<string> {
  let answer: Answer;
  try {
    answer = await transport.ask(method, path, body ? JSON.stringify(body) : null, who);
  } catch {
    throw new ApiError("unreachable");
  }
  if (answer.status < 400) return answer.text;
  const problem = readProblem(answer.text);
  throw new ApiError(problem.code ?? "internal", problem.data);
}

function readProblem(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch {
    return {};
  }
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
  record: (id: string) => ask("GET", `/api/games/${id}/record`),
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
  puzzles: async () => (await request<PuzzleList>("GET", "/api/puzzles")).puzzles,
  puzzle: (id: string) => request<PuzzleAnswer>("GET", `/api/puzzles/${id}`),
  /** The puzzle of a day. */
  dailyPuzzle: (date: string) => request<PuzzleAnswer>("GET", `/api/puzzles/daily?date=${date}`),
  /** The key for calls; null if this server calls nobody. */
  pushKey: async () => (await request<PushKey>("GET", "/api/push")).key,
  push: (id: string, form: SubscribeRequest) => request<Subscribed>("POST", `/api/tables/${id}/push`, form),
  endPush: (endpoint: string) =>
    request<Subscribed>("POST", "/api/push/end", { endpoint } satisfies UnsubscribeRequest),
  /** Play on a board of one's own, from its files by their names. A server has those of its host. */
  addBoard: (files: Record<string, string>): Promise<OwnBoard> =>
    workers?.addBoard(files) ?? Promise.reject(new ApiError("not_allowed")),
  leave: (id: string) => request<TableAnswer>("POST", `/api/tables/${id}/leave`),
  resign: (id: string) => request<TableAnswer>("POST", `/api/tables/${id}/resign`),
};

// The bots that a player chooses from: levels from weak to strong, or all that a server has if it has no levels; and
// then those that only this server has.

const LEVELS = ["novice", "easy", "medium", "hard", "expert", "master"];
const USUAL = "medium";

export function levels({ bots, own_bots: own }: Pick<Choices, "bots" | "own_bots">): string[] {
  const known = LEVELS.filter((level) => bots.includes(level));
  return known.length ? [...known, ...own] : bots;
}

export function isLevel(bot: string): boolean {
  return LEVELS.includes(bot);
}

/** A bot that is a match for most players. */
export function usualBot(bots: string[]): string {
  return bots.includes(USUAL) ? USUAL : (bots[0] ?? USUAL);
}
