/** The connection to a table: it says hello, passes messages on, and reconnects by itself when it is lost. */

import type { ClientMessage, ServerMessage } from "../../protocol";
import { type Socket, transport } from "./transport";

export type ConnectionState = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  onMessage(message: ServerMessage): void;
  onState(state: ConnectionState): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** A connection without an answer for so long is dead: a phone that leaves its network gets no notice. */
const ANSWER_WITHIN = 15_000;
/** Codes with which the server ends a connection for good. */
const FINAL = new Set([4401, 4403]);

export class Connection {
  state: ConnectionState = "connecting";
  private socket: Socket | null = null;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** Sent, and not yet acknowledged: sent again after a reconnection; the server carries out each id once. */
  private readonly unanswered = new Map<string, ClientMessage>();
  private last: number | null = null;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly key: string | null = null,
    private readonly make: (table: string) => Socket = (id) => transport.connect(id),
  ) {}

  open(): void {
    this.set(this.attempts ? "lost" : "connecting");
    const former = this.socket;
    const socket = this.make(this.table);
    this.socket = socket;
    former?.close();
    this.awaitAnswer();
    socket.onopen = () => this.transmit({ type: "hello", key: this.key, last: this.last });
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  /** Send something that is answered with its id. */
  send(message: Extract<ClientMessage, { id: string }>): void {
    this.unanswered.set(message.id, message);
    if (this.state === "open") {
      this.transmit(message);
      this.awaitAnswer();
    }
  }

  /** Try again at once. */
  retry(): void {
    if (this.state !== "lost") return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Give up this connection, and open another. */
  drop(): void {
    const socket = this.socket;
    if (socket === null || this.state === "ended") return;
    this.closed(socket, 1006);
    socket.close();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.answerTimer);
    this.set("ended");
    this.socket?.close();
  }

  /** Wait for an answer, and not for ever. */
  private awaitAnswer(): void {
    clearTimeout(this.answerTimer);
    this.answerTimer = setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  private transmit(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.last = message.number;
      this.attempts = 0;
      this.set("open");
    } else if (message.type === "update") {
      if (this.last !== null && message.number <= this.last) return;
      this.last = message.number;
    } else if ("id" in message && message.id !== null) {
      this.unanswered.delete(message.id);
    }
    if (this.unanswered.size) this.awaitAnswer();
    else clearTimeout(this.answerTimer);
    this.listener.onMessage(message);
    if (message.type === "welcome") for (const sent of this.unanswered.values()) this.transmit(sent);
  }

  private closed(socket: Socket, code: number): void {
    if (socket !== this.socket || this.state === "ended") return;
    this.socket = null;
    clearTimeout(this.answerTimer);
    if (FINAL.has(code)) {
      this.set("ended");
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    this.set("lost");
    this.timer = setTimeout(() => this.open(), wait);
  }

  private set(state: ConnectionState): void {
    if (this.state === state && state !== "connecting") return;
    this.state = state;
    this.listener.onState(state);
  }
}
