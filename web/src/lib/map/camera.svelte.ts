/** Camera: which part of the map is seen. Positions are in pixels of the window onto it. */

const MOST = 5;
/** A window so narrow that the whole map would be too small to read. */
const NARROW = 600;

type Place = [x: number, y: number, scale: number];

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels per unit of the map. */
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** What the window keeps to when its size changes, until somebody moves the map. */
  private kept: "home" | "whole" | null = "home";
  /** Where the map was before something was brought into sight. */
  private before: Place | null = null;

  constructor(
    private readonly mapWidth: number,
    private readonly mapHeight: number,
  ) {}

  /** The scale at which the whole map is seen. */
  get whole(): number {
    return Math.min(this.width / this.mapWidth, this.height / this.mapHeight) || 1;
  }

  /** The window has another size: what was in the middle stays there, unless nobody has moved the map yet. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    const [cx, cy] = [(this.width / 2 - this.x) / this.scale, (this.height / 2 - this.y) / this.scale];
    [this.width, this.height] = [width, height];
    if (!width || !height) return;
    if (this.kept === "home") return this.home();
    if (this.kept === "whole") return this.fit();
    this.scale = Math.max(this.scale, this.whole);
    this.x = width / 2 - cx * this.scale;
    this.y = height / 2 - cy * this.scale;
    this.clamp();
  }

  /** As much of the map as can be read well: all of it, or on a narrow screen its middle. */
  home(): void {
    const filled = Math.max(this.width / this.mapWidth, this.height / this.mapHeight);
    this.centre(this.width < NARROW ? Math.min(filled, this.whole * 2) : this.whole);
    this.kept = "home";
  }

  /** The whole map. */
  fit(): void {
    this.centre(this.whole);
    this.kept = "whole";
    this.before = null;
  }

  private centre(scale: number): void {
    this.scale = scale;
    this.x = (this.width - this.mapWidth * scale) / 2;
    this.y = (this.height - this.mapHeight * scale) / 2;
  }

  /** Zoom by a factor, with a point of the window staying where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const scale = Math.min(Math.max(this.scale * factor, this.whole), Math.max(MOST * this.whole, 2));
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
    this.kept = null;
    this.before = null;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.kept = null;
    this.before = null;
    this.clamp();
  }

  /**
   * Bring points of the map into sight, all of them, from further away if they need it; so many pixels at the bottom and
   * at the top are covered by something.
   */
  reveal(points: [number, number][], below = 0, above = 0): void {
    if (!points.length || !this.width || !this.height) return;
    const free = Math.max(this.height - above - below, 1);
    const margin = Math.min(60, this.width / 5, free / 5);
    const [left, right] = ends(points.map(([x]) => x));
    const [top, bottom] = ends(points.map(([, y]) => y));
    const before: Place = [this.x, this.y, this.scale];
    this.scale = Math.min(this.scale, (this.width - 2 * margin) / (right - left), (free - 2 * margin) / (bottom - top));
    this.x += into(this.x + left * this.scale, this.x + right * this.scale, margin, this.width - margin);
    this.y += into(this.y + top * this.scale, this.y + bottom * this.scale, above + margin, above + free - margin);
    if (before.some((was, at) => was !== [this.x, this.y, this.scale][at])) this.before ??= before;
  }

  /** The same, to stay there. */
  show(mx: number, my: number): void {
    this.reveal([[mx, my]]);
    if (this.before !== null) this.kept = null;
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

  private clamp(): void {
    this.x = within(this.x, this.width, this.mapWidth * this.scale);
    this.y = within(this.y, this.height, this.mapHeight * this.scale);
  }
}

/** An offset at which a map longer than the window fills it, and a shorter one stays in it. */
function within(offset: number, window: number, map: number): number {
  const slack = window - map;
  return slack >= 0 ? Math.min(Math.max(offset, 0), slack) : Math.max(Math.min(offset, 0), slack);
}

function ends(numbers: number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** How far something from `start` to `end` must be moved to lie between two bounds. */
function into(start: number, end: number, from: number, to: number): number {
  return start < from ? from - start : end > to ? to - end : 0;
}
