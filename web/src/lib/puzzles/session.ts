/** A puzzle as a table at which one move is made: the same session as in a game, without a server behind it. */

import type { ClientMessage, PuzzleAnswer, SeatState, ServerMessage, TableState } from "../../protocol";
import { Session } from "../net/session.svelte";
import type { Socket } from "../net/transport";

/** The table of a puzzle: oneself at the seat to move, bots at the others. */
export function puzzleTable({ id, board, view }: PuzzleAnswer, names: string[]): TableState {
  const seats = names.map((name, at): SeatState => {
    const kind = at === view.seat ? "player" : "bot";
    return { kind, name, bot: "", away: false, colour: at, out: "" };
  });
  return {
    id,
    board,
    stage: "playing",
    public: false,
    seats,
    first: view.first,
    clock: null,
    commitment: "",
    secret: null,
    created: 0,
    rematch: null,
    after: null,
    hints: false,
    requests: [],
    undo: false,
    host: null,
    waits: false,
    removals: [],
    origin: null,
  };
}

/** What stands in for the socket of a table: it shows the position, and hands the move on. */
class PuzzleSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    private readonly puzzle: PuzzleAnswer,
    private readonly table: TableState,
    private readonly onmove: (move: string) => void,
  ) {
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.type === "hello") this.welcome();
    else if (message.type === "move") this.moved(message.id, message.move ?? "");
    else this.tell({ type: "error", code: "not_allowed", id: message.id, data: {} });
  }

  close(): void {
    this.onopen = this.onmessage = this.onclose = null;
  }

  private tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  private welcome(): void {
    const { view } = this.puzzle;
    this.tell({
      type: "welcome",
      number: 1,
      you: { seat: view.seat, host: false },
      table: this.table,
      to_move: [view.seat!],
      deadline: null,
      view,
      missed: [],
      earlier: null,
      since: 0,
      now: Date.now() / 1000,
      undo: null,
      watchers: 0,
    });
  }

  /** Nobody moves any more: the position stays as it was. */
  private moved(id: string, move: string): void {
    const view = { ...this.puzzle.view, legal: [] };
    const rest = { at: Date.now() / 1000, news: [], to_move: [], deadline: null, table: null, undo: null };
    this.tell({ type: "update", number: 2, view, ...rest });
    this.tell({ type: "ack", id, number: 2 });
    this.onmove(move);
  }
}

/** The session of a puzzle; `onmove` hears of the move that is made. */
export function puzzleSession(puzzle: PuzzleAnswer, names: string[], onmove: (move: string) => void): Session {
  const table = puzzleTable(puzzle, names);
  return new Session(puzzle.id, null, undefined, () => new PuzzleSocket(puzzle, table, onmove));
}
