// Made by `make protocol` from branchline.server's messages. Do not edit.

export type ClientMessage = Hello | Move | Undo | Chat | React | Vote | Back | Ask | Answer | Kick | History | Hint;

export type ServerMessage = Welcome | Update | Page | Ack | Advice | Watchers | Error;

export type Notice = JoinedNotice | IntroducedNotice | InvitedNotice | ArrangedNotice | LeftNotice | RenewedNotice | AskedNotice | AnsweredNotice | PresentNotice | FilledNotice | StartedNotice | ChosenNotice | MovedNotice | UndoneNotice | TunnelNotice | OfferedNotice | LastRoundNotice | OverNotice | AwayNotice | BackNotice | ResignedNotice | RemovalVotedNotice | RemovedNotice | HurriedNotice | VotedNotice | SaidNotice | ReactedNotice | RematchNotice | ClosedNotice;

/** The first message. `key` unless a cookie has it; `last` is the last number that the client has seen. */
export interface Hello {
  type: "hello";
  key?: string | null;
  last?: number | null;
}

/** A move as text, or by its index in `legal` of the view with that number. An id that comes twice is one move. */
export interface Move {
  type: "move";
  id: string;
  move?: string | null;
  index?: number | null;
  number?: number | null;
}

/** Take back the own move with that number, which `undo` in the last update named. */
export interface Undo {
  type: "undo";
  id: string;
  number: number;
}

/** Chat to the table, or from a spectator, who may give a name, to the spectators. */
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

/** Vote that a bot plays for a seat that keeps the table waiting. */
export interface Vote {
  type: "vote";
  id: string;
  seat: number;
}

/** Take the own seat back from the bot that plays for it. */
export interface Back {
  type: "back";
  id: string;
}

/** Ask for a new link to a seat during the game. For the host, who then makes it over HTTP. */
export interface Ask {
  type: "ask";
  id: string;
  seat: number;
}

/** Say whether the host may have a new link to a seat. */
export interface Answer {
  type: "answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** Vote that the player of a seat be removed from the game; without `agree`, take that back. */
export interface Kick {
  type: "kick";
  id: string;
  seat: number;
  agree?: boolean;
}

/** Ask for the updates before a number, the latest of them; the answer is `page`. */
export interface History {
  type: "history";
  id: string;
  before: number;
}

/** Ask what a bot would do. Only for the seat to move; the answer is `advice`. */
export interface Hint {
  type: "hint";
  id: string;
}

/** The answer to hello: the state at `number`, and the latest updates since `last`. */
export interface Welcome {
  type: "welcome";
  number: number;
  you: Self;
  table: TableState;
  to_move: number[];
  deadline: number | null;
  view: WireView | null;
  missed: Update[];
  earlier: number | null;
  since: number;
  now: number;
  undo: number | null;
  watchers: number;
}

/** Who the client is at this table: a seat, or None for a spectator. */
export interface Self {
  seat: number | null;
  host: boolean;
}

/** The public state of a table. `commitment` is the SHA-256 of the deal's secret, which is told at the end. */
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
  requests: LinkRequestState[];
  undo: boolean;
  host: number | null;
  waits: boolean;
  removals: RemovalState[];
  origin: OriginState | null;
}

/** Who sits at a seat: `kind` is open, reserved (for a player who has not come yet), player or bot. */
export interface SeatState {
  kind: "bot" | "open" | "player" | "reserved";
  name: string;
  bot: string;
  away: boolean;
  colour: number;
  out: "" | "removed" | "resigned";
}

/** The host asks for a new link to a seat: who agreed, who declined, and how many have to agree (None: nobody can). */
export interface LinkRequestState {
  seat: number;
  agreed: number[];
  declined: number[];
  needed: number | null;
  after: number | null;
  granted: boolean;
  made: boolean;
}

/** Who wants the player of a seat to be removed, and how many have to. */
export interface RemovalState {
  seat: number;
  by: number[];
  needed: number;
}

/** Where a game began that goes on from another: after `ply` moves of `game` (None: not told). */
export interface OriginState {
  game: string | null;
  ply: number;
  anew: number | null;
}

/** A `View` with its board by id and its moves as text. In an update `log` is empty: its entries come as notices. */
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
  closed: string[];
  chosen: string[];
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
  most_tickets?: number;
}

/** One event as this viewer may see it. `view` is what the viewer knows now; `table` comes if it changed. */
export interface Update {
  type: "update";
  number: number;
  at: number;
  news: (JoinedNotice | IntroducedNotice | InvitedNotice | ArrangedNotice | LeftNotice | RenewedNotice | AskedNotice | AnsweredNotice | PresentNotice | FilledNotice | StartedNotice | ChosenNotice | MovedNotice | UndoneNotice | TunnelNotice | OfferedNotice | LastRoundNotice | OverNotice | AwayNotice | BackNotice | ResignedNotice | RemovalVotedNotice | RemovedNotice | HurriedNotice | VotedNotice | SaidNotice | ReactedNotice | RematchNotice | ClosedNotice)[];
  to_move: number[];
  deadline: number | null;
  table: TableState | null;
  view: WireView | null;
  undo: number | null;
}

/** A player took a seat. */
export interface JoinedNotice {
  type: "joined";
  seat: number;
  name: string;
}

/** A player chose another name or colour before the start. */
export interface IntroducedNotice {
  type: "introduced";
  seat: number;
  name: string;
}

/** The host made a new link to all free seats. */
export interface InvitedNotice {
  type: "invited";
}

/** The host changed the seats, the board or the clock before the start. A new `welcome` comes with it. */
export interface ArrangedNotice {
  type: "arranged";
}

/** A player gave up a seat before the start. */
export interface LeftNotice {
  type: "left";
  seat: number;
}

/** The host made a new invitation to a seat. */
export interface RenewedNotice {
  type: "renewed";
  seat: number;
}

/** The host asks for a new link to a seat during the game. The other players may agree, and its player object. */
export interface AskedNotice {
  type: "asked";
  seat: number;
}

/** Seat `by` said whether the host may have a new link to `seat`. */
export interface AnsweredNotice {
  type: "answered";
  seat: number;
  by: number;
  agree: boolean;
}

/** The player of a seat is there after all: the request for a new link to it, and the link, are void. */
export interface PresentNotice {
  type: "present";
  seat: number;
}

/** A bot took a seat. */
export interface FilledNotice {
  type: "filled";
  seat: number;
  bot: string;
}

/** The cards are dealt. Seat `first` begins once all have chosen their first tickets. */
export interface StartedNotice {
  type: "started";
  first: number;
}

/** A seat has chosen its first tickets. Which ones and how many is told when all have chosen (S5). */
export interface ChosenNotice {
  type: "chosen";
  seat: number;
}

/** A move and what chance then dealt, as the viewer saw it: an entry of its log. `ply` counts from 1. */
export interface MovedNotice {
  type: "moved";
  ply: number;
  seat: number | null;
  move: string;
  chance: string[];
}

/** A seat took its move back, and is to move again. That ply is no more; for first tickets there was none. */
export interface UndoneNotice {
  type: "undone";
  seat: number;
  ply: number | null;
}

/** The cards revealed for a tunnel, and how many more cards it costs (U1, U2). */
export interface TunnelNotice {
  type: "tunnel";
  seat: number;
  route: string;
  revealed: string[];
  extra: number;
}

/** A seat got tickets to choose from. Only that seat is told which ones (H1). */
export interface OfferedNotice {
  type: "offered";
  seat: number;
  count: number;
  tickets: string[] | null;
}

/** A seat has two cars or fewer. This many turns are left (E1). */
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

/** A bot plays for a seat from now on. */
export interface AwayNotice {
  type: "away";
  seat: number;
  why: "clock" | "left" | "vote";
}

/** The player plays for the seat again. */
export interface BackNotice {
  type: "back";
  seat: number;
}

/** A player gave the game up. A bot plays for the seat to the end, and it can't win. */
export interface ResignedNotice {
  type: "resigned";
  seat: number;
}

/** Seat `by` wants the player of `seat` to be removed, or no longer does. */
export interface RemovalVotedNotice {
  type: "removal_vote";
  seat: number;
  by: number;
  agree: boolean;
}

/** More than half of the others removed the player of a seat. A bot plays there to the end. */
export interface RemovedNotice {
  type: "removed";
  seat: number;
}

/** The server was busy: for this ply the bot of a seat had `less` time, or a `quick` bot moved in its place. */
export interface HurriedNotice {
  type: "hurried";
  ply: number;
  seat: number;
  how: "less" | "quick";
}

/** Seat `by` voted that a bot plays for `seat`. */
export interface VotedNotice {
  type: "voted";
  seat: number;
  by: number;
}

/** Chat from a seat, or from a spectator (which only spectators see). */
export interface SaidNotice {
  type: "said";
  text: string;
  seat: number | null;
  name: string;
}

/** A seat sent a quick reaction. */
export interface ReactedNotice {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The same players can play again at another table. */
export interface RematchNotice {
  type: "rematch";
  table: string;
}

/** The table was closed. */
export interface ClosedNotice {
  type: "closed";
}

/** The answer to history: updates in their order, without views. `earlier` as in `welcome`. */
export interface Page {
  type: "page";
  id: string;
  updates: Update[];
  earlier: number | null;
}

/** A message was carried out. Its event is stored on disk under this number. */
export interface Ack {
  type: "ack";
  id: string;
  number: number;
}

/** What a bot would play in place of this seat at `number`, and the next best moves in their order. */
export interface Advice {
  type: "advice";
  id: string;
  number: number;
  move: string;
  others: string[];
}

/** How many watch the table now. */
export interface Watchers {
  type: "watchers";
  count: number;
}

/** A message was refused; `code` says why. */
export interface Error {
  type: "error";
  code: string;
  id: string | null;
  data: Record<string, string | number>;
}

/** Who is to sit at a seat: anyone with an invitation, a bot, or the one who opens the table. */
export interface SeatRequest {
  kind?: "bot" | "friend" | "me" | "open";
  bot?: string;
  name?: string;
  colour?: number | null;
}

/** Begin in a position: after `ply` moves of a `game` of this server that is over, or of that of a `record`. */
export interface PlayOn {
  ply: number;
  game?: string | null;
  record?: string | null;
  anew?: number | null;
  puzzle?: string | null;
}

/** A table to open. `clock` are the seconds per move; `first` is the seat that starts, by default drawn by lot. */
export interface NewTable {
  board: string;
  seats: SeatRequest[];
  name?: string;
  first?: number | null;
  clock?: number | null;
  public?: boolean;
  hints?: boolean;
  undo?: boolean;
  cookie?: boolean;
  position?: PlayOn | null;
}

/** Take a seat: with the key of an invitation, or at a public table any free seat or a certain one. */
export interface JoinRequest {
  name: string;
  invite?: string | null;
  seat?: number | null;
  cookie?: boolean;
  colour?: number | null;
}

/** Another name and colour before the start; without `colour` it stays. */
export interface Introduction {
  name: string;
  colour?: number | null;
}

/** A seat after a change: whoever sits at seat `was` (`keep`), a bot, or nobody yet, as at the opening. */
export interface SeatChange {
  kind?: "bot" | "friend" | "keep" | "open";
  was?: number | null;
  bot?: string;
  name?: string;
}

/** The table as the host wants it before the start. Who is at no seat of it has to go. `hints`: None leaves them. */
export interface Arrangement {
  board: string;
  seats: SeatChange[];
  clock?: number | null;
  hints?: boolean | null;
}

/** Fill the open seats with bots, and start. */
export interface StartRequest {
  bot?: string;
}

/** Play again with the same players. If it `waits`, whoever asks first may change the seats, and starts the game. */
export interface RematchRequest {
  cookie?: boolean;
  waits?: boolean;
}

/** Where a browser wants to be called, as its PushSubscription says: base64url without padding. */
export interface SubscribeRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
}

/** Where a browser does not want to be called any more. */
export interface UnsubscribeRequest {
  endpoint: string;
}

/** Which ply of a game, and who looks at it: a seat, or a spectator if none is given. */
export interface ReplayQuery {
  ply?: number | null;
  seat?: number | null;
}

/** How deep a review is wanted. */
export interface ReviewRequest {
  level?: "deep" | "quick" | "standard";
}

/** The review of which level; by default of the deepest that has been made. */
export interface ReviewQuery {
  level?: "deep" | "quick" | "standard" | null;
}

/** The day of a puzzle, as `2026-11-18`; by default today at the server. */
export interface DailyQuery {
  date?: string | null;
}

/** A link to a seat, to all free seats, or for watching. */
export interface Invitation {
  link: string;
  key: string;
  seat: number | null;
}

/** A new table: the host's key (None if a cookie has it), the links to its open seats, and the link for watching. */
export interface OpenedTable {
  table: TableState;
  you: Self;
  key: string | null;
  invitations: Invitation[];
  watch: Invitation;
  shared: Invitation | null;
}

/** A seat that was taken, and its key (None if a cookie has it). */
export interface TakenSeat {
  table: TableState;
  you: Self;
  key: string | null;
}

/** A table, who the client is there, and the seats that the table waits for. `invited`: its key is that of a link */
export interface TableAnswer {
  table: TableState;
  you: Self;
  to_move: number[];
  invited: boolean;
}

/** Public tables, the latest first. */
export interface TableList {
  tables: TableState[];
}

/** A board that can be played; `base` is the board whose map it has, another one for a variant. */
export interface BoardSummary {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
  base: string;
}

/** The boards of this server. */
export interface BoardList {
  boards: BoardSummary[];
}

/** A board, and the digest that records name. */
export interface BoardAnswer {
  board: BoardJson;
  digest: string;
}

/** Everything that a board decides, and the digest that records name. */
export interface BoardJson {
  id: string;
  name: string;
  base: string;
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
  most_tickets_bonus: number;
  big_cities: string[];
  ties: ("longest" | "stations" | "tickets")[];
  words: Record<string, string>;
  digest: string;
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

/** What can be chosen: bots for seats, quick reactions, the seconds after which players may vote, and colours. */
export interface Choices {
  bots: string[];
  reactions: string[];
  patience: number;
  liveries: Livery[];
  board: string;
  seats: number;
  own_bots: string[];
  links: boolean;
  files: boolean;
}

/** The colours of a seat (roof, gloss, eaves, walls, ink of the mark), and the path of its mark. */
export interface Livery {
  name: string;
  paint: string;
  light: string;
  deep: string;
  wall: string;
  ink: string;
  mark: string;
}

/** The key with which browsers subscribe to calls; None if this server calls nobody. */
export interface PushKey {
  key: string | null;
}

/** Whether a browser is called when it is its player's turn. */
export interface Subscribed {
  subscribed: boolean;
}

/** The server works; its version. */
export interface Health {
  status: "ok";
  version: string;
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

/** How far a review is: `progress` from 0 to 1. `others` are the reviews that share the time with it. */
export interface ReviewState {
  level: "deep" | "quick" | "standard";
  progress: number;
  done: boolean;
  others: number;
}

/** A review, if there is one, and the levels of all that have been made. */
export interface ReviewAnswer {
  made: ("deep" | "quick" | "standard")[];
  review: Review | null;
}

/** A whole game, reviewed. */
export interface Review {
  version: number;
  level: string;
  board: string;
  digest: string;
  network: string;
  first: number;
  moves: string[];
  seats: SeatReview[];
  points: ReviewPoint[];
  decisions: ReviewDecision[];
  luck: ReviewLuck[];
  turning_points: ReviewTurningPoint[];
  moments: ReviewMoment[];
  budget: ReviewBudget;
}

/** The figures of a seat. */
export interface SeatReview {
  seat: number;
  score: number;
  won: number;
  rating: number;
  error_rate: number;
  accuracy: number;
  luck: number;
  adjusted: number;
  decisions: number;
  counted: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  ledger: ReviewLedger;
  large_residual: boolean;
}

/** Where a seat's result comes from: `result` is the sum of all the others. */
export interface ReviewLedger {
  start: number;
  luck: number;
  own: number;
  others: number;
  residual: number;
  result: number;
}

/** A position on the curve of chances: the one after so many moves. */
export interface ReviewPoint {
  ply: number;
  turn: number;
  phase: string;
  seat: number | null;
  known: ReviewChances | null;
  open: ReviewChances;
}

/** The chance of each seat to win, and how far it may be off: `chance` ± `margin` is an interval of about 95 %. */
export interface ReviewChances {
  chance: number[];
  margin: number[];
}

/** What a seat decided: one move, or both cards of a turn of drawing. */
export interface ReviewDecision {
  seat: number;
  turn: number;
  parts: ReviewPart[];
  loss: number;
  error: number;
  label: string;
  unclear: boolean;
  counted: boolean;
  postponed: boolean;
  explanations: ReviewExplanation[];
  estimate: number;
}

/** One move of a decision, with its candidates from the best to the worst; `played` is the place of the move made. */
export interface ReviewPart {
  ply: number;
  candidates: ReviewCandidate[];
  played: number;
  loss: number;
  error: number;
  worlds: number;
}

/** A move that was considered: its chance to win as the mover could know it. */
export interface ReviewCandidate {
  move: string;
  value: number;
  gain: number;
  error: number;
}

/** Why something was better, or what happened: a kind and its parameters, to be said in any language. */
export interface ReviewExplanation {
  kind: string;
  params: Record<string, string | number | string[]>;
}

/** What chance dealt after a move: how much better it was for each seat than what could be expected. */
export interface ReviewLuck {
  ply: number;
  kind: string;
  seat: number | null;
  dealt: string[];
  luck: number[];
  error: number[];
}

/** A turn that changed the chances much: from the position at `ply` to that at `end`, with all cards open. */
export interface ReviewTurningPoint {
  ply: number;
  end: number;
  seat: number;
  change: number[];
  cause: string;
}

/** Something worth looking at. `effect` is what it meant for the seat, in chances (0 if that can't be said). */
export interface ReviewMoment {
  ply: number;
  seat: number;
  source: string;
  effect: number;
  explanation: ReviewExplanation;
}

/** How deep the review looked: worlds of a decision at most, turns that they were played on, and rollouts of a */
export interface ReviewBudget {
  worlds: number;
  depth: number;
  rollouts: number;
  rounds: number;
  refined: boolean;
}

/** A puzzle to choose: its board, what it is about, how hard it is from 1 to 5, and how many play. */
export interface PuzzleSummary {
  id: string;
  board: string;
  theme: string;
  difficulty: number;
  seats: number;
}

/** All puzzles, by board and from easy to hard. */
export interface PuzzleList {
  puzzles: PuzzleSummary[];
}

/** A move that was tried: its chance to win, how far it is behind the best, and the standard error of that. */
export interface PuzzleCandidate {
  move: string;
  value: number;
  behind: number;
  error: number;
}

/** A puzzle: the view of the seat to move, the moves that solve it, and what all choices are worth, best first. */
export interface PuzzleAnswer {
  id: string;
  board: string;
  theme: string;
  difficulty: number;
  view: WireView;
  answers: string[];
  candidates: PuzzleCandidate[];
  reasons: ReviewExplanation[];
  solvers: string[];
}

/** How a colour is drawn: fill and ink of a card, floor, rim and ink of a printed space, and the symbol's path. */
export interface CardStyle {
  fill: string;
  ink: string;
  symbol: string;
  floor: string;
  rim: string;
  print: string;
}

/** All that the page draws a board with, besides its ground. */
export interface BoardDrawing {
  facts: BoardJson;
  layout: Layout;
  colours: Record<string, CardStyle>;
  liveries: Livery[];
  locomotive: string;
  defs: string;
  prints: Record<string, string>;
  marks: string;
  labels: string;
  night: Record<string, string>;
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

/** An error as JSON. */
export interface Problem {
  code: string;
  data: Record<string, string | number>;
}
