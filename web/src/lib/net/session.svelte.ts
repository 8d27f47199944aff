/** Session: one table as this browser knows it. Updates are shown one after the other, so that all can be followed. */

import type {
  Back,
  Notice,
  LogEntry,
  MovedNotice,
  OverNotice,
  TunnelNotice,
  VotedNotice,
  React,
  SeatState,
  Self,
  TableState,
  ServerMessage,
  Update,
  Vote,
  Welcome,
  WireView,
} from "../../protocol";
import { type Board, loadBoard } from "../game/board";
import type { Held } from "./undo";
import { isJoined, ticketStates } from "../game/paths";
import { sweptRows } from "../game/row";
import type { Sound } from "../ui/sound";
import { Connection, type Link } from "./socket";

export interface Said {
  seat: number | null;
  name: string;
  text: string;
  reaction: string;
}

/** Something to tell the player for a moment: a code with its data. */
export interface Toast {
  id: number;
  code: string;
  data: Record<string, string | number>;
}

export interface TunnelShown extends Omit<TunnelNotice, "type"> {
  /** How many of the revealed cards are turned. */
  turned: number;
}

/** A table that is played, or one that is looked back at. */
export interface Told {
  readonly log: LogEntry[];
  readonly seat: number | null;
  readonly toMove: number[];
  readonly deadline: number | null;
  /** The log's length when the player looked away; -1 if that has not happened. */
  readonly seen: number;
  seatState(seat: number): SeatState | undefined;
}

/** How long things are shown, in milliseconds. */
const PACE = { move: 350, sweep: 1500, card: 650, tunnel: 1100 };
const TOAST_FOR = 6_000;

export class Session implements Told {
  link = $state<Link>("connecting");
  refusal = $state<string | null>(null);
  you = $state.raw<Self>({ seat: null, host: false });
  table = $state.raw<TableState | null>(null);
  view = $state.raw<WireView | null>(null);
  board = $state.raw<Board | null>(null);
  toMove = $state.raw<number[]>([]);
  deadline = $state<number | null>(null);
  /** The number of the latest entry of the table's log that has been shown. */
  number = $state(0);
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<Said[]>([]);
  over = $state.raw<OverNotice | null>(null);
  tunnel = $state<TunnelShown | null>(null);
  /** A row that is just being swept away. */
  swept = $state.raw<(string | null)[] | null>(null);
  /** The route or city of the latest move of somebody else. */
  fresh = $state<string | null>(null);
  toasts = $state<Toast[]>([]);
  /** The id of the move that waits for the server's word. */
  sending = $state<string | null>(null);
  /** A move that is not sent yet and can be taken back. */
  held = $state.raw<Held | null>(null);
  /** What a bot would play now, if the player has asked. */
  advice = $state<string | null>(null);
  /** The id of the question that waits for a bot's answer. */
  asking = $state<string | null>(null);
  /** When the table began to wait for those to move, in seconds since 1970. */
  since = $state(Infinity);
  /** Votes to let a bot play on, since the last move. */
  votes = $state.raw<VotedNotice[]>([]);
  /** Whether updates are still being shown. */
  busy = $state(false);
  seen = $state(-1);

  /** Told what can be heard. */
  ring: (sound: Sound) => void = () => undefined;

  private readonly connection: Connection;
  private readonly queue: Update[] = [];
  private shown = 0;
  private holding: ReturnType<typeof setTimeout> | undefined;
  /** How many welcomes have come, and have been taken in: between the two, updates wait. */
  private welcomes = 0;
  private welcomed = 0;

  constructor(
    readonly id: string,
    address: string,
    key: string | null = null,
    private readonly pace = 1,
    make?: (url: string) => WebSocket,
  ) {
    const listener = {
      onMessage: (message: ServerMessage) => this.hear(message),
      onLink: (link: Link) => (this.link = link),
    };
    this.connection = new Connection(address, listener, key, make);
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
    this.sendNow();
    this.connection.close();
  }

  retry(): void {
    this.connection.retry();
  }

  /** The network is gone, as far as this device knows. */
  drop(): void {
    this.connection.drop();
  }

  get seat(): number | null {
    return this.you.seat;
  }

  /** Whether this player is to move, whatever is just being shown or sent: what has been chosen so far stays. */
  get toAct(): boolean {
    return this.seat !== null && this.toMove.includes(this.seat);
  }

  /** Whether this player may move now: everything before has been shown. */
  get myTurn(): boolean {
    return this.toAct && !this.busy && this.sending === null && this.held === null;
  }

  seatState(seat: number): SeatState | undefined {
    return this.table?.seats[seat];
  }

  /** Make a move; `hold` seconds long it can be taken back. */
  move(text: string, hold = 0): void {
    if (this.sending !== null || this.held !== null) return;
    this.advice = null;
    this.held = { move: text, until: Date.now() + hold * 1000 };
    if (hold) this.holding = setTimeout(() => this.sendNow(), hold * 1000);
    else this.sendNow();
  }

  /** Take the held move back; which one it was. */
  undo(): string | null {
    const move = this.held?.move ?? null;
    clearTimeout(this.holding);
    this.held = null;
    return move;
  }

  /** Send the held move without waiting any longer. */
  sendNow(): void {
    const move = this.undo();
    if (move === null) return;
    this.sending = newId();
    this.connection.send({ type: "move", id: this.sending, move });
  }

  /** Ask what a bot would do. */
  hint(): void {
    if (this.asking !== null || !this.myTurn) return;
    this.asking = newId();
    this.connection.send({ type: "hint", id: this.asking });
  }

  say(text: string, name: string): void {
    this.connection.send({ type: "chat", id: newId(), text, name: this.seat === null ? name : "" });
  }

  send(ask: Omit<React, "id"> | Omit<Vote, "id"> | Omit<Back, "id">): void {
    this.connection.send({ ...ask, id: newId() });
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  notify(code: string, data: Toast["data"] = {}): void {
    const toast = { id: ++this.shown, code, data };
    this.toasts = [...this.toasts.slice(-3), toast];
    setTimeout(() => this.dismiss(toast.id), TOAST_FOR);
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        void this.welcome(message);
        break;
      case "update":
        this.queue.push(message);
        void this.showAll();
        break;
      case "ack":
        if (message.id === this.sending) this.sending = null;
        break;
      case "advice":
        if (message.id !== this.asking) break;
        this.asking = null;
        if (this.sending === null && this.view?.legal.includes(message.move)) this.advice = message.move;
        break;
      case "error":
        this.refused(message);
    }
  }

  private refused({ code, id, data }: Extract<ServerMessage, { type: "error" }>): void {
    if (id !== null && id === this.sending) this.sending = null;
    if (id !== null && id === this.asking) this.asking = null;
    if (this.table === null || code === "seat_lost") this.refusal = code;
    else this.notify("refused", { ...data, code });
  }

  private async welcome(message: Welcome): Promise<void> {
    const mine = ++this.welcomes;
    for (const update of this.queue) for (const item of update.news) this.remember(item);
    this.queue.length = 0;
    try {
      const board = await loadBoard(message.table.board);
      if (mine === this.welcomes) this.take(message, board);
    } catch {
      this.connection.drop();
    }
  }

  /** Everything as a welcome tells it, and then what has come since. */
  private take(message: Welcome, board: Board): void {
    const back = this.table !== null;
    this.board = board;
    this.refusal = null;
    this.you = message.you;
    this.table = message.table;
    this.toMove = message.to_move;
    this.deadline = message.deadline;
    this.number = message.number;
    if (!back) this.chat = [];
    for (const update of message.missed) {
      for (const item of update.news) this.remember(item);
      this.wound(update);
    }
    if (message.view) {
      this.log = message.view.log;
      this.view = message.view;
    }
    if (this.held && !message.view?.legal.includes(this.held.move)) this.undo();
    this.advice = null;
    this.tunnel = this.pendingTunnel();
    this.swept = null;
    this.welcomed = this.welcomes;
    void this.showAll();
  }

  private get welcoming(): boolean {
    return this.welcomed !== this.welcomes;
  }

  /** A tunnel that waits for its extra cards. */
  private pendingTunnel(): TunnelShown | null {
    const view = this.view;
    if (!view?.tunnel || view.actor === null) return null;
    const { route, revealed, extra } = view.tunnel;
    return { seat: view.actor, route, revealed, extra, turned: revealed.length };
  }

  private async showAll(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length && !this.welcoming) await this.show(this.queue.shift()!);
    this.busy = false;
  }

  private async show(update: Update): Promise<void> {
    const before = this.view;
    const welcomes = this.welcomes;
    const current = () => welcomes === this.welcomes; // or else a welcome has told what is newer
    for (const item of update.news) {
      if (current() || item.type !== "moved") this.remember(item);
      if (current()) await this.play(item, before);
    }
    if (!current()) return;
    if (update.table) this.table = update.table;
    this.wound(update);
    if (this.calls(update.to_move)) this.ring("turn");
    this.toMove = update.to_move;
    this.deadline = update.deadline;
    this.number = update.number;
    if (update.view) this.see(update.view);
  }

  /** Somebody has done something: the waiting begins anew. */
  private wound(update: Update): void {
    if (!update.news.some((item) => ["started", "chosen", "moved", "back"].includes(item.type))) return;
    this.since = update.at;
    this.votes = [];
  }

  /** Whether this player is now to move, and was not before. */
  private calls(toMove: number[]): boolean {
    return this.seat !== null && toMove.includes(this.seat) && !this.toMove.includes(this.seat);
  }

  private see(view: WireView): void {
    const before = this.view;
    this.view = view;
    if (this.advice && !view.legal.includes(this.advice)) this.advice = null;
    if (this.held && !view.legal.includes(this.held.move)) this.undo();
    if (this.tunnel && !view.tunnel) this.tunnel = null;
    this.swept = null;
    if (before && this.board && view.seat !== null && view.phase !== "over") this.celebrate(before, view);
  }

  /** Say it at once when a ticket has been completed, also thanks to a station, whose choice is made for the player (B3). */
  private celebrate(before: WireView, now: WireView): void {
    const seat = now.seat!;
    const board = this.board!;
    const old = ticketStates(board, before, seat);
    for (const [id, { state }] of ticketStates(board, now, seat)) {
      const was = old.get(id)?.state;
      const ticket = board.ticket(id);
      const data = { a: board.city(ticket.a), b: board.city(ticket.b), points: ticket.points };
      if (isJoined(state) && was !== undefined && !isJoined(was)) {
        this.notify(`ticket_${state}`, data);
        this.ring("ticket");
      } else if (state === "lost" && was === "open") this.notify("ticket_lost", data);
    }
  }

  /** What stays of a piece of news. */
  private remember(item: Notice): void {
    switch (item.type) {
      case "moved":
        this.log = [...this.log.slice(0, item.ply), { seat: item.seat, move: item.move, chance: item.chance }];
        break;
      case "said":
        this.chat = [...this.chat, { seat: item.seat, name: item.name, text: item.text, reaction: "" }];
        break;
      case "reacted":
        this.chat = [...this.chat, { seat: item.seat, name: "", text: "", reaction: item.reaction }];
        break;
      case "voted":
        this.votes = [...this.votes, item];
        break;
      case "over":
        this.over = item;
        this.toasts = [];
        break;
    }
  }

  /** What a piece of news looks like as it happens. */
  private async play(item: Notice, before: WireView | null): Promise<void> {
    switch (item.type) {
      case "moved":
        await this.playMove(item, before);
        break;
      case "tunnel":
        await this.playTunnel(item);
        break;
      case "over":
        this.ring("end");
        break;
      case "last_round":
        this.ring("last_round");
        this.notify("last_round", { seat: item.seat, n: item.turns });
        break;
      case "away":
      case "back":
      case "voted":
      case "renewed":
        this.notify(item.type, { seat: item.seat });
    }
  }

  private async playMove({ seat, move, chance }: MovedNotice, before: WireView | null): Promise<void> {
    const [verb, target] = move.split(" ");
    if (verb === "claim" || verb === "station") this.fresh = target ?? null;
    if (verb === "claim" || verb === "station" || verb === "pay") this.ring("claim");
    else if (verb === "draw") this.ring("card");
    if (seat !== this.seat) await this.wait(PACE.move);
    if (!before) return;
    for (const row of sweptRows(before.row, move, chance)) {
      this.swept = row;
      await this.wait(PACE.sweep);
    }
  }

  private async playTunnel(item: TunnelNotice): Promise<void> {
    const { seat, route, revealed, extra } = item;
    this.tunnel = { seat, route, revealed, extra, turned: 0 };
    for (let turned = 1; turned <= revealed.length; turned++) {
      await this.wait(PACE.card);
      this.tunnel.turned = turned;
    }
    await this.wait(PACE.tunnel);
  }

  private wait(time: number): Promise<void> {
    if (!this.pace || (typeof document !== "undefined" && document.hidden)) return Promise.resolve();
    return new Promise((done) => setTimeout(done, time * this.pace));
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
