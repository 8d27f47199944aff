/** Animations: how each scene is played on the stage. One ends when the next may begin; what still moves goes on. */

import { tick } from "svelte";
import { car } from "../map/train";
import { during, DROP, light, roll, spacesAlong, swept } from "./frames";
import { type Box, onMap, placesNow } from "./places";
import { type Scene, spread } from "./scenes";
import type { Stage } from "./stage.svelte";
import { rolling } from "./tempo";

type Of<Kind extends Scene["kind"]> = Extract<Scene, { kind: Kind }>;

/** How wide cards are where they lie together on the map, over a tunnel, and at a player's name. */
const LAID = 46;
const TUNNEL = 66;
const SMALL = 26;
const TALL = 1.4;
/** Longer trains whistle. */
const LONG = 5;

export function animate(stage: Stage, scene: Scene, viewer: number | null): Promise<void> {
  switch (scene.kind) {
    case "take":
      return take(stage, scene, viewer);
    case "refill":
      return refill(stage, scene);
    case "sweep":
      return sweep(stage, scene);
    case "pay":
      return pay(stage, scene, viewer);
    case "cars":
      return rollIn(stage, scene);
    case "station":
      return build(stage, scene);
    case "tickets":
      return tickets(stage, scene, viewer);
    case "way":
      return lightUp(stage, scene);
  }
}

async function take(stage: Stage, { seat, slot, card }: Of<"take">, viewer: number | null): Promise<void> {
  stage.sound("card");
  const now = placesNow();
  const own = seat === viewer;
  const place = !own ? `player-${seat}` : now.has(`hand-${card}`) ? `hand-${card}` : "hand";
  const [from, to] = [now.get(slot === null ? "pile" : `row-${slot}`), now.get(place)];
  if (!from || !to) return;
  const time = stage.ms("fly");
  const first = own && place !== "hand" && !stage.old.has(place);
  if (first) stage.cover(place);
  const end = !own ? atName(to) : place === "hand" ? within(to, LAID) : to;
  stage.fly({ card, from, to: end, time, flip: own && slot === null, tilt: own ? 0 : -8 });
  stage.later(time, () => {
    if (first) stage.uncover(place);
    stage.bump(place);
  });
  await stage.wait(time * 0.6);
}

async function refill(stage: Stage, { cards }: Of<"refill">): Promise<void> {
  const now = placesNow();
  const pile = now.get("pile");
  const [time, gap] = [stage.ms("turn"), stage.ms("flick") * 0.6];
  const many = cards.length > 2;
  if (many) stage.sound("shuffle");
  for (const [at, { slot, card }] of cards.entries()) {
    const to = now.get(`row-${slot}`);
    if (pile && to) stage.fly({ card, from: pile, to, time, delay: at * gap, flip: true, lift: 8 });
    stage.later(pile && to ? at * gap + time : 0, () => stage.uncover(`row-${slot}`));
    if (!many) stage.later(at * gap + time * 0.6, () => stage.sound("card", 1));
  }
  await stage.wait(time + (cards.length - 1) * gap);
}

async function sweep(stage: Stage, { row }: Of<"sweep">): Promise<void> {
  stage.sound("shuffle");
  const now = placesNow();
  const time = stage.ms("fly");
  for (const [slot, card] of row.entries()) {
    const box = now.get(`row-${slot}`);
    if (box && card) stage.put({ card, width: box.width, frames: swept(box, box.width, slot % 2 ? 1 : -1), time });
    stage.cover(`row-${slot}`);
  }
  await stage.wait(time);
}

async function pay(stage: Stage, { seat, cards, target }: Of<"pay">, viewer: number | null): Promise<void> {
  const places = stage.old; // nothing that is asked for here has moved since, and to measure anew takes time
  const to = onMap(stage.board!.layout, target, places);
  const laid = spread(cards);
  const [time, gap, rest] = [stage.ms("fly"), stage.ms("flick") * 0.5, stage.rest("laid")];
  const whole = time + rest + stage.ms("flick");
  const own = seat === viewer;
  const from = (kind: string): Box | undefined =>
    own ? (places.get(`hand-${kind}`) ?? places.get("hand")) : places.get(`player-${seat}`);
  if (!to || !laid.some(from)) return;
  const flights = laid.flatMap((card, at) => {
    const start = from(card);
    if (!start) return [];
    const off = at - (laid.length - 1) / 2;
    const end = { x: to.x + off * LAID * 0.6 - LAID / 2, y: to.y - LAID * 1.2, width: LAID, height: LAID * TALL };
    const course = { delay: at * gap, landed: time / whole, fades: true, tilt: off * 5 };
    stage.later(at * gap, () => stage.sound("card", at));
    return [{ card, from: own ? start : atName(start), to: end, time: whole, ...course }];
  });
  stage.fly(...flights);
  await stage.wait((laid.length - 1) * gap + time + rest / 2);
}

/** Cars roll in from the first city, the engine in front; then points rise. */
async function rollIn(stage: Stage, { seat, route, points }: Of<"cars">): Promise<void> {
  const board = stage.board!;
  const [layout, paint, wall] = [board.layout, board.paint(seat), board.livery(seat).wall];
  const spaces = layout.routes[route]!.spaces.length;
  const unit = stage.ms("roll");
  const runs = rolling(spaces);
  const whole = Math.max(...runs.map(({ start, length }) => start + length));
  const timing = { duration: whole * unit, fill: "both" } as const;
  const pieces = stage.place(
    runs.map(({ start, length }, turn) => {
      const place = spaces - 1 - turn;
      const frames = during(roll(layout, route, place), start / whole, (start + length) / whole);
      return { kind: "car", ...car(layout, route, place, paint, wall), frames, timing };
    }),
  );
  for (const [turn, { start, length }] of runs.entries())
    stage.later((start + length) * unit, () => stage.sound("car", turn));
  if (!(await stage.wait(whole * unit))) return;
  stage.arrived(route, pieces);
  if (spaces >= LONG) stage.sound("whistle");
  if (points) score(stage, seat, points, route);
  await stage.wait(stage.ms("rise") * 0.3);
}

async function build(stage: Stage, { seat, city }: Of<"station">): Promise<void> {
  const board = stage.board!;
  const { x, y } = board.layout.cities[city]!;
  const time = stage.ms("drop");
  const timing = { duration: time, fill: "both" } as const;
  const svg = `<use href="#${board.id}-station-${board.paint(seat)}" x="${x}" y="${y}"/>`;
  const house = stage.place([{ kind: "house", svg, box: [x - 30, y - 45, 60, 75], frames: DROP, timing }]);
  stage.later(time * 0.6, () => stage.sound("bell"));
  if (await stage.wait(time)) stage.arrived(city, house);
}

async function tickets(stage: Stage, { seat, count }: Of<"tickets">, viewer: number | null): Promise<void> {
  const now = placesNow();
  const [from, to] = [now.get("tickets"), now.get(`player-${seat}`)];
  if (!from || !to || seat === viewer) return;
  const [time, gap] = [stage.ms("fly"), stage.ms("flick")];
  const end = atName(to);
  const one = { card: "ticket", from, to: end, time, tilt: -8 };
  stage.fly(...Array.from({ length: count }, (_, at) => ({ ...one, delay: at * gap })));
  stage.sound("card");
  await stage.wait(time + (count - 1) * gap);
}

/** Light runs along the way of a completed ticket, and its points rise at the end. */
async function lightUp(stage: Stage, { routes, from, points }: Of<"way">): Promise<void> {
  stage.sound("ticket");
  const { layout } = stage.board!;
  const spaces = spacesAlong(layout, routes, from);
  const time = stage.ms("light") * 1.6;
  const timing = { duration: time, fill: "both" } as const;
  const lights = stage.place(
    spaces.map(([x, y, angle, length], at) => {
      const half = length / 2 + 6;
      const middle = `translate(${x} ${y - 5})rotate(${angle})`;
      const svg = `<rect x="${-length / 2}" y="-5" width="${length}" height="10" rx="5" transform="${middle}"/>`;
      const frames = light((0.6 * at) / spaces.length);
      return { kind: "light", svg, box: [x - half, y - 5 - half, 2 * half, 2 * half], frames, timing };
    }),
  );
  stage.later(time, () => stage.remove(lights));
  if (!(await stage.wait(time * 0.65))) return;
  stage.rise(points, onMap(layout, routes.at(-1)!, placesNow()));
  await stage.wait(time * 0.3);
}

/** Three cards over the mouth of a tunnel, turned one by one; `turned` is told of each, and `costs` says which cost more. */
export async function reveal(
  stage: Stage,
  { route, revealed, extra }: { route: string; revealed: string[]; extra: number },
  costs: (card: string) => boolean,
  turned: (count: number) => void,
): Promise<void> {
  stage.sound("drum");
  await tick(); // the map makes room for what is asked
  const places = stage.moving ? placesNow() : new Map<string, Box>();
  const mouth = stage.moving ? onMap(stage.board!.layout, route, places) : null;
  const pile = places.get("pile");
  const [turn, gap] = [Math.max(stage.ms("turn"), stage.rest("card")), stage.rest("card")];
  const whole = revealed.length * (turn + gap) + stage.rest("tunnel");
  for (const [at, card] of revealed.entries()) {
    if (mouth && pile) {
      const time = whole - at * (turn + gap);
      const course = { landed: turn / time, fades: true, tilt: (at - 1) * 4, lift: 30, lit: costs(card) };
      stage.fly({ card, from: pile, to: above(mouth, at - 1), time, flip: true, ...course });
    }
    if (await stage.wait(turn + gap)) stage.sound("card", at);
    turned(at + 1);
  }
  if (mouth && stage.flights.length) stage.toll = { x: mouth.x, y: Math.max(mouth.y - 30, 130), extra };
  await stage.hold("tunnel");
  stage.toll = null;
}

function above(mouth: Box, side: number): Box {
  const [width, height] = [TUNNEL, TUNNEL * TALL];
  const x = Math.min(Math.max(mouth.x, 1.7 * width), innerWidth - 1.7 * width) + side * (width + 8) - width / 2;
  return { x, y: Math.max(mouth.y - height - 50, 12), width, height };
}

/** Points rise from what was built, and at the name of who built it. */
function score(stage: Stage, seat: number, points: number, target: string): void {
  const now = placesNow();
  stage.rise(points, onMap(stage.board!.layout, target, now));
  const name = now.get(`player-${seat}`);
  if (name) stage.rise(points, { x: name.x + name.width - 22, y: name.y + name.height, width: 0, height: 0 });
  stage.bump(`player-${seat}`);
}

/** A small place in the middle of a wide one. */
function within(box: Box, width: number): Box {
  const height = width * TALL;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** Where a card goes at a player's name. */
function atName(box: Box): Box {
  return { ...within(box, SMALL), x: box.x + 6 };
}
