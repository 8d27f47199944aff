/** Session: one table as this browser knows it. Updates are shown one after the other, so that all can be followed. */

import type {
  Advice,
  Answer,
  Ask,
  Back,
  Kick,
  LinkRequestState,
  LogEntry,
  Notice,
  OverNotice,
  Page,
  React,
  SeatState,
  Self,
  ServerMessage,
  TableState,
  Update,
  Vote,
  VotedNotice,
  Welcome,
  WireView,
} from "../../protocol";
import { type Board, loadBoard } from "../game/board";
import { cutTickets } from "../game/cuts";
import { canBeUndone } from "../game/moves";
import { isCompleted, ticketStates } from "../game/paths";
import { type Scene, wayOf } from "../motion/scenes";
import type { Sound } from "../motion/stage.svelte";
import { AT_ONCE, hurry, type Tempo } from "../motion/tempo";
import { Playback } from "./playback.svelte";
import { Connection, type ConnectionState } from "./socket";
import { ToastList } from "./toasts.svelte";
import type { Socket } from "./transport";
import { Unread } from "./unread.svelte";

/** What is told of a ticket that a move has completed. */
const COMPLETED = ["ticket_done", "ticket_station"];

export interface ChatLine {
  seat: number | null;
  name: string;
  text: string;
  reaction: string;
}

/** Each kind of message without its id. */
type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;

/** What the log and the players' panel show: a table that is played, or the replay of one. */
export interface GameSource {
  readonly log: LogEntry[];
  readonly seat: number | null;
  /** The seat of whoever looks at the page. */
  readonly own: number | null;
  readonly toMove: number[];
  readonly deadline: number | null;
  /** The log's length when the player looked away; -1 if that has not happened. */
  readonly lastRead: number;
  /** What is known of the table; null before it is known. */
  readonly table: TableState | null;
  /** For which plies a bot was short of time, and how. */
  readonly hurried?: Record<number, "less" | "quick">;
  seatState(seat: number): SeatState | undefined;
}

export class Session implements GameSource {
  connectionState = $state<ConnectionState>("connecting");
  /** The code with which the server refused this table. */
  error = $state<string | null>(null);
  you = $state.raw<Self>({ seat: null, host: false });
  table = $state.raw<TableState | null>(null);
  view = $state.raw<WireView | null>(null);
  board = $state.raw<Board | null>(null);
  toMove = $state.raw<number[]>([]);
  deadline = $state<number | null>(null);
  /** The number of the latest entry of the table's log that has been shown. */
  number = $state(0);
  log = $state.raw<LogEntry[]>([]);
  hurried = $state.raw<Record<number, "less" | "quick">>({});
  chat = $state.raw<ChatLine[]>([]);
  /** The number before which there is older chat that has not been fetched; null if there is none. */
  earlier = $state<number | null>(null);
  /** The id of the question for older chat that waits for its answer. */
  fetching = $state<string | null>(null);
  over = $state.raw<OverNotice | null>(null);
  /** The move that was made and is not shown yet: its trains stand there before the server has said so. */
  pending = $state<string | null>(null);
  /** Whether its position has been shown, although what others did afterwards may still be. */
  private pendingShown = false;
  /** The number of this player's move that can be taken back; null once anybody has acted after it. */
  undoable = $state<number | null>(null);
  /** Whether a move is to be taken back that the server has not acknowledged yet. */
  private undoWanted = $state(false);
  /** The id of the move that waits for the server's word. */
  sending = $state<string | null>(null);
  /** What a bot would play now, if the player has asked. */
  advice = $state<string | null>(null);
  /** The next best moves that came with it, and the one of all these that the player looks at. */
  alternatives = $state.raw<string[]>([]);
  considered = $state<string | null>(null);
  /** The id of the question that waits for a bot's answer. */
  asking = $state<string | null>(null);
  /** When the table began to wait for those to move, in seconds since 1970. */
  waitingSince = $state(Infinity);
  /** Votes to let a bot play on, since the last move. */
  votes = $state.raw<VotedNotice[]>([]);
  /** Whether updates are still being shown. */
  busy = $state(false);
  /** How many updates have come that are not shown yet: the position is older than they are. */
  waiting = $state(0);
  /** Whether it is a move of somebody else that is being shown. */
  showsOthers = $state(false);
  lastRead = $state(-1);
  /** How many watch this table. */
  watchers = $state(0);

  /** Called when something is to be heard. */
  onSound: (sound: Sound, n?: number) => void = () => undefined;

  readonly toasts = new ToastList();
  readonly unread = new Unread();
  readonly playback: Playback;

  private readonly connection: Connection;
  private readonly queue: Update[] = [];
  /** The update that is being shown while the old position still stands. */
  private current: Update | null = null;
  /** Go on to the next update, whatever still moves. */
  private goOn: () => void = () => undefined;
  /** Seconds by which the clock of this device is ahead of the table's. */
  private ahead = 0;
  /** How many welcomes have come, and how many have been applied: between the two, updates wait. */
  private welcomes = 0;
  private welcomed = 0;

  constructor(
    readonly id: string,
    key: string | null = null,
    tempo: () => Tempo = () => AT_ONCE,
    make?: (table: string) => Socket,
  ) {
    const listener = {
      onMessage: (message: ServerMessage) => this.receive(message),
      onState: (state: ConnectionState) => (this.connectionState = state),
    };
    this.playback = new Playback(tempo, (sound, n) => this.onSound(sound, n));
    this.connection = new Connection(id, listener, key, make);
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
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

  get own(): number | null {
    return this.seat;
  }

  /** Whether the last move can be taken back, as far as is known here. */
  get canUndo(): boolean {
    if (this.undoable !== null) return true;
    if (this.pending === null || this.sending === null || this.undoWanted || !this.table?.undo) return false;
    return canBeUndone(this.pending, this.board);
  }

  /** Whether this player is to move, whatever is just being shown or sent: what has been chosen so far stays. */
  get toAct(): boolean {
    return this.seat !== null && this.toMove.includes(this.seat) && !this.seatState(this.seat)?.out;
  }

  /** Whether this player may move now: what is shown is the newest position, even if things still move into it. */
  get myTurn(): boolean {
    return this.toAct && this.waiting === 0 && this.sending === null;
  }

  /** The player wants to act: if it is their turn after all that is still being shown, that is finished at once. */
  hasten(): void {
    const newest = this.queue.at(-1) ?? this.current;
    if (this.seat !== null && newest?.to_move.includes(this.seat)) this.catchUp();
  }

  /** Show the newest position at once. */
  catchUp(): void {
    this.playback.finish();
    const updates = [...(this.current ? [this.current] : []), ...this.queue];
    for (const update of this.queue) for (const notice of update.news) this.record(notice);
    this.current = null;
    this.queue.length = 0;
    const heard = updates.map((update) => this.apply(update));
    const sounds = heard.flatMap(({ sounds, ways }) => (ways.length ? [...sounds, "ticket" as const] : sounds));
    for (const sound of new Set(sounds)) this.onSound(sound);
    this.waiting = 0;
    this.goOn();
  }

  seatState(seat: number): SeatState | undefined {
    return this.table?.seats[seat];
  }

  /** Make a move. */
  move(move: string): void {
    if (this.sending !== null) return;
    if (this.waiting) {
      this.hasten();
      if (!this.view?.legal.includes(move)) return; // it was meant for a position of the past
    }
    this.advice = null;
    this.undoable = null;
    this.undoWanted = false;
    this.toasts.dismissAll("plain"); // why a click before did nothing
    this.pending = move;
    this.pendingShown = false;
    this.sending = newId();
    this.connection.send({ type: "move", id: this.sending, move });
  }

  /** Take the last move back; if the server has not acknowledged it yet, as soon as it has. What it led to is shown no longer. */
  undo(): void {
    if (!this.canUndo) return;
    this.catchUp();
    const number = this.undoable;
    this.undoable = null;
    this.undoWanted = number === null;
    if (number !== null) this.connection.send({ type: "undo", id: newId(), number });
  }

  /** The server has the move: if it is to be taken back but can't be, say so. */
  private acknowledged(): void {
    this.sending = null;
    if (this.undoWanted) this.toasts.show("refused", { code: "not_undoable" });
    this.undoWanted = false;
    this.settlePending();
  }

  /** What the server says of the move that can be taken back, which may be older than a move that is on its way. */
  private noteUndo(number: number | null): void {
    this.undoable = number;
    if (number !== null && this.undoWanted) this.undo();
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

  send(message: WithoutId<React | Vote | Back | Ask | Answer | Kick>): void {
    this.connection.send({ ...message, id: newId() });
  }

  /** Ask for the chat before what is here. */
  fetchEarlier(): void {
    if (this.earlier === null || this.fetching !== null) return;
    this.fetching = newId();
    this.connection.send({ type: "history", id: this.fetching, before: this.earlier });
  }

  /** The host's request for a new link to a seat, if there is one. */
  linkRequest(seat: number): LinkRequestState | undefined {
    return this.table?.requests.find((request) => request.seat === seat);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        void this.welcome(message);
        break;
      case "update":
        this.queue.push(message);
        this.waiting += 1;
        if (message.news.some((notice) => this.isOwnMove(notice))) this.goOn();
        this.noteUndo(message.undo);
        void this.showAll();
        break;
      case "page":
        this.applyPage(message);
        break;
      case "ack":
        if (message.id === this.sending) this.acknowledged();
        break;
      case "advice":
        if (message.id !== this.asking) break;
        this.asking = null;
        this.advise(message);
        break;
      case "watchers":
        this.watchers = message.count;
        break;
      case "error":
        this.refused(message);
    }
  }

  private advise({ move, others }: Advice): void {
    if (this.sending !== null || !this.view?.legal.includes(move)) {
      this.toasts.show("hint_stale");
      return;
    }
    this.alternatives = others.filter((one) => this.view!.legal.includes(one));
    this.considered = null;
    this.advice = move;
  }

  private refused({ code, id, data }: Extract<ServerMessage, { type: "error" }>): void {
    if (id !== null && id === this.sending) this.sending = null;
    this.settlePending();
    const hint = id !== null && id === this.asking;
    if (hint) this.asking = null;
    if (id !== null && id === this.fetching) this.fetching = null;
    if (code === "seat_lost")
      this.error = this.table?.removals.some(({ seat }) => seat === this.seat) ? "voted_out" : code;
    else if (this.table === null) this.error = code;
    else if (hint && typeof data.after === "number") this.toasts.show("hint_wait", { n: Math.ceil(data.after) });
    else this.toasts.show("refused", { ...data, code });
  }

  private async welcome(message: Welcome): Promise<void> {
    const mine = ++this.welcomes;
    for (const update of this.queue) for (const notice of update.news) this.record(notice);
    this.queue.length = 0;
    this.current = null;
    this.waiting = 0;
    this.goOn();
    try {
      const board = await loadBoard(message.table.board);
      if (mine === this.welcomes) this.applyWelcome(message, board);
    } catch {
      this.connection.drop();
    }
  }

  /** Take everything from a welcome, then show what has come since. */
  private applyWelcome(message: Welcome, board: Board): void {
    const back = this.table !== null;
    this.board = board.painted(message.table);
    this.error = null;
    this.you = message.you;
    this.table = message.table;
    this.toMove = message.to_move;
    this.ahead = Date.now() / 1000 - message.now;
    this.deadline = this.here(message.deadline);
    this.number = message.number;
    this.watchers = message.watchers;
    if (!back || message.earlier !== null) {
      this.chat = [];
      this.earlier = message.earlier;
      this.fetching = null;
    }
    for (const update of message.missed) {
      for (const notice of update.news) {
        this.record(notice);
        if (back) this.hear(notice);
      }
      this.restartWaiting(update);
    }
    if (message.table.stage === "playing") this.waitingSince = message.since + this.ahead;
    if (message.view) {
      this.log = message.view.log;
      this.view = withChosen(message.view);
    }
    if (!back && message.view) this.tellOrigin();
    this.noteUndo(message.undo);
    this.advice = null;
    this.playback.reset(this.view);
    this.welcomed = this.welcomes;
    this.settlePending();
    void this.showAll();
  }

  /** Say to somebody who has not moved yet that the game began in a position of another. */
  private tellOrigin(): void {
    const moved = this.log.some(({ seat }) => seat !== null && seat === this.seat);
    if (this.table?.origin && !this.over && !moved) this.toasts.show("continued", { ply: this.table.origin.ply });
  }

  /** Put older chat before what is here. A page may have none: then the next one is asked for. */
  private applyPage({ id, updates, earlier }: Page): void {
    if (id !== this.fetching) return;
    this.fetching = null;
    this.earlier = earlier;
    const news = updates.flatMap((update) => update.news);
    for (const notice of news) if (notice.type === "hurried") this.record(notice);
    const older = news.flatMap((notice) => chatLine(notice) ?? []);
    this.chat = [...older, ...this.chat];
    if (!older.length) this.fetchEarlier();
  }

  private get welcoming(): boolean {
    return this.welcomed !== this.welcomes;
  }

  private async showAll(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length && !this.welcoming) await this.show(this.queue.shift()!);
    this.busy = false;
    this.showsOthers = false;
    this.settlePending();
  }

  /** A move that the server knows, and that has been shown, is not pending any more. */
  private settlePending(): void {
    if (this.sending === null && (this.pendingShown || !this.busy)) this.pending = null;
  }

  /** Show an update: first what still belongs to the old position, then the new one, with what moves into it. */
  private async show(update: Update): Promise<void> {
    const { playback, seat } = this;
    const shown = playback.plan(this.board, update, this.view, seat);
    playback.stage.rush = hurry(this.queue.length);
    this.showsOthers = !shown.own;
    this.current = update;
    for (const notice of update.news) this.record(notice);
    if (shown.before.length || shown.tunnels.length) await playback.before(shown, seat);
    if (this.current !== update) return; // something newer is shown already
    playback.stage.look();
    const { sounds, ways } = this.apply(update);
    const moving = playback.after([...shown.after, ...ways], seat, shown.own);
    if (playback.stage.watched) {
      await new Promise<void>((done) => {
        this.goOn = done;
        void moving.then(done);
      });
    }
    if (this.number === update.number) for (const sound of sounds) this.onSound(sound);
  }

  /** Take over all that an update brings; what is to be heard, and the ways of tickets that it completes. */
  private apply(update: Update): { sounds: Sound[]; ways: Scene[] } {
    this.current = null;
    this.waiting = this.queue.length;
    const sounds = update.news.flatMap((notice) => this.announce(notice));
    if (update.table) this.setTable(update.table);
    this.restartWaiting(update);
    if (this.becomesMyTurn(update.to_move)) {
      sounds.push("turn");
      this.toasts.dismissAll("plain"); // why nothing could be done: that is over
    }
    this.toMove = update.to_move;
    this.deadline = this.here(update.deadline);
    this.number = update.number;
    const ways = update.view ? this.applyView(withChosen(update.view)) : [];
    if (update.news.some((notice) => this.isOwnMove(notice))) this.pendingShown = true;
    this.settlePending();
    return { sounds, ways };
  }

  private isOwnMove(notice: Notice): boolean {
    return notice.type === "moved" && notice.seat === this.seat;
  }

  /** Take the state of the table, from an update or from the answer to a change of one's own. */
  setTable(table: TableState): void {
    this.table = table;
    this.board = this.board?.painted(table) ?? null;
  }

  /** A time at the table by the clock of this device. */
  private here(time: number | null): number | null {
    return time === null ? null : time + this.ahead;
  }

  /** Somebody has done something: the waiting begins anew. */
  private restartWaiting(update: Update): void {
    if (!update.news.some((item) => ["started", "chosen", "moved", "undone", "back"].includes(item.type))) return;
    this.waitingSince = update.at + this.ahead;
    this.votes = [];
  }

  /** Whether this player is now to move, and was not before. */
  private becomesMyTurn(toMove: number[]): boolean {
    return this.seat !== null && toMove.includes(this.seat) && !this.toMove.includes(this.seat);
  }

  /** Show a position; the ways of tickets that it completes. */
  private applyView(view: WireView): Scene[] {
    const before = this.view;
    this.view = view;
    if (this.advice && !view.legal.includes(this.advice)) this.advice = null;
    this.playback.settle(view);
    const celebrated = before && this.board && view.seat !== null && view.phase !== "over";
    return celebrated ? this.celebrate(before, view) : [];
  }

  /** Say it at once when a ticket has been completed, also thanks to a station, whose choice is made for the player (B3). */
  private celebrate(before: WireView, now: WireView): Scene[] {
    const ways: Scene[] = [];
    const seat = now.seat!;
    const board = this.board!;
    const old = ticketStates(board, before, seat);
    const cuts = this.tellCuts(before, now);
    for (const [id, { state }] of ticketStates(board, now, seat)) {
      const was = old.get(id)?.state;
      const ticket = board.ticket(id);
      const data = { a: board.city(ticket.a), b: board.city(ticket.b), points: ticket.points };
      if (isCompleted(state) && was !== undefined && !isCompleted(was)) {
        this.toasts.show(`ticket_${state}`, data);
        ways.push(...wayOf(board, now, seat, id, state));
      } else if (state === "lost" && was === "open" && !cuts.has(id)) this.toasts.show("ticket_lost", data);
    }
    return ways;
  }

  /** Say it when a rival has cut the way of a ticket; the tickets that this is about. */
  private tellCuts(before: WireView, now: WireView): Set<string> {
    const cuts = cutTickets(this.board!, before, now, now.seat!);
    for (const { ticket, longer, way, station } of cuts) {
      const { a, b } = this.board!.ticket(ticket);
      const code = longer !== null ? "cut_longer" : station ? "cut_station" : "cut_gone";
      const names = { a: this.board!.city(a), b: this.board!.city(b), city: station ? this.board!.city(station) : "" };
      const shown = { routes: way?.routes ?? [], cities: station ? [a, b, station] : [a, b] };
      this.toasts.show(code, { ...names, n: longer ?? 0 }, shown);
    }
    return new Set(cuts.map((cut) => cut.ticket));
  }

  /** Say what somebody else has said, if the chat is not in sight. */
  private hear(notice: Notice): void {
    const line = chatLine(notice);
    if (!line || (line.seat !== null && line.seat === this.seat)) return;
    const { seat, ...rest } = line;
    if (this.unread.hear()) this.toasts.show("said", seat === null ? rest : { ...rest, seat });
  }

  /** What stays of a notice. */
  private record(notice: Notice): void {
    switch (notice.type) {
      case "moved":
        this.log = [...this.log.slice(0, notice.ply), { seat: notice.seat, move: notice.move, chance: notice.chance }];
        break;
      case "undone":
        if (notice.ply !== null) this.log = this.log.slice(0, notice.ply);
        break;
      case "said":
      case "reacted":
        this.chat = [...this.chat, chatLine(notice)!];
        break;
      case "hurried":
        this.hurried = { ...this.hurried, [notice.ply]: notice.how };
        break;
      case "voted":
        this.votes = [...this.votes, notice];
        break;
      case "over":
        this.over = notice;
        this.toasts.clear();
        break;
    }
  }

  /** Tell a notice as it happens; what is to be heard of it. */
  private announce(notice: Notice): Sound[] {
    switch (notice.type) {
      case "over":
        return ["end"];
      case "started":
        this.tellOrigin();
        break;
      case "last_round":
        this.toasts.show("last_round", { seat: notice.seat, n: notice.turns });
        return ["last_round"];
      case "said":
      case "reacted":
        this.hear(notice);
        return notice.seat === this.seat ? [] : ["chat"];
      case "undone":
        if (notice.seat === this.seat) for (const code of COMPLETED) this.toasts.dismissAll(code);
        this.toasts.show(notice.seat === this.seat ? "undone_mine" : "undone", { seat: notice.seat });
        break;
      case "answered":
        this.toasts.show(notice.agree ? "agreed" : "declined", { seat: notice.by });
        break;
      case "asked":
        if (this.seat === null || this.you.host) this.toasts.show("asked", { seat: notice.seat });
        break;
      case "joined":
        if (this.table?.stage === "playing") this.toasts.show("taken", { seat: notice.seat });
        break;
      case "resigned":
        // a banner tells it to whoever has done it
        if (notice.seat !== this.seat) this.toasts.show("resigned", { seat: notice.seat });
        break;
      case "removed":
      case "away":
      case "back":
      case "voted":
      case "renewed":
      case "present":
        this.toasts.show(notice.type, { seat: notice.seat });
    }
    return [];
  }
}

/** A notice as a line of the chat; null if it is none. */
function chatLine(notice: Notice): ChatLine | null {
  if (notice.type === "said") return { seat: notice.seat, name: notice.name, text: notice.text, reaction: "" };
  if (notice.type === "reacted") return { seat: notice.seat, name: "", text: "", reaction: notice.reaction };
  return null;
}

/** A view in which the first tickets that were chosen count, also while others are still choosing. */
function withChosen(view: WireView): WireView {
  return view.chosen.length ? { ...view, tickets: view.chosen } : view;
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
