/** A board: its facts, where they lie on the page, and how they look. All of it comes from the server. */

export interface City {
  id: string;
  name: string;
  district: number | null;
}

export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: string;
  tunnel: boolean;
  ferry: number;
  twin: string | null;
}

export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

export interface District {
  number: number;
  points: number;
  colour: string;
  cities: string[];
}

export interface Facts {
  id: string;
  name: string;
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
  districts: District[];
  colours: string[];
  min_seats: number;
  max_seats: number;
  cars: number;
  stations: number;
  hand: number;
  keep_start: number;
  draw_tickets: number;
  keep_later: number;
  closed_doubles: number;
  points: Record<string, number>;
  longest_bonus: number;
  station_bonus: number;
  words: Record<string, string>;
}

/** One space: its middle, the angle of its long side in degrees, its length. */
export type Space = [x: number, y: number, angle: number, length: number];

export interface Layout {
  style: "period" | "pop";
  width: number;
  height: number;
  sizes: { length: number; width: number; city: number; font: number };
  cities: Record<string, { x: number; y: number; label: { dx: number; dy: number } }>;
  routes: Record<string, { spaces: Space[]; path: string }>;
}

export interface Look {
  fill: string;
  ink: string;
  symbol: string;
}

export interface Livery {
  name: string;
  paint: string;
  ink: string;
  mark: string;
}

/** What the server sends of a board. `defs`, `marks` and `labels` are pieces of SVG, `locomotive` a path. */
export interface BoardFile {
  facts: Facts;
  layout: Layout;
  colours: Record<string, Look>;
  liveries: Livery[];
  locomotive: string;
  defs: string;
  marks: string;
  labels: string;
}

export class Board {
  readonly facts: Facts;
  readonly layout: Layout;
  readonly routes = new Map<string, Route>();
  readonly cities = new Map<string, City>();
  readonly tickets = new Map<string, Ticket>();
  /** The routes that end in a city. */
  readonly at = new Map<string, Route[]>();

  constructor(readonly file: BoardFile) {
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

  look(colour: string): Look {
    return this.file.colours[colour] ?? { fill: "#888", ink: "#fff", symbol: "" };
  }

  livery(seat: number): Livery {
    return this.file.liveries[seat % this.file.liveries.length]!;
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
  const answer = await fetch(`/page/boards/${encodeURIComponent(id)}.json`);
  if (!answer.ok) throw new Error(`board ${id}: ${answer.status}`);
  return new Board((await answer.json()) as BoardFile);
}
