/** Camera: which part of the map is seen. Positions are in pixels of the window onto it. */

import { type Box, cleared, inset, overlap } from "./boxes";

const MOST = 5;
/** How far from an edge, or from what covers the map, things are brought into sight. */
const MARGIN = 30;
/** How much smaller everything may become for the whole picture to be seen, with its frame. */
const FRAMED = 0.945;
/** How much one would rather move the map than see it from further away, in pixels. */
const RELUCTANCE = 4000;

type Place = [x: number, y: number, scale: number];

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels per unit of the map. */
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** The part of the window that no dock covers. */
  free = $state.raw<Box>({ left: 0, top: 0, right: 0, bottom: 0 });
  /** Whether the map keeps to its place when the window's size changes: until somebody moves it. */
  private kept = true;
  /** Where the map was before something was brought into sight. */
  private before: Place | null = null;

  /** `need` is what matters of the map, in its units: the rest of the `picture` may lie under docks. */
  constructor(
    private readonly need: Box,
    private readonly picture: Box = need,
  ) {}

  /** The scale at which all that matters is seen: with its frame, if that makes it hardly smaller. */
  get whole(): number {
    const [all, framed] = [this.scaleOf(this.need), this.scaleOf(this.picture)];
    const scale = framed >= all * FRAMED ? framed : all;
    return scale > 0 ? scale : 1;
  }

  /** The scale at which a part of the map fills what no dock covers. */
  private scaleOf(part: Box): number {
    const { free } = this;
    return Math.min(
      (free.right - free.left) / (part.right - part.left),
      (free.bottom - free.top) / (part.bottom - part.top),
    );
  }

  /** The window has another size: what was in the middle stays there, unless nobody has moved the map yet. */
  resize(width: number, height: number, free: Box = { left: 0, top: 0, right: width, bottom: height }): void {
    if (width === this.width && height === this.height && same(free, this.free)) return;
    const middle = this.toMap(...this.middle);
    [this.width, this.height, this.free] = [width, height, free];
    if (!width || !height) return;
    if (this.kept) return this.fit();
    this.scale = Math.max(this.scale, this.whole);
    const [mx, my] = this.middle;
    this.x = mx - middle[0] * this.scale;
    this.y = my - middle[1] * this.scale;
    this.clamp();
  }

  /** All that matters of the map, in the middle of what no dock covers. */
  fit(): void {
    const { free, need, picture } = this;
    const [mx, my] = this.middle;
    this.scale = this.whole;
    const wide = (picture.right - picture.left) * this.scale > free.right - free.left + 1;
    const high = (picture.bottom - picture.top) * this.scale > free.bottom - free.top + 1;
    const [across, along] = [wide ? need : picture, high ? need : picture];
    this.x = mx - ((across.left + across.right) / 2) * this.scale;
    this.y = my - ((along.top + along.bottom) / 2) * this.scale;
    this.kept = true;
    this.before = null;
  }

  /** The middle of what no dock covers. */
  get middle(): [x: number, y: number] {
    return [(this.free.left + this.free.right) / 2, (this.free.top + this.free.bottom) / 2];
  }

  /** Zoom by a factor, with a point of the window staying where it is. */
  zoom(factor: number, px = this.middle[0], py = this.middle[1]): void {
    const scale = Math.min(Math.max(this.scale * factor, this.whole), Math.max(MOST * this.whole, 2));
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
    this.kept = false;
    this.before = null;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.kept = false;
    this.before = null;
    this.clamp();
  }

  /**
   * Bring points of the map into sight, by as little as is needed: nothing happens if neither a dock nor one of
   * `covers` hides one of them. They are seen from further away if there is not enough room.
   */
  reveal(points: [number, number][], covers: Box[] = []): void {
    if (!points.length || !this.width || !this.height) return;
    const hiding = covers.filter((one) => overlap(one, this.free));
    if (points.every((point) => this.sees(point, hiding))) return;
    const before: Place = [this.x, this.y, this.scale];
    const places = cleared(this.free, hiding).map((room) => this.placeIn(room, points));
    const cost = ([x, y, scale]: Place): number =>
      Math.hypot(x - this.x, y - this.y) + RELUCTANCE * Math.log(this.scale / scale);
    const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    [this.x, this.y, this.scale] = best;
    this.before ??= before;
  }

  /** Whether a box of the window would hide none of some points of the map, and leave some room round them. */
  clears(points: [number, number][], box: Box): boolean {
    return points.every((point) => this.sees(point, [box]));
  }

  /** Whether a point of the map is seen with some room round it. */
  private sees(point: [number, number], hiding: Box[]): boolean {
    const [x, y] = this.toWindow(...point);
    const room = inset(this.free, Math.min(MARGIN, this.slack(point)));
    const far = (one: Box): boolean =>
      x < one.left - MARGIN / 2 ||
      x > one.right + MARGIN / 2 ||
      y < one.top - MARGIN / 2 ||
      y > one.bottom + MARGIN / 2;
    return x >= room.left && x <= room.right && y >= room.top && y <= room.bottom && hiding.every(far);
  }

  /** How near to an edge a point may lie: the outermost cities of a whole map lie near it, and that is well. */
  private slack([mx, my]: [number, number]): number {
    const { need, scale } = this;
    const near = Math.min(mx - need.left, need.right - mx, my - need.top, need.bottom - my) * scale;
    return Math.max(0, Math.min(near, MARGIN) - 1);
  }

  /** Where the map would have to be for points to lie in a room, by the shortest way. */
  private placeIn(room: Box, points: [number, number][]): Place {
    const margin = Math.min(MARGIN, (room.right - room.left) / 5, (room.bottom - room.top) / 5);
    const { left: fromX, right: toX, top: fromY, bottom: toY } = inset(room, margin);
    const [left, right] = ends(points.map(([x]) => x));
    const [top, bottom] = ends(points.map(([, y]) => y));
    const scale = Math.min(this.scale, (toX - fromX) / (right - left), (toY - fromY) / (bottom - top));
    // seen from further away, what was in the middle of the points stays there
    const x = this.x + ((left + right) / 2) * (this.scale - scale);
    const y = this.y + ((top + bottom) / 2) * (this.scale - scale);
    return [
      x + into(x + left * scale, x + right * scale, fromX, toX),
      y + into(y + top * scale, y + bottom * scale, fromY, toY),
      scale,
    ];
  }

  /** The same, to stay there. */
  show(mx: number, my: number): void {
    this.reveal([[mx, my]]);
    if (this.before !== null) this.kept = false;
    this.before = null;
    this.clamp();
  }

  /** Back to where the map was, unless the player has moved it since. */
  release(): void {
    if (!this.before) return;
    [this.x, this.y, this.scale] = this.before;
    this.before = null;
  }

  toMap(px: number, py: number): [number, number] {
    return [(px - this.x) / this.scale, (py - this.y) / this.scale];
  }

  toWindow(mx: number, my: number): [number, number] {
    return [mx * this.scale + this.x, my * this.scale + this.y];
  }

  /** All that matters can be brought to where no dock covers it, and no further. */
  private clamp(): void {
    const { free, need, scale } = this;
    this.x = within(this.x, free.left - need.left * scale, free.right - need.right * scale);
    this.y = within(this.y, free.top - need.top * scale, free.bottom - need.bottom * scale);
  }
}

function same(one: Box, other: Box): boolean {
  return one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;
}

/** An offset between two others, whichever of them is the larger. */
function within(offset: number, one: number, other: number): number {
  return Math.min(Math.max(offset, Math.min(one, other)), Math.max(one, other));
}

function ends(numbers: number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** How far something from `start` to `end` must be moved to lie between two bounds. */
function into(start: number, end: number, from: number, to: number): number {
  return start < from ? from - start : end > to ? to - end : 0;
}
