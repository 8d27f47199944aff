/** The workers that stand in for a server: one holds the tables, the others think. */

import type { FromTables, FromThinker, OwnBoard, Start, ToTables, ToThinker } from "../../local/messages";
import { addFile, fileAddress } from "../place";
import { loading } from "./loading.svelte";
import { atRest } from "./rest";
import type { Answer, Credentials, Socket, Transport } from "./transport";

/** What is the same for everybody who has no boards of their own: the first screen has it before Python is there. */
const KNOWN = ["/api/boards", "/api/choices"];

export class Workers implements Transport {
  private readonly tables = new Worker(new URL("../../local/tables.ts", import.meta.url), { type: "module" });
  private readonly thinkers = new Map<"bots" | "reviews", Worker>();
  private readonly sockets = new Map<number, LocalSocket>();
  /** What is being thought about, and by whom. */
  private readonly thoughts = new Map<number, Worker>();
  private readonly waiting = new Map<number, (message: never) => void>();
  private readonly start: Start;
  private count = 0;
  /** Whether there are boards that only this browser knows. */
  private ownBoards = false;

  /** `folder` is that of Python. */
  constructor(folder: string) {
    this.tables.onmessage = (event: MessageEvent<FromTables>) => this.hear(event.data);
    const kept = Boolean(navigator.serviceWorker?.controller);
    this.start = { type: "start", folder: fileAddress(`/${folder}/`), kept };
    this.tables.postMessage(this.start);
    this.measure().catch(() => (loading.failed = true));
  }

  /** How many bytes Python has; nothing waits for that. */
  private async measure(): Promise<void> {
    const sizes = (await (await fetch(`${this.start.folder}sizes.json`)).json()) as Record<string, number>;
    loading.total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    if (this.start.kept) loading.done = loading.total;
  }

  async ask(method: string, path: string, body: string | null, who: Credentials): Promise<Answer> {
    if (method === "GET" && KNOWN.includes(path) && !this.ownBoards) {
      const known = await fetch(fileAddress(`/page${path}.json`));
      return { status: known.status, text: await known.text() };
    }
    const own = who === "cookie";
    return this.question((id) => ({ type: "ask", id, method, path, body, key: own ? null : who.key, own }));
  }

  connect(table: string): Socket {
    const id = ++this.count;
    const socket = new LocalSocket((message) => {
      if (message.type === "close") this.sockets.delete(id);
      this.post({ ...message, id } as ToTables);
    });
    this.sockets.set(id, socket);
    this.post({ type: "connect", id, table });
    return socket;
  }

  /** Play on a board of one's own: its files by their names. */
  async addBoard(files: Record<string, string>): Promise<OwnBoard> {
    const { board } = await this.question<{ board: OwnBoard }>((id) => ({ type: "board", id, files }));
    if ("files" in board) this.know([board]);
    return board;
  }

  private know(boards: Extract<OwnBoard, { files: object }>[]): void {
    this.ownBoards ||= boards.length > 0;
    for (const { files } of boards) for (const [path, text] of Object.entries(files)) addFile(path, text);
  }

  private post(message: ToTables): void {
    this.tables.postMessage(message);
  }

  private question<T>(ask: (id: number) => ToTables): Promise<T> {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.post(ask(id));
    });
  }

  private hear(message: FromTables): void {
    switch (message.type) {
      case "bytes":
        loading.done += message.count;
        break;
      case "ready":
        this.know(message.boards);
        [loading.kept, loading.compiled, loading.ready] = [message.kept, message.compiled, true];
        this.prepareBots();
        break;
      case "full":
        loading.full = true;
        break;
      case "broken":
        loading.failed = true;
        console.error(message.why);
        break;
      case "answer":
      case "board":
        this.waiting.get(message.id)?.(message as never);
        this.waiting.delete(message.id);
        this.prepareBots();
        break;
      case "message":
        this.sockets.get(message.id)?.hear(message.text);
        this.prepareBots();
        break;
      case "closed":
        this.sockets.get(message.id)?.end(message.code);
        this.sockets.delete(message.id);
        break;
      case "think":
        this.think(message.who, message.id, message.text);
    }
  }

  /** Let bots be ready for the first move, but not before the page has what it has asked for: cores are few. */
  private prepareBots(): void {
    const isWaiting = (): boolean => this.waiting.size > 0 || [...this.sockets.values()].some(({ heard }) => !heard);
    if (!loading.ready || this.thinkers.has("bots") || isWaiting()) return;
    atRest(() => isWaiting() || this.thinker("bots"));
  }

  private think(who: "bots" | "reviews", id: number, text: string): void {
    const worker = this.thinker(who);
    this.thoughts.set(id, worker);
    worker.postMessage({ type: "think", id, text });
  }

  /** A worker has died: who waits for it is told, and the next question starts another one. */
  private lost(who: "bots" | "reviews", worker: Worker): void {
    worker.terminate();
    this.thinkers.delete(who);
    for (const [id, by] of this.thoughts) {
      if (by !== worker) continue;
      this.thoughts.delete(id);
      this.post({ type: "failed", id, why: "the worker has died" });
    }
  }

  /** The worker that thinks about moves, or about reviews: there is one of each as soon as it is needed. */
  private thinker(who: "bots" | "reviews"): Worker {
    let worker = this.thinkers.get(who);
    if (!worker) {
      worker = new Worker(new URL("../../local/think.ts", import.meta.url), { type: "module" });
      worker.onmessage = (event: MessageEvent<FromThinker>) => {
        if (event.data.type !== "far") this.thoughts.delete(event.data.id);
        this.post(event.data);
      };
      this.thinkers.set(who, worker);
      const started = worker;
      worker.onerror = () => this.lost(who, started);
      worker.postMessage(this.start satisfies ToThinker);
    }
    return worker;
  }
}

/** A connection to a table in the worker, in place of a WebSocket. */
class LocalSocket implements Socket {
  /** Whether anything has come. */
  heard = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(private readonly post: (message: { type: "message"; text: string } | { type: "close" }) => void) {
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.post({ type: "message", text });
  }

  close(): void {
    this.post({ type: "close" });
    this.end(1000);
  }

  hear(text: string): void {
    this.heard = true;
    this.onmessage?.({ data: text });
  }

  end(code: number): void {
    const told = this.onclose;
    this.onopen = this.onmessage = this.onclose = null;
    told?.({ code });
  }
}
