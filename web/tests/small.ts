/** A small board for tests: a square with a diagonal, a double, a ferry and a tunnel; and views of it. */

import { Board } from "../src/lib/game/board";
import type { BoardDrawing, CardStyle, City, Livery, Place, Route, Space, Track, WireView } from "../src/protocol";

function route(id: string, length: number, colour: string, more: Partial<Route> = {}): Route {
  const [a = "", b = ""] = id.split("/")[0]!.split("-");
  return { id, a, b, length, colour, tunnel: false, ferry: 0, twin: null, ...more };
}

const routes = [
  route("north-east", 2, "red"),
  route("east-south/red", 3, "red", { twin: "east-south/blue" }),
  route("east-south/blue", 3, "blue", { twin: "east-south/red" }),
  route("south-west", 2, "gray", { ferry: 1 }),
  route("west-north", 1, "gray", { tunnel: true }),
  route("north-south", 6, "blue"),
];
const cities = ["north", "east", "south", "west"];
const places: Record<string, [number, number]> = { north: [50, 0], east: [100, 50], south: [50, 100], west: [0, 50] };

function city(id: string): City {
  return { id, name: id[0]!.toUpperCase() + id.slice(1), lat: null, lon: null, x: null, y: null, district: null };
}

function place(id: string): Place {
  const label = { lines: [id], dx: 0, dy: 0, width: 20, height: 10 };
  return { name: id, x: places[id]![0], y: places[id]![1], label, district: null };
}

function track({ a, b, colour, ferry, tunnel, ...more }: Route): Track {
  const kind = ferry ? "ferry" : tunnel ? "tunnel" : "plain";
  return { a, b, colour, kind, wilds: ferry, spaces: [middle({ a, b, ...more })], path: "M0 0" };
}

function style(fill: string): CardStyle {
  return { fill, ink: "#fff", symbol: "", floor: fill, rim: fill, print: "#fff" };
}

function livery(name: string, paint: string): Livery {
  return { name, paint, light: paint, deep: paint, wall: paint, ink: "#fff", mark: "" };
}

const file: BoardDrawing = {
  facts: {
    id: "small",
    base: "small",
    name: "Small",
    cities: cities.map(city),
    routes,
    tickets: [
      { id: "north-south", a: "north", b: "south", points: 8, long: false },
      { id: "west-east", a: "west", b: "east", points: 5, long: false },
    ],
    districts: [{ number: 2, points: 2, colour: "red", cities: ["north", "east", "south"] }],
    colours: ["red", "blue"],
    card_counts: { red: 12, blue: 12, wild: 8 },
    min_seats: 2,
    max_seats: 4,
    cars: 12,
    stations: 3,
    hand: 2,
    deal_long: 0,
    deal_regular: 2,
    keep_start: 1,
    refused: "under",
    draw_tickets: 2,
    keep_later: 1,
    closed_doubles: 2,
    points: { 1: 1, 2: 2, 3: 4, 6: 15 },
    longest_bonus: 10,
    most_tickets_bonus: 0,
    big_cities: [],
    station_bonus: 4,
    ties: ["tickets"],
    words: { car: "train", cars: "trains", wild: "locomotive" },
    digest: "",
  },
  layout: {
    board: "small",
    facts: "",
    style: "period",
    width: 100,
    height: 100,
    sizes: { length: 20, width: 8, city: 5, font: 10 },
    cities: Object.fromEntries(cities.map((id) => [id, place(id)])),
    routes: Object.fromEntries(routes.map((one) => [one.id, track(one)])),
  },
  colours: { red: style("#f00"), blue: style("#00f") },
  liveries: [livery("red", "#b00"), livery("blue", "#00b")],
  locomotive: "",
  defs: "",
  prints: {},
  marks: "",
  labels: "",
  night: {},
};

function middle({ a, b, id }: Pick<Route, "a" | "b" | "id">): Space {
  const shift = id.endsWith("/blue") ? 9 : 0;
  const [ax, ay] = places[a]!;
  const [bx, by] = places[b]!;
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return [(ax + bx) / 2 + shift, (ay + by) / 2 + shift, angle, 20];
}

export const board = new Board(file);
export { file };

export function view(more: Partial<WireView> = {}): WireView {
  const seat = { cars: 12, cards: 4, tickets: 1, stations: 3, score: 0, known: {}, kept: 1, offered: 0 };
  return {
    board: "small",
    seat: 0,
    first: 0,
    actor: 0,
    phase: "turn",
    starting: false,
    turn: 3,
    row: ["red", "blue", "wild", "red", "blue"],
    pile: 20,
    discards: {},
    hand: { red: 2, blue: 1, wild: 1 },
    tickets: ["north-south"],
    offer: [],
    seats: [{ ...seat }, { ...seat }],
    routes: {},
    stations: {},
    tunnel: null,
    tickets_left: 2,
    bottom: [],
    removed: [],
    last_turns: null,
    passes: 0,
    log: [],
    legal: [],
    closed: [],
    chosen: [],
    scores: null,
    revealed: null,
    ...more,
  };
}
