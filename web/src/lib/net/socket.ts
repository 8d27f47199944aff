/** The connection to a table: says hello, tells what comes, and comes back by itself when it is lost. */

import type { ClientMessage, ServerMessage } from "../../protocol";

export type Link = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  onMessage(message: ServerMessage): void;
  onLink(link: Link): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** Without an answer for so long the connection is taken for dead: a phone that has left its network is told nothing. */
const ANSWER_WITHIN = 15_000;
/** Codes with which the server ends a connection for good. */
const FINAL = new Set([4401, 4403]);

export class Connection {
  link: Link = "connecting";
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** Sent, and not yet acknowledged: sent again after a reconnection; the server carries out each id once. */
  private readonly unanswered = new Map<string, ClientMessage>();
  private last: number | null = null;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly key: string | null = null,
    private readonly make: (url: string) => WebSocket = (address) => new WebSocket(address),
  ) {}

  open(): void {
    this.set(this.tries ? "lost" : "connecting");
    const former = this.socket;
    const socket = this.make(this.url);
    this.socket = socket;
    former?.close();
    this.expect();
    socket.onopen = () => this.raw({ type: "hello", key: this.key, last: this.last });
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  /** Send something that is answered with its id. */
  send(ask: Extract<ClientMessage, { id: string }>): void {
    this.unanswered.set(ask.id, ask);
    if (this.link === "open") {
      this.raw(ask);
      this.expect();
    }
  }

  /** Try again at once. */
  retry(): void {
    if (this.link !== "lost") return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Give up this connection, and come back with another. */
  drop(): void {
    const socket = this.socket;
    if (socket === null || this.link === "ended") return;
    this.closed(socket, 1006);
    socket.close();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.set("ended");
    this.socket?.close();
  }

  /** Wait for an answer, and not for ever. */
  private expect(): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  private raw(ask: ClientMessage): void {
    this.socket?.send(JSON.stringify(ask));
  }

  private hear(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.last = message.number;
      this.tries = 0;
      this.set("open");
    } else if (message.type === "update") {
      if (this.last !== null && message.number <= this.last) return;
      this.last = message.number;
    } else if (message.id !== null) {
      this.unanswered.delete(message.id);
    }
    if (this.unanswered.size) this.expect();
    else clearTimeout(this.patience);
    this.listener.onMessage(message);
    if (message.type === "welcome") for (const ask of this.unanswered.values()) this.raw(ask);
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.link === "ended") return;
    this.socket = null;
    clearTimeout(this.patience);
    if (FINAL.has(code)) {
      this.set("ended");
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.set("lost");
    this.timer = setTimeout(() => this.open(), wait);
  }

  private set(link: Link): void {
    if (this.link === link && link !== "connecting") return;
    this.link = link;
    this.listener.onLink(link);
  }
}
