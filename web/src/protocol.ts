// Made by `make protocol` from branchline.server's messages. Do not edit.

export type ClientMessage = Hello | Move | Chat | React | Vote | Back | Hint;

export type ServerMessage = Welcome | Update | Ack | Advice | Error;

export type Notice = JoinedNotice | LeftNotice | RenewedNotice | FilledNotice | StartedNotice | ChosenNotice | MovedNotice | TunnelNotice | OfferedNotice | LastRoundNotice | OverNotice | AwayNotice | BackNotice | VotedNotice | SaidNotice | ReactedNotice | RematchNotice | ClosedNotice;

/** The first message. `key` unless a cookie holds it; `last` is the number that it has already. */
export interface Hello {
  type: "hello";
  key?: string | null;
  last?: number | null;
}

/** A move as text, or by its index in `legal` of the view with that number. The same id twice is one move. */
export interface Move {
  type: "move";
  id: string;
  move?: string | null;
  index?: number | null;
  number?: number | null;
}

/** Words to the table, or from spectator to spectators, who may give a name. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
  name?: string;
}

/** A quick reaction. */
export interface React {
  type: "react";
  id: string;
  reaction: string;
}

/** Let a bot play on for a seat that keeps the table waiting. */
export interface Vote {
  type: "vote";
  id: string;
  seat: number;
}

/** Play for oneself again. */
export interface Back {
  type: "back";
  id: string;
}

/** What would a bot do in one's place? Answered with `advice`, to the seat to move only. */
export interface Hint {
  type: "hint";
  id: string;
}

/** The answer to hello: everything as it stands at `number`, and the news since `last` (all news without it). */
export interface Welcome {
  type: "welcome";
  number: number;
  you: Self;
  table: TableState;
  to_move: number[];
  deadline: number | null;
  view: WireView | null;
  missed: Update[];
}

/** Who the client is here: a seat, or None for a spectator. */
export interface Self {
  seat: number | null;
  host: boolean;
}

/** What everybody may know of a table. `commitment` is the SHA-256 of the deal's secret, told at the end. */
export interface TableState {
  id: string;
  board: string;
  stage: "closed" | "open" | "over" | "playing";
  public: boolean;
  seats: SeatState[];
  first: number | null;
  clock: number | null;
  commitment: string;
  secret: string | null;
  created: number;
  rematch: string | null;
  after: string | null;
  hints: boolean;
}

/** Who sits at a seat: `kind` is open, reserved (for somebody who has not come yet), player or bot. */
export interface SeatState {
  kind: "bot" | "open" | "player" | "reserved";
  name: string;
  bot: string;
  away: boolean;
}

/** A `View` with its board by name and its moves as text. In an update `log` is empty: its entries come as news. */
export interface WireView {
  seat: number | null;
  first: number;
  actor: number | null;
  phase: string;
  starting: boolean;
  turn: number;
  row: (string | null)[];
  pile: number;
  discards: Record<string, number>;
  hand: Record<string, number>;
  tickets: string[];
  offer: string[];
  seats: SeatView[];
  routes: Record<string, number>;
  stations: Record<string, number>;
  tunnel: TunnelView | null;
  tickets_left: number;
  bottom: (string | null)[];
  removed: string[];
  last_turns: number | null;
  passes: number;
  log: LogEntry[];
  scores: Score[] | null;
  revealed: string[][] | null;
  board: string;
  legal: string[];
}

/** What everybody knows of a seat. */
export interface SeatView {
  cars: number;
  cards: number;
  tickets: number;
  stations: number;
  score: number;
  known: Record<string, number>;
  kept: number;
  offered: number;
}

/** A tunnel that waits for its extra cards. */
export interface TunnelView {
  route: string;
  laid: Record<string, number>;
  revealed: string[];
  extra: number;
}

/** A move and what chance then dealt, as a viewer saw it: `?` for what was hidden from it. */
export interface LogEntry {
  seat: number | null;
  move: string;
  chance: string[];
}

/** A seat's final score, part by part (E2), and its rank: 1 for a winner. */
export interface Score {
  routes: number;
  tickets: number;
  longest: number;
  stations: number;
  districts: number;
  total: number;
  tickets_done: number;
  longest_length: number;
  rank: number;
}

/** What one entry of the log means to this viewer. `view` is what it knows now; `table` comes if it changed. */
export interface Update {
  type: "update";
  number: number;
  at: number;
  news: (JoinedNotice | LeftNotice | RenewedNotice | FilledNotice | StartedNotice | ChosenNotice | MovedNotice | TunnelNotice | OfferedNotice | LastRoundNotice | OverNotice | AwayNotice | BackNotice | VotedNotice | SaidNotice | ReactedNotice | RematchNotice | ClosedNotice)[];
  to_move: number[];
  deadline: number | null;
  table: TableState | null;
  view: WireView | null;
}

/** Somebody sits at a seat now. */
export interface JoinedNotice {
  type: "joined";
  seat: number;
  name: string;
}

/** A seat is free again. */
export interface LeftNotice {
  type: "left";
  seat: number;
}

/** The host made a new invitation to a seat. */
export interface RenewedNotice {
  type: "renewed";
  seat: number;
}

/** A bot sits at a seat now. */
export interface FilledNotice {
  type: "filled";
  seat: number;
  bot: string;
}

/** The cards are dealt; `first` will play first, once all have chosen their tickets. */
export interface StartedNotice {
  type: "started";
  first: number;
}

/** A seat has chosen its first tickets; which, and how many, is told when all have (S5). */
export interface ChosenNotice {
  type: "chosen";
  seat: number;
}

/** A move and what chance then dealt, as the viewer saw it: an entry of its log. `ply` counts them from 1. */
export interface MovedNotice {
  type: "moved";
  ply: number;
  seat: number | null;
  move: string;
  chance: string[];
}

/** The cards revealed for a tunnel, and how many more cards it costs (U1, U2). */
export interface TunnelNotice {
  type: "tunnel";
  seat: number;
  route: string;
  revealed: string[];
  extra: number;
}

/** Tickets to choose from; by name only to the seat that chooses (H1). */
export interface OfferedNotice {
  type: "offered";
  seat: number;
  count: number;
  tickets: string[] | null;
}

/** A seat has two cars or fewer: so many turns are left (E1). */
export interface LastRoundNotice {
  type: "last_round";
  seat: number;
  turns: number;
}

/** The final scoring, all tickets, the routes that stations borrowed, and the secret of the deal. */
export interface OverNotice {
  type: "over";
  winners: number[];
  scores: Score[];
  tickets: string[][];
  borrowed: Record<string, string>[];
  secret: string;
}

/** A bot plays on for a seat. */
export interface AwayNotice {
  type: "away";
  seat: number;
  why: "clock" | "left" | "vote";
}

/** A seat plays for itself again. */
export interface BackNotice {
  type: "back";
  seat: number;
}

/** Seat `by` asks that a bot play on for `seat`. */
export interface VotedNotice {
  type: "voted";
  seat: number;
  by: number;
}

/** Chat: of a seat, or (seen by spectators only) of a spectator. */
export interface SaidNotice {
  type: "said";
  text: string;
  seat: number | null;
  name: string;
}

/** A quick reaction of a seat. */
export interface ReactedNotice {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The same people can play again at another table. */
export interface RematchNotice {
  type: "rematch";
  table: string;
}

/** The table is gone. */
export interface ClosedNotice {
  type: "closed";
}

/** A message was carried out, and what it did has this number in the log. It is on the disk. */
export interface Ack {
  type: "ack";
  id: string;
  number: number;
}

/** What a bot would play in one's place at `number`. */
export interface Advice {
  type: "advice";
  id: string;
  number: number;
  move: string;
}

/** A message was not carried out; `code` says why. */
export interface Error {
  type: "error";
  code: string;
  id: string | null;
  data: Record<string, string | number>;
}

/** Who shall sit at a seat: whoever comes, a bot, or the one who opens the table. */
export interface SeatWish {
  kind?: "bot" | "me" | "open";
  bot?: string;
}

/** A table to open. `clock` are the seconds per move; `first` the seat that starts, drawn by lot if none is given. */
export interface NewTable {
  board: string;
  seats: SeatWish[];
  name?: string;
  first?: number | null;
  clock?: number | null;
  public?: boolean;
  hints?: boolean;
  cookie?: boolean;
}

/** Taking a seat: with an invitation's key, or, at a public table, any or a certain free seat. */
export interface Joining {
  name: string;
  invite?: string | null;
  seat?: number | null;
  cookie?: boolean;
}

/** Fill the seats that are still open with bots, and start. */
export interface Starting {
  bot?: string;
}

/** A rematch. */
export interface Anew {
  cookie?: boolean;
}

/** Which moment of a game, and as whom: a seat, or a spectator without one. */
export interface Replaying {
  ply?: number | null;
  seat?: number | null;
}

/** A link to a seat, or to watch. Its key stands behind the `#`, which browsers never send. */
export interface Invitation {
  link: string;
  key: string;
  seat: number | null;
}

/** A new table: the host's key (None if a cookie holds it), the links to its open seats, and the one to watch. */
export interface Opening {
  table: TableState;
  you: Self;
  key: string | null;
  invitations: Invitation[];
  watch: Invitation;
}

/** A seat that was taken, and the key that holds it (None if a cookie does). */
export interface Seated {
  table: TableState;
  you: Self;
  key: string | null;
}

/** A table, and who asks. */
export interface TableAnswer {
  table: TableState;
  you: Self;
}

/** Public tables, the latest first. */
export interface TableList {
  tables: TableState[];
}

/** A board that can be played. */
export interface BoardSummary {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
}

/** The boards of this server. */
export interface BoardList {
  boards: BoardSummary[];
}

/** Everything a board file says, and the digest that records name. */
export interface BoardFacts {
  board: Facts;
  digest: string;
}

/** Everything that a board decides, by the names that the library has for it. */
export interface Facts {
  id: string;
  name: string;
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
  districts: District[];
  colours: string[];
  card_counts: Record<string, number>;
  min_seats: number;
  max_seats: number;
  cars: number;
  stations: number;
  hand: number;
  deal_long: number;
  deal_regular: number;
  keep_start: number;
  refused: "out" | "under";
  draw_tickets: number;
  keep_later: number;
  closed_doubles: number;
  points: Record<string, number>;
  longest_bonus: number;
  station_bonus: number;
  ties: ("longest" | "stations" | "tickets")[];
  words: Record<string, string>;
}

/** A city; where it lies in the world and on the printed board, if the file says so. */
export interface City {
  id: string;
  name: string;
  lat: number | null;
  lon: number | null;
  x: number | null;
  y: number | null;
  district: number | null;
}

/** A route between two cities; `ferry`: how many wilds it asks for; `twin`: the other half of a double. */
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

/** A ticket: two cities to join, and what that is worth. */
export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

/** Cities that give points to whoever joins them all (E4). */
export interface District {
  number: number;
  points: number;
  colour: string;
  cities: string[];
}

/** Bots for seats, quick reactions, and the seconds after which a table may vote. */
export interface Choices {
  bots: string[];
  reactions: string[];
  patience: number;
}

/** That the server is there, and its version. */
export interface Health {
  status: "ok";
  version: string;
}

/** How a card colour looks: its fill, the ink of its symbol, and the symbol's path. */
export interface Look {
  fill: string;
  ink: string;
  symbol: string;
}

/** A seat's colours, and the path of its mark. */
export interface Livery {
  name: string;
  paint: string;
  ink: string;
  mark: string;
}

/** All that a page draws a board with: `defs`, `marks` and `labels` are pieces of SVG, `locomotive` is a path. */
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

/** A board laid out on a page of width × height, its origin at the top left. */
export interface Layout {
  board: string;
  facts: string;
  style: "period" | "pop";
  width: number;
  height: number;
  sizes: Sizes;
  cities: Record<string, Place>;
  routes: Record<string, Track>;
}

/** The measures of a board, in units of the page. */
export interface Sizes {
  length: number;
  width: number;
  city: number;
  font: number;
}

/** A city on the page. */
export interface Place {
  name: string;
  x: number;
  y: number;
  label: Label;
  district: number | null;
}

/** A city's name: its lines, the offset of its middle from the city, and its box. */
export interface Label {
  lines: string[];
  dx: number;
  dy: number;
  width: number;
  height: number;
}

/** A route on the page, its spaces in the order from city a to city b. */
export interface Track {
  a: string;
  b: string;
  colour: string;
  kind: "ferry" | "plain" | "tunnel";
  wilds: number;
  spaces: Space[];
  path: string;
}

/** One space of a route: its middle, the angle of its long side in degrees, and its length. */
export type Space = [x: number, y: number, angle: number, length: number];

/** A refusal as JSON. */
export interface Problem {
  code: string;
  data: Record<string, string | number>;
}

/** A game after `ply` of its `plies` moves, as one viewer saw it. */
export interface Moment {
  ply: number;
  plies: number;
  view: WireView;
}

/** A finished game in numbers: what each seat did, its seconds, and the points on the board after each ply. */
export interface Statistics {
  seats: SeatStatistics[];
  seconds: number[];
  scores: number[][];
}

/** What one seat did in a game. */
export interface SeatStatistics {
  turns: number;
  tickets_drawn: number;
  tickets_kept: number;
  tickets_done: number;
  tickets_failed: number;
  points_lost: number;
  cards_blind: number;
  cards_face_up: number;
  wilds_taken: number;
  wilds_blind: number;
  routes: Record<string, number>;
  stations_built: number;
  tunnels_withdrawn: number;
  longest_path: number;
  cars_left: number;
  score: number;
  rank: number;
}
