/** A board: its facts, where they lie on the page, and how they look. All of it comes from the server. */

import { fileAddress } from "../place";
import type {
  BoardDrawing,
  BoardJson,
  CardStyle,
  City,
  Layout,
  Livery,
  Route,
  TableState,
  Ticket,
  WireView,
} from "../../protocol";

const UNKNOWN: CardStyle = {
  fill: "#888",
  ink: "#fff",
  symbol: "",
  floor: "#ddd",
  rim: "#888",
  print: "#444",
};

export class Board {
  readonly facts: BoardJson;
  readonly layout: Layout;
  readonly routes = new Map<string, Route>();
  readonly cities = new Map<string, City>();
  readonly tickets = new Map<string, Ticket>();
  /** The routes that end in a city. */
  readonly at = new Map<string, Route[]>();
  /** The colour of each seat at a table; a seat without one has that of its number. */
  private colours: number[] = [];

  constructor(readonly file: BoardDrawing) {
    this.facts = file.facts;
    this.layout = file.layout;
    for (const city of file.facts.cities) {
      this.cities.set(city.id, city);
      this.at.set(city.id, []);
    }
    for (const route of file.facts.routes) {
      this.routes.set(route.id, route);
      this.at.get(route.a)?.push(route);
      this.at.get(route.b)?.push(route);
    }
    for (const ticket of file.facts.tickets) this.tickets.set(ticket.id, ticket);
  }

  get id(): string {
    return this.facts.id;
  }

  city(id: string): string {
    return this.cities.get(id)?.name ?? id;
  }

  route(id: string): Route {
    const found = this.routes.get(id);
    if (!found) throw new Error(`no route ${id}`);
    return found;
  }

  ticket(id: string): Ticket {
    const found = this.tickets.get(id);
    if (!found) throw new Error(`no ticket ${id}`);
    return found;
  }

  ends(id: string): string {
    const route = this.route(id);
    return `${this.city(route.a)} – ${this.city(route.b)}`;
  }

  points(route: Route): number {
    return this.facts.points[String(route.length)] ?? 0;
  }

  colourStyle(colour: string): CardStyle {
    return this.file.colours[colour] ?? UNKNOWN;
  }

  /** The number of a seat's colour: its pieces are drawn as `#board-roof-COLOUR` and so on. */
  paint(seat: number): number {
    return (this.colours[seat] ?? seat) % this.file.liveries.length;
  }

  livery(seat: number): Livery {
    return this.file.liveries[this.paint(seat)]!;
  }

  /** The same board in the colours of the seats at a table. */
  painted({ seats }: TableState): Board {
    const colours = seats.map((seat) => seat.colour);
    if (colours.join() === this.colours.join()) return this;
    return Object.assign(Object.create(Board.prototype) as Board, this, { colours });
  }

  /** The routes that nobody can claim any more: at a small table a double is closed when one of it is taken (R6). */
  closedDoubles(view: WireView): Set<string> {
    return new Set(view.seats.length > this.facts.closed_doubles ? [] : view.closed);
  }

  /** Card kinds in the board's order, wild last. */
  get kinds(): string[] {
    return [...this.facts.colours, "wild"];
  }
}

const boards = new Map<string, Promise<Board>>();

/** A board by name, fetched once. */
export function loadBoard(id: string): Promise<Board> {
  let found = boards.get(id);
  if (!found) {
    found = fetchBoard(id);
    found.catch(() => boards.delete(id));
    boards.set(id, found);
  }
  return found;
}

async function fetchBoard(id: string): Promise<Board> {
  const answer = await fetch(fileAddress(`/page/boards/${encodeURIComponent(id)}.json`));
  if (!answer.ok) throw new Error(`board ${id}: ${answer.status}`);
  return new Board((await answer.json()) as BoardDrawing);
}
