import { beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "../src/protocol";
import { Connection, type ConnectionState } from "../src/lib/net/socket";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const heard: ServerMessage[] = [];
const states: ConnectionState[] = [];

function connect(): Connection {
  const listener = {
    onMessage: (message: ServerMessage) => heard.push(message),
    onState: (state: ConnectionState) => states.push(state),
  };
  const connection = new Connection("here", listener, null, (url) => new FakeSocket(url));
  connection.open();
  return connection;
}

const latest = (): FakeSocket => FakeSocket.all.at(-1)!;
const welcome = (number: number) => ({ type: "welcome", number, missed: [] });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard.length = states.length = 0;
});

test("it says hello, and is open once it is welcome", () => {
  const connection = connect();
  latest().onopen!();
  expect(latest().sent).toEqual([{ type: "hello", key: null, last: null }]);
  latest().tell(welcome(4));
  expect(connection.state).toBe("open");
});

test("after a loss it comes back with the last number that it has", () => {
  const connection = connect();
  latest().onopen!();
  latest().tell(welcome(4));
  latest().tell({ type: "update", number: 7, news: [] });
  latest().onclose!({ code: 1006 });
  expect(connection.state).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  latest().onopen!();
  expect(latest().sent[0]).toMatchObject({ type: "hello", last: 7 });
});

test("it waits longer and longer, but tries at once when told to", () => {
  const connection = connect();
  for (let time = 0; time < 5; time++) {
    latest().onclose!({ code: 1006 });
    vi.advanceTimersByTime(10_000);
  }
  expect(FakeSocket.all).toHaveLength(6);
  latest().onclose!({ code: 1006 });
  connection.retry();
  expect(FakeSocket.all).toHaveLength(7);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(7);
});

test("a move that was not acknowledged is sent again with the same id; an acknowledged one is not", () => {
  const connection = connect();
  latest().onopen!();
  latest().tell(welcome(1));
  connection.send({ type: "move", id: "one", move: "draw red" });
  connection.send({ type: "move", id: "two", move: "draw blue" });
  latest().tell({ type: "ack", id: "one", number: 2 });
  latest().onclose!({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  latest().onopen!();
  latest().tell(welcome(2));
  expect(latest().sent.slice(1)).toEqual([{ type: "move", id: "two", move: "draw blue" }]);
});

test("an update that it has already is not told twice", () => {
  connect();
  latest().onopen!();
  latest().tell(welcome(3));
  latest().tell({ type: "update", number: 3, news: [] });
  latest().tell({ type: "update", number: 4, news: [] });
  expect(heard.filter((message) => message.type === "update")).toHaveLength(1);
});

test("when the server has turned it away it does not come back", () => {
  const connection = connect();
  latest().onclose!({ code: 4403 });
  vi.advanceTimersByTime(60_000);
  expect(connection.state).toBe("ended");
  expect(FakeSocket.all).toHaveLength(1);
});

test("a connection that answers nothing any more is given up, and the move is sent again over the next", () => {
  const connection = connect();
  latest().onopen!();
  latest().tell(welcome(1));
  connection.send({ type: "move", id: "a1", move: "draw red" });
  vi.advanceTimersByTime(14_000);
  expect(connection.state).toBe("open");
  vi.advanceTimersByTime(3_000);
  expect(FakeSocket.all).toHaveLength(2);
  latest().onopen!();
  latest().tell(welcome(2));
  expect(latest().sent.at(-1)).toMatchObject({ type: "move", id: "a1" });
  latest().tell({ type: "ack", id: "a1", number: 2 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a server that takes the call and says nothing is not waited for for ever", () => {
  connect();
  vi.advanceTimersByTime(17_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a lost network drops the connection at once, and its return brings it back at once", () => {
  const connection = connect();
  latest().onopen!();
  latest().tell(welcome(1));
  connection.drop();
  expect(connection.state).toBe("lost");
  connection.retry();
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.all[0]!.onclose!({ code: 1006 });
  latest().onopen!();
  latest().tell(welcome(1));
  expect(connection.state).toBe("open");
});
