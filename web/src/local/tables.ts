/** The worker that holds the tables: it passes on what the page asks to Python, and back what Python says. */

/// <reference lib="webworker" />

import type { FromTables, OwnBoard, Start, ToTables } from "./messages";
import { loadPython } from "./python";
import { openStorage } from "./storage";

declare const self: DedicatedWorkerGlobalScope;

/**
 * A connection of the page to a table (src/branchline/local/client.py). Python keeps it, and its table, until it is
 * destroyed: what JavaScript holds of Python is no garbage to Python, and too small to JavaScript to be collected soon.
 */
interface Client {
  receive(text: string): void;
  close(): void;
  destroy(): void;
}

/** What stands in for a server (src/branchline/local/server.py). */
interface LocalServer {
  start(): Promise<string>;
  request(method: string, path: string, body?: string, key?: string, own?: boolean): Promise<string>;
  connect(table: string, send: (text: string) => void, close: (code: number) => void): Client;
  heard(table: string, number: number): Promise<void>;
  add_board(files: string): Promise<string>;
}

type Thinking = Extract<ToTables, { type: "thought" | "far" | "failed" }>;

/** Other tabs, which have the same tables. */
const tabs = new BroadcastChannel("branchline");
const clients = new Map<number, Client>();
/** Those who wait for an answer of a worker that thinks. */
const thinking = new Map<number, (answer: Thinking) => void>();
let thoughts = 0;

const post = (message: FromTables): void => self.postMessage(message);

/** Let go of a connection that has ended. */
function forget(id: number): void {
  clients.get(id)?.destroy();
  clients.delete(id);
}

/** Let another worker think; what it answers. */
function think(who: "bots" | "reviews", text: string, progress?: (far: number) => void): Promise<string> {
  const id = ++thoughts;
  return new Promise((resolve, reject) => {
    thinking.set(id, (answer) => {
      if (answer.type === "far") return progress?.(answer.progress);
      thinking.delete(id);
      if (answer.type === "thought") resolve(answer.text);
      else reject(new Error(answer.why));
    });
    post({ type: "think", id, who, text });
  });
}

async function start(message: Start): Promise<LocalServer> {
  const opening = openStorage();
  const python = await loadPython(message, false, (count) => post({ type: "bytes", count }));
  const { LocalServer } = python.pyimport("branchline.local.server");
  const { MemoryStorage } = python.pyimport("branchline.local.storage");
  const storage = await opening;
  const server = LocalServer!(
    storage ?? MemoryStorage!(),
    (text: string) => think("bots", text),
    (text: string, progress: (far: number) => void) => think("reviews", text, progress),
    (table: string, number: number) => tabs.postMessage([table, number]),
    () => post({ type: "full" }),
  ) as LocalServer;
  tabs.onmessage = (event: MessageEvent<[string, number]>) => void server.heard(...event.data);
  const told = JSON.parse(await server.start()) as { compiled: boolean; boards: { id: string; files: object }[] };
  post({ type: "ready", kept: storage !== null, ...told } as FromTables);
  return server;
}

async function answer(server: LocalServer, message: Exclude<ToTables, Start | Thinking>): Promise<void> {
  const { id } = message;
  switch (message.type) {
    case "ask": {
      const { method, path, body, key, own } = message;
      // Python's None is undefined here
      const text = await server.request(method, path, body ?? undefined, key ?? undefined, own);
      post({ type: "answer", id, ...(JSON.parse(text) as { status: number; text: string }) });
      break;
    }
    case "connect": {
      const send = (text: string): void => post({ type: "message", id, text });
      const closed = (code: number): void => {
        forget(id);
        post({ type: "closed", id, code });
      };
      clients.set(id, server.connect(message.table, send, closed));
      break;
    }
    case "message":
      clients.get(id)?.receive(message.text);
      break;
    case "close":
      clients.get(id)?.close();
      forget(id);
      break;
    case "board":
      post({ type: "board", id, board: JSON.parse(await server.add_board(JSON.stringify(message.files))) as OwnBoard });
  }
}

/** Whoever asks before Python is there waits. */
let begin: (message: Start) => void;
const server = new Promise<Start>((resolve) => (begin = resolve)).then(start);
server.catch((error: unknown) => post({ type: "broken", why: String(error) }));

self.onmessage = (event: MessageEvent<ToTables>) => {
  const message = event.data;
  switch (message.type) {
    case "start":
      begin(message);
      break;
    case "thought":
    case "far":
    case "failed":
      thinking.get(message.id)?.(message);
      break;
    default:
      void server.then((ready) => answer(ready, message));
  }
};
