/** Records of games, as far as the page reads them: their moves, and where they began (docs/record-format.md). */

import type { LogEntry } from "../../protocol";

/** What ends each line, and which bot made a move. */
const CHECK = / #[0-9a-f]{4}$/;
const BOT = / by [^ ]+@\d+$/;

/** The board and the number of seats of a record; null if it is none. */
export function readHead(text: string): { board: string; seats: number } | null {
  const found = /^branchline record \d+ #.*\nboard (\S+) .*\nseats (\d+) /.exec(text);
  return found && { board: found[1]!, seats: Number(found[2]) };
}

/** The moves of a record in their order; the deal, which is nobody's, comes first. */
export function readRecord(text: string): LogEntry[] {
  const lines = text.split("\n").map((line) => line.replace(CHECK, ""));
  const first = lines.indexOf("moves") + 1;
  const last = lines.findIndex((line, at) => at >= first && line.startsWith("end "));
  return lines.slice(first, last).map(readLine);
}

/** The seat of a game that has not ended in which somebody plays who is no bot; null if the game is over. */
export function runningSeat(text: string): number | null {
  if (!/^end \d+ open/m.test(text)) return null;
  const people = text.split("\n").flatMap((line) => {
    const [told = ""] = line.replace(CHECK, "").split(" > ");
    const seat = /^\d+ /.exec(told);
    return seat && !BOT.test(told) ? [Number(seat[0])] : [];
  });
  return people[0] ?? 0;
}

/** What of a position the story of a game begins with: what stood there by seat, and a tunnel that waited. */
export interface Start {
  routes: string[][];
  tickets: string[][];
  tunnel: { route: string } | null;
}

/** The position in which the game of a record began; null if that was the deal. */
export function readStart(text: string): Start | null {
  const line = text.split("\n").find((one) => one.startsWith("setup "));
  return line ? (JSON.parse(line.replace(CHECK, "").slice("setup ".length)) as Start) : null;
}

function readLine(line: string): LogEntry {
  const [told = "", chance] = line.split(" > ");
  const space = told.indexOf(" ");
  const seat = told.slice(0, space);
  return {
    seat: seat === "-" ? null : Number(seat),
    move: told.slice(space + 1).replace(BOT, ""),
    chance: chance ? chance.split(" ") : [],
  };
}
