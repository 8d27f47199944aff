/** Who plays: the row of seats of a new table, before the server knows of it. */

import type { SeatRequest, SeatState } from "../../../protocol";
import { isLevel } from "../../net/api";
import { load, save } from "../browser/storage";

/** `here`: somebody else at this device. */
export type SeatKind = "me" | "bot" | "friend" | "open" | "here";

export interface SeatWish {
  /** Stays with the seat while others come and go. */
  id: number;
  kind: SeatKind;
  /** The level of a bot. */
  level: string;
  /** The name of a bot, or of somebody at this device. */
  name: string;
}

/** Bots go by the names of old engines. */
const ENGINES = ["Rocket", "Adler", "Mallard", "Comet", "Pioneer", "Saxonia", "Puffing Billy", "Novelty"];

/** The name of an engine that nobody has; the one of that number, if it is free. */
export function engineName(taken: Iterable<string>, number = 0): string {
  const used = new Set(taken);
  const order = [...ENGINES.slice(number % ENGINES.length), ...ENGINES];
  return order.find((name) => !used.has(name)) ?? order[0]!;
}

/** What a new bot is called: one of a level after an engine, any other by its own name, none of them twice. */
export function nameForBot(bot: string, taken: string[]): string {
  if (isLevel(bot)) return engineName(taken);
  let name = bot;
  for (let n = 2; taken.includes(name); n++) name = `${bot} ${n}`;
  return name;
}

/** The names of bots that were given none: of engines, none of them twice. */
export function botNames(seats: SeatState[]): string[] {
  const names = seats.map((seat) => seat.name);
  seats.forEach((seat, at) => {
    if (seat.kind === "bot" && !seat.name) names[at] = engineName(names, at);
  });
  return names;
}

let ids = 0;

export function newSeat(kind: SeatKind, level: string, seats: SeatWish[]): SeatWish {
  const name =
    kind === "bot"
      ? nameForBot(
          level,
          seats.map((seat) => seat.name),
        )
      : "";
  return { id: ids++, kind, level, name };
}

/** A game that can be started at once: oneself and bots. */
export function usualSeats(level: string, count: number): SeatWish[] {
  const seats = [newSeat("me", level, [])];
  while (seats.length < count) seats.push(newSeat("bot", level, seats));
  return seats;
}

/** As many seats as a board has room for: bots are added, and the last ones go. */
export function fitSeats(seats: SeatWish[], least: number, most: number): SeatWish[] {
  const found = seats.slice(0, most);
  while (found.length < least) found.push(newSeat("bot", seats.at(-1)!.level, found));
  return found;
}

/** Another kind of player for a seat; a level for a bot. */
export function changeSeat(seats: SeatWish[], id: number, kind: SeatKind, level: string): SeatWish[] {
  return seats.map((seat) => {
    if (seat.id !== id) return seat;
    const renamed = kind === "bot" && !(isLevel(seat.level) && isLevel(level));
    if (seat.kind === kind && !renamed) return { ...seat, level };
    return { ...newSeat(kind, level, seats), id };
  });
}

/** The seats as the server is asked for them. Who is at this device gets a link like a friend, and takes it at once. */
export function seatRequests(seats: SeatWish[], colour: number | null): SeatRequest[] {
  return seats.map(({ kind, level, name }) => {
    if (kind === "me") return { kind, colour };
    if (kind === "bot") return { kind, bot: level, name };
    return { kind: kind === "open" ? "open" : "friend" };
  });
}

// The colour that one played with last.

const COLOUR = "branchline.colour";

export function usualColour(): number | null {
  return load<number | null>("local", COLOUR, null);
}

export function saveColour(colour: number | null): void {
  save("local", COLOUR, colour);
}

/** The colours of seats, as the server gives them: those that were chosen, then each its own, then what is left. */
export function seatColours(chosen: (number | null)[], count: number): number[] {
  const found = [...chosen];
  const left = Array.from({ length: Math.max(count, chosen.length) }, (_, at) => at).filter(
    (at) => !found.includes(at),
  );
  const take = (colour: number): number => left.splice(left.indexOf(colour), 1)[0]!;
  found.forEach((colour, at) => {
    if (colour === null && left.includes(at)) found[at] = take(at);
  });
  return found.map((colour) => colour ?? take(left[0]!));
}

/** The seconds of a move that can be chosen for a table; null: no clock. */
export const CLOCKS = [null, 30, 60, 120, 300, 86_400] as const;
