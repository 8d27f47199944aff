/** The games of this browser that go on: whose turn it is there, one's own first. */

import type { TableAnswer, TableState } from "../../../protocol";
import { api, ApiError } from "../../net/api";
import { seatKeys } from "../browser/storage";
import { turns } from "./turns.svelte";
import { forgetVisit, saveResult, visits } from "./visits";
import { seatNames } from "../words/moves";

export interface RunningGame {
  table: TableState;
  /** The seats that are played from here; none if one only watches. */
  seats: number[];
  toMove: number[];
  mine: boolean;
}

/** Asked for at a time: those that were visited last. */
const ASKED = 12;

class RunningGames {
  games = $state.raw<RunningGame[]>([]);
  /** Whether the server could not be reached. */
  offline = $state(false);
  #asking: Promise<void> | null = null;

  /** Ask how things stand. `onended` is called for each game that is found to be over. */
  refresh(onended?: () => void): Promise<void> {
    this.#asking ??= this.#ask(onended).finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(onended?: () => void): Promise<void> {
    const open = visits().filter((visit) => !visit.result);
    const found = await Promise.all(open.slice(0, ASKED).map(({ id }) => ask(id, onended)));
    this.offline = found.includes("unreachable");
    if (this.offline) return; // what was known stays
    const games = found.filter((game) => game !== null && game !== "unreachable");
    this.games = order(games);
    turns.set(games.filter((game) => game.mine).map((game) => game.table.id));
  }
}

/** One's own turn first, then games that go on, then those that wait for players; else as they were visited. */
export function order(games: RunningGame[]): RunningGame[] {
  const rank = ({ mine, table }: RunningGame): number => (mine ? 0 : table.stage === "playing" ? 1 : 2);
  return games.toSorted((a, b) => rank(a) - rank(b));
}

async function ask(id: string, onended?: () => void): Promise<RunningGame | "unreachable" | null> {
  try {
    const answers = [await api.table(id)];
    // seats that others play from this browser have keys of their own
    for (const key of answers[0]!.table.stage === "playing" ? seatKeys(id) : [])
      answers.push(await api.preview(id, key));
    return await read(answers, onended);
  } catch (error) {
    if (error instanceof ApiError && error.code === "no_such_table") forgetVisit(id);
    return error instanceof ApiError && error.code === "unreachable" ? "unreachable" : null;
  }
}

async function read(answers: TableAnswer[], onended?: () => void): Promise<RunningGame | null> {
  const { table, to_move: toMove } = answers.at(-1)!;
  if (table.stage === "closed") forgetVisit(table.id);
  if (table.stage === "over") await noteEnd(answers[0]!, onended);
  if (table.stage !== "open" && table.stage !== "playing") return null;
  const seats = answers.flatMap(({ you }) => (you.seat === null ? [] : [you.seat]));
  return { table, seats, toMove, mine: seats.some((seat) => toMove.includes(seat) && !table.seats[seat]!.away) };
}

async function noteEnd({ table, you }: TableAnswer, onended?: () => void): Promise<void> {
  const { view } = await api.moment(table.id, null, null);
  if (!view.scores) return;
  saveResult(table.id, you.seat, seatNames(table), view.scores);
  onended?.();
}

export const running = new RunningGames();
