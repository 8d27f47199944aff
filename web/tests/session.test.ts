import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AT_ONCE } from "../src/lib/motion/tempo";
import { Session } from "../src/lib/net/session.svelte";
import type { Notice, Update, WireView } from "../src/protocol";
import { file, view } from "./small";

const table = {
  id: "t1",
  board: "small",
  stage: "playing",
  public: false,
  seats: [
    { kind: "player", name: "Ana", bot: "", away: false, colour: 0, out: "" },
    { kind: "bot", name: "", bot: "random", away: false, colour: 1, out: "" },
  ],
  first: 0,
  clock: null,
  commitment: "",
  secret: null,
  created: 0,
  rematch: null,
  after: null,
  hints: false,
  requests: [],
  removals: [],
  undo: true,
};

let socket: { sent: Record<string, unknown>[]; onopen?: () => void; onmessage?: (event: object) => void };

function tell(message: object): void {
  socket.onmessage?.({ data: JSON.stringify(message) });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

function welcome(now: WireView): object {
  const missed = { type: "update", number: 2, at: 0, news: [{ type: "said", seat: 1, name: "", text: "hi" }] };
  const you = { seat: 0, host: true };
  const since = { earlier: null, since: 0, now: 0, undo: null };
  return {
    type: "welcome",
    number: 3,
    you,
    table,
    to_move: [0],
    deadline: null,
    view: now,
    missed: [missed],
    ...since,
  };
}

async function seated(now: WireView = view()): Promise<Session> {
  const session = new Session(
    "t1",
    null,
    () => AT_ONCE,
    () => {
      socket = { sent: [] };
      return Object.assign(socket, { send: (text: string) => socket.sent.push(JSON.parse(text)), close() {} }) as never;
    },
  );
  session.open();
  socket.onopen?.();
  tell(welcome(now));
  await vi.waitFor(() => expect(session.view).not.toBeNull());
  return session;
}

function update(number: number, news: Notice[], now: WireView, to_move = [0]): Update {
  return { type: "update", number, at: 0, news, to_move, deadline: null, undo: null, table: null, view: now };
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(file))));
});

test("the welcome brings the table, the view and what was said", async () => {
  const session = await seated();
  expect(session.table?.board).toBe("small");
  expect(session.myTurn).toBe(true);
  expect(session.chat.map((said) => said.text)).toEqual(["hi"]);
});

test("an update brings news into the log, and the new view", async () => {
  const session = await seated();
  const moved: Notice = { type: "moved", ply: 0, seat: 1, move: "draw red", chance: ["blue"] };
  tell(update(4, [moved], view({ pile: 19, actor: 1 }), [1]));
  await settle();
  expect(session.log).toEqual([{ seat: 1, move: "draw red", chance: ["blue"] }]);
  expect(session.view?.pile).toBe(19);
  expect(session.myTurn).toBe(false);
});

test("while a move waits for the server nothing else can be moved", async () => {
  const session = await seated();
  session.move("draw red");
  session.move("draw blue");
  const moves = socket.sent.filter((message) => message.type === "move");
  expect(moves).toHaveLength(1);
  expect(session.myTurn).toBe(false);
  tell({ type: "ack", id: moves[0]!.id, number: 4 });
  expect(session.myTurn).toBe(true);
});

const claim = "claim north-east with 2 red";
const undone: Notice = { type: "undone", seat: 0, ply: 0 };

/** What was sent of a kind. */
function sent(type: string): Record<string, unknown>[] {
  return socket.sent.filter((message) => message.type === type);
}

function claimed(number: number, undo: number | null): Update {
  const moved: Notice = { type: "moved", ply: 0, seat: 0, move: claim, chance: [] };
  return { ...update(number, [moved], view({ actor: 1, legal: [], routes: { "north-east": 0 } }), [1]), undo };
}

test("a claim stands there at once, and can be taken back until the server says otherwise", async () => {
  const session = await seated(view({ legal: [claim] }));
  session.move(claim);
  expect(session.pending).toBe(claim);
  expect(session.canUndo).toBe(true);
  tell(claimed(4, 4));
  tell({ type: "ack", id: sent("move")[0]!.id, number: 4 });
  await settle();
  expect(session.pending).toBeNull();
  expect(session.log).toHaveLength(1);
  session.undo();
  session.undo();
  expect(sent("undo").map((message) => message.number)).toEqual([4]);
  expect(session.canUndo).toBe(false);
  tell(update(5, [undone], view({ legal: [claim] })));
  await settle();
  expect(session.log).toEqual([]);
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["undone_mine"]);
  expect(session.myTurn).toBe(true);
});

test("somebody else who acts ends the offer as soon as that is heard, before it is shown", async () => {
  const session = await seated(view({ legal: [claim] }));
  session.move(claim);
  tell(claimed(4, 4));
  tell({ type: "ack", id: sent("move")[0]!.id, number: 4 });
  tell(update(5, [{ type: "moved", ply: 1, seat: 1, move: "draw blind", chance: ["?"] }], view({ actor: 1 }), [1]));
  expect(session.canUndo).toBe(false);
  await settle();
});

test("what is taken back before the server has it is taken back as soon as it has", async () => {
  const session = await seated(view({ legal: [claim] }));
  session.move(claim);
  session.undo();
  expect(sent("undo")).toEqual([]);
  expect(session.canUndo).toBe(false);
  tell(claimed(4, 4));
  expect(sent("undo").map((message) => message.number)).toEqual([4]);
  await settle();

  const other = await seated(view({ legal: [claim] }));
  other.move(claim);
  other.undo();
  tell(claimed(4, null));
  tell({ type: "ack", id: sent("move")[0]!.id, number: 4 });
  expect(other.toasts.list.map((toast) => toast.data.code)).toEqual(["not_undoable"]);
  await settle();
});

test("cards and tunnels can't be taken back, and nothing at a table without undo", async () => {
  const session = await seated();
  session.sending = "on its way";
  for (const move of ["draw red", "tickets", "claim west-north with 1 red", "pay 1 red", "withdraw", "pass"]) {
    session.pending = move;
    expect(session.canUndo, move).toBe(false);
  }
  session.pending = "station north with 1 red";
  expect(session.canUndo).toBe(true);
  session.table = { ...session.table!, undo: false };
  expect(session.canUndo).toBe(false);
});

test("others hear that a move was taken back, and after a reload it can still be", async () => {
  const session = await seated(view({ actor: 1 }));
  tell(update(4, [{ ...undone, seat: 1, ply: null }], view({ actor: 1 }), [1]));
  await settle();
  expect(session.toasts.list.map(({ code, data }) => [code, data.seat])).toEqual([["undone", 1]]);
  tell({ ...welcome(view({ actor: 1 })), undo: 3 });
  await settle();
  expect(session.canUndo).toBe(true);
});

test("what happens can be heard, each thing by its own sound", async () => {
  const session = await seated(view({ actor: 1 }));
  const heard: string[] = [];
  session.onSound = (sound) => heard.push(sound);
  const moved = (ply: number, move: string): Notice => ({ type: "moved", ply, seat: 1, move, chance: [] });
  tell(update(4, [moved(0, "draw red")], view(), [1]));
  const claimed = { "north-east": 1 };
  const last: Notice = { type: "last_round", seat: 1, turns: 2 };
  tell(update(5, [moved(1, "claim north-east with 2 red"), last], view({ routes: claimed }), [0]));
  tell(update(6, [], view({ routes: { ...claimed, "north-south": 0 } }), [0]));
  await settle();
  expect(heard).toEqual(["card", "car", "last_round", "turn", "ticket"]);
});

test("a hint is shown while it can be played, and gone when the table has moved on", async () => {
  const session = await seated(view({ legal: ["draw red"] }));
  session.hint();
  session.hint();
  const asked = socket.sent.filter((message) => message.type === "hint");
  expect(asked).toHaveLength(1);
  tell({ type: "advice", id: "another", number: 3, move: "draw red", others: [] });
  expect(session.advice).toBeNull();
  tell({ type: "advice", id: asked[0]!.id, number: 3, move: "draw red", others: [] });
  expect(session.advice).toBe("draw red");
  tell(update(4, [{ type: "chosen", seat: 1 }], view({ legal: ["draw red"] })));
  await settle();
  expect(session.advice).toBe("draw red");
  tell(update(5, [], view({ legal: ["draw blue"] })));
  await settle();
  expect(session.advice).toBeNull();
  session.hint();
  tell({ type: "error", code: "too_fast", id: socket.sent.at(-1)!.id, data: { after: 2.3 } });
  expect(session.asking).toBeNull();
  expect(session.toasts.list).toMatchObject([{ code: "hint_wait", data: { n: 3 } }]);
});

test("a rival who cuts a ticket's way is told with the new way", async () => {
  const session = await seated();
  tell(update(4, [], view({ routes: { "south-west": 1 } })));
  await settle();
  expect(session.toasts.list).toMatchObject([
    { code: "cut_longer", data: { a: "North", b: "South", n: 2 }, about: { cities: ["north", "south"] } },
  ]);
});

test("what others say counts as unread, and is a toast, while the chat is not in sight", async () => {
  const session = await seated();
  const said: Notice = { type: "said", seat: 1, name: "", text: "hello" };
  expect(session.unread.count).toBe(0); // what was said before one came is not news
  tell(update(4, [said, { type: "said", seat: 0, name: "", text: "mine" }], view()));
  tell(update(5, [{ type: "reacted", seat: 1, reaction: "wow" }], view()));
  await settle();
  expect(session.unread.count).toBe(2);
  expect(session.toasts.list.map(({ data }) => data.text || data.reaction)).toEqual(["hello", "wow"]);
  session.unread.see(true);
  tell(update(6, [said], view()));
  await settle();
  expect(session.unread.count).toBe(0);
  expect(session.toasts.list).toHaveLength(2);
});

test("first tickets that were chosen are one's own, also while others still choose", async () => {
  const session = await seated(view({ tickets: [], chosen: ["west-east"], starting: true }));
  expect(session.view?.tickets).toEqual(["west-east"]);
});

test("a refused move is told, and can be made again", async () => {
  const session = await seated();
  session.move("draw red");
  tell({ type: "error", code: "not_your_turn", id: socket.sent.at(-1)!.id, data: {} });
  expect(session.sending).toBeNull();
  expect(session.toasts.list.map((toast) => toast.data.code)).toEqual(["not_your_turn"]);
  expect(session.error).toBeNull();
});

test("why a click did nothing is told until the next move, not for as long as a toast is shown", async () => {
  const session = await seated();
  session.toasts.show("plain", { text: "The next card is new, so it was not taken." });
  session.toasts.show("back", { seat: 1 });
  session.move("draw blind");
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["back"]);
});

test("when it becomes the player's turn, why nothing could be done is no longer told, but what happened is", async () => {
  const session = await seated();
  tell(update(4, [], view(), [1]));
  await settle();
  session.toasts.show("plain", { text: "It is not your turn." });
  tell(update(5, [{ type: "back", seat: 1 }], view(), [1]));
  await settle();
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["plain", "back"]);
  tell(update(6, [], view(), [0]));
  await settle();
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["back"]);
});

test("a completed ticket is celebrated at once", async () => {
  const session = await seated();
  tell(update(4, [], view({ routes: { "north-south": 0 } })));
  await settle();
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["ticket_done"]);
});

test("a ticket completed thanks to a station is celebrated too, and not again when one's own routes join it", async () => {
  const session = await seated();
  tell(update(4, [], view({ routes: { "west-north": 0, "south-west": 1 } })));
  await settle();
  session.toasts.clear();
  tell(update(5, [], view({ routes: { "west-north": 0, "south-west": 1 }, stations: { west: 0 } })));
  await settle();
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["ticket_station"]);
  tell(update(6, [], view({ routes: { "west-north": 0, "south-west": 1, "north-south": 0 }, stations: { west: 0 } })));
  await settle();
  expect(session.toasts.list).toHaveLength(1);
});

test("a ticket that can't be completed any more is told", async () => {
  const session = await seated();
  const seats = view().seats.map((seat) => ({ ...seat, cars: 1 }));
  tell(update(4, [], view({ seats })));
  await settle();
  expect(session.toasts.list.map((toast) => toast.code)).toEqual(["ticket_lost"]);
});

test("a tunnel is shown until it is paid for", async () => {
  const tunnel = { route: "west-north", laid: { red: 1 }, revealed: ["red", "blue", "wild"], extra: 2 };
  const session = await seated();
  const item: Notice = { type: "tunnel", seat: 0, route: "west-north", revealed: tunnel.revealed, extra: 2 };
  tell(update(4, [item], view({ phase: "tunnel", tunnel })));
  await settle();
  expect(session.playback.tunnel).toMatchObject({ turned: 3, extra: 2 });
  tell(update(5, [], view({ routes: { "west-north": 0 } })));
  await settle();
  expect(session.playback.tunnel).toBeNull();
});

test("the seat may be lost to another window", async () => {
  const session = await seated();
  tell({ type: "error", code: "seat_lost", id: null, data: {} });
  expect(session.error).toBe("seat_lost");
});

test("who was voted away is told so, and not that somebody else sits there", async () => {
  const session = await seated();
  session.setTable({ ...session.table!, removals: [{ seat: 0, by: [1], needed: 2 }] });
  tell({ type: "error", code: "seat_lost", id: null, data: {} });
  expect(session.error).toBe("voted_out");
});

test("times of the table are shown by the clock of this device, however wrong it is", async () => {
  const session = await seated();
  const [server, here] = [5_000, Date.now() / 1000];
  tell({
    ...welcome(view()),
    table: { ...table, stage: "playing" },
    deadline: server + 30,
    since: server - 10,
    now: server,
  });
  await settle();
  expect(session.deadline).toBeGreaterThanOrEqual(here + 30);
  expect(session.deadline).toBeLessThan(here + 90);
  expect(session.waitingSince).toBeLessThan(here + 50);
  tell({ ...update(4, [], view()), deadline: server + 45 });
  await settle();
  expect(session.deadline).toBeGreaterThanOrEqual(here + 45);
  expect(session.deadline).toBeLessThan(here + 105);
});

test("what comes while the board is still loading is shown after the welcome, not under it", async () => {
  let send: (answer: Response) => void = () => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((done) => (send = done)));
  const session = new Session(
    "t1",
    null,
    () => AT_ONCE,
    () => {
      socket = { sent: [] };
      return Object.assign(socket, { send() {}, close() {} }) as never;
    },
  );
  session.open();
  tell({ ...welcome(view({ pile: 20 })), table: { ...table, board: "late" } });
  tell(update(4, [], view({ pile: 19 })));
  await settle();
  expect(session.view).toBeNull();
  send(new Response(JSON.stringify(file)));
  await vi.waitFor(() => expect(session.view?.pile).toBe(19));
});

test("a welcome in the middle of a show is not overwritten by it, and what was only queued is not forgotten", async () => {
  const session = await seated();
  const moved: Notice = { type: "moved", ply: 1, seat: 1, move: "draw red", chance: ["blue"] };
  const over: Notice = { type: "over", winners: [0], scores: [], tickets: [], borrowed: [], secret: "" };
  tell(update(4, [moved], view({ pile: 19 })));
  tell(update(5, [over], view({ pile: 18, phase: "over" })));
  tell({ ...welcome(view({ pile: 17, phase: "over" })), number: 5, missed: [] });
  await vi.waitFor(() => expect(session.busy).toBe(false));
  expect(session.view?.pile).toBe(17);
  expect(session.over).not.toBeNull();
});

test("a board that can't be loaded is asked for again with a new connection", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  let sockets = 0;
  const session = new Session(
    "t1",
    null,
    () => AT_ONCE,
    () => {
      sockets += 1;
      socket = { sent: [] };
      return Object.assign(socket, { send() {}, close() {} }) as never;
    },
  );
  session.open();
  tell({ ...welcome(view()), table: { ...table, board: "never" } });
  await vi.waitFor(() => expect(session.connectionState).toBe("lost"));
  session.retry();
  expect(sockets).toBe(2);
  session.close();
});

test("older chat is fetched page by page, past pages without any, and put before what is here", async () => {
  const session = await seated();
  expect(session.earlier).toBeNull();
  tell({ ...welcome(view()), earlier: 500 });
  await settle();
  expect(session.chat.map((said) => said.text)).toEqual(["hi"]);
  session.fetchEarlier();
  session.fetchEarlier();
  const asked = (): Record<string, unknown>[] => socket.sent.filter((message) => message.type === "history");
  expect(asked().map((message) => message.before)).toEqual([500]);
  tell({ type: "page", id: asked()[0]!.id, updates: [], earlier: 200 });
  expect(asked().map((message) => message.before)).toEqual([500, 200]);
  const older = { type: "update", number: 7, at: 0, news: [{ type: "said", seat: 1, name: "", text: "first" }] };
  tell({ type: "page", id: asked()[1]!.id, updates: [older], earlier: null });
  expect(session.chat.map((said) => said.text)).toEqual(["first", "hi"]);
  expect([session.earlier, session.fetching]).toEqual([null, null]);
});

test("after a short absence chat is added, after a long one it begins anew with the latest", async () => {
  const session = await seated();
  tell({ ...welcome(view()), earlier: null });
  await settle();
  expect(session.chat).toHaveLength(2);
  tell({ ...welcome(view()), earlier: 900 });
  await settle();
  expect(session.chat).toHaveLength(1);
  expect(session.earlier).toBe(900);
});

test("the server says since when the table waits, however much was said since", async () => {
  const session = await seated();
  const now = Date.now() / 1000;
  tell({ ...welcome(view()), since: now - 1234, now });
  await settle();
  expect(session.waitingSince).toBeGreaterThanOrEqual(now - 1234);
  expect(session.waitingSince).toBeLessThan(now - 1174);
});

/** A table that somebody looks at, at a speed at which everything takes long. */
async function watched(): Promise<Session> {
  vi.stubGlobal("document", { hidden: false, querySelectorAll: () => [], querySelector: () => null });
  const session = new Session(
    "t1",
    null,
    () => ({ motion: 1, hold: 1 }),
    () => {
      socket = { sent: [] };
      return Object.assign(socket, { send: (text: string) => socket.sent.push(JSON.parse(text)), close() {} }) as never;
    },
  );
  session.open();
  socket.onopen?.();
  tell({ ...welcome(view()), to_move: [1] });
  await vi.waitFor(() => expect(session.view).not.toBeNull());
  session.playback.stage.board = session.board;
  return session;
}

test("others' moves are shown one after the other, and whoever acts sees the newest at once", async () => {
  const session = await watched();
  const moved = (ply: number): Notice => ({ type: "moved", ply, seat: 1, move: "draw blind", chance: ["?"] });
  const legal = ["draw blind"];
  tell(update(4, [moved(0)], view({ pile: 19 }), [1]));
  tell(update(5, [moved(1)], view({ pile: 18, legal }), [0]));
  await settle();
  expect([session.view?.pile, session.waiting, session.busy, session.showsOthers]).toEqual([19, 1, true, true]);
  expect(session.myTurn).toBe(false);
  session.hasten();
  expect([session.view?.pile, session.waiting]).toEqual([18, 0]);
  expect(session.myTurn).toBe(true);
  session.move("draw blind");
  expect(socket.sent.at(-1)).toMatchObject({ type: "move", move: "draw blind" });
  await vi.waitFor(() => expect(session.busy).toBe(false));
  expect(session.log).toHaveLength(2);
});

test("nothing is cut short for somebody whose turn does not come, unless they ask for it", async () => {
  const session = await watched();
  const moved = (ply: number): Notice => ({ type: "moved", ply, seat: 1, move: "draw blind", chance: ["?"] });
  tell(update(4, [moved(0)], view({ pile: 19 }), [1]));
  tell(update(5, [moved(1)], view({ pile: 18 }), [1]));
  await settle();
  session.hasten();
  expect(session.waiting).toBe(1);
  session.catchUp();
  expect([session.view?.pile, session.waiting]).toEqual([18, 0]);
});

test("a move that was meant for a position of the past is not sent", async () => {
  const session = await watched();
  const moved = (ply: number): Notice => ({ type: "moved", ply, seat: 1, move: "draw blind", chance: ["?"] });
  tell(update(4, [moved(0)], view({ pile: 19 }), [1]));
  tell(update(5, [moved(1)], view({ pile: 18, legal: ["draw blue"] }), [0]));
  await settle();
  session.move("draw red");
  expect(socket.sent.filter((message) => message.type === "move")).toEqual([]);
  expect(session.view?.pile).toBe(18);
});

test("one's own next move is shown at once, whatever still moves", async () => {
  const session = await watched();
  const own = (ply: number): Notice => ({ type: "moved", ply, seat: 0, move: "draw blind", chance: ["red"] });
  tell(update(4, [own(0)], view({ pile: 19 }), [0]));
  await settle();
  expect([session.myTurn, session.busy]).toEqual([true, false]);
  const claim: Notice = { type: "moved", ply: 1, seat: 1, move: "station west with 1 red", chance: [] };
  tell(update(5, [claim], view({ pile: 19, stations: { west: 1 } }), [0]));
  await settle();
  expect([session.myTurn, session.busy], "what still moves is in nobody's way").toEqual([true, true]);
  tell(update(6, [own(2)], view({ pile: 18 }), [0]));
  await settle();
  expect(session.view?.pile).toBe(18);
});

test("who has resigned is not to move, although a bot has still to play for the seat", async () => {
  const session = await seated();
  expect(session.toAct).toBe(true);
  const [own, other] = table.seats;
  tell({ ...update(4, [], view()), table: { ...table, seats: [{ ...own, out: "resigned" }, other] } });
  await settle();
  expect(session.toAct).toBe(false);
});
