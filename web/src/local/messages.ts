/** What the page and its workers say to each other. `id` says which answer belongs to which question. */

/** To every worker, first of all: the folder of Python, and whether the browser has all of it. */
export interface Start {
  type: "start";
  folder: string;
  kept: boolean;
}

export type ToTables =
  | Start
  | { type: "ask"; id: number; method: string; path: string; body: string | null; key: string | null; own: boolean }
  | { type: "connect"; id: number; table: string }
  | { type: "message"; id: number; text: string }
  | { type: "close"; id: number }
  | { type: "board"; id: number; files: Record<string, string> }
  | { type: "thought"; id: number; text: string }
  | { type: "far"; id: number; progress: number }
  | { type: "failed"; id: number; why: string };

/** A board of one's own, with the files that the page draws it with; or why it is none. */
export type OwnBoard = { id: string; files: Record<string, string> } | { problem: string };

export type FromTables =
  | { type: "bytes"; count: number }
  | { type: "ready"; kept: boolean; compiled: boolean; boards: Exclude<OwnBoard, { problem: string }>[] }
  | { type: "broken"; why: string }
  /** The browser has no room: what is played from now on is lost with the page. */
  | { type: "full" }
  | { type: "answer"; id: number; status: number; text: string }
  | { type: "message"; id: number; text: string }
  | { type: "closed"; id: number; code: number }
  | { type: "board"; id: number; board: OwnBoard }
  /** Ask the worker that thinks, or the one for reviews. */
  | { type: "think"; id: number; who: "bots" | "reviews"; text: string };

export type ToThinker = Start | { type: "think"; id: number; text: string };

export type FromThinker =
  | { type: "thought"; id: number; text: string }
  | { type: "far"; id: number; progress: number }
  | { type: "failed"; id: number; why: string };
