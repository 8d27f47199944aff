/** Where the parts of the graph of chances lie. */

/** A seat's band: its outline, and where its upper and lower edge end. */
export interface Band {
  seat: number;
  path: string;
  /** The line along its upper edge. */
  edge: string;
  top: number;
  bottom: number;
}

export interface Frame {
  width: number;
  height: number;
}

/** The seats from the lowest band to the highest: one's own is at the bottom, where it can be read off. */
export function order(seats: number, own: number | null): number[] {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return own === null ? all : [own, ...all.filter((seat) => seat !== own)];
}

/** The bands of all seats, stacked from the bottom; `rows` are the chances after each ply. */
export function bands(rows: number[][], seats: number[], { width, height }: Frame): Band[] {
  const last = Math.max(1, rows.length - 1);
  const x = (ply: number): number => (ply / last) * width;
  let below = rows.map(() => 0);
  return seats.map((seat) => {
    const above = rows.map((row, ply) => below[ply]! + row[seat]!);
    const y = (part: number): number => height * (1 - Math.min(1, part));
    const up = above.map((part, ply) => `${tenth(x(ply))} ${tenth(y(part))}`);
    const down = below.map((part, ply) => `${tenth(x(ply))} ${tenth(y(part))}`).reverse();
    const band = {
      seat,
      path: `M${up.join("L")}L${down.join("L")}Z`,
      edge: `M${up.join("L")}`,
      top: y(above.at(-1)!),
      bottom: y(below.at(-1)!),
    };
    below = above;
    return band;
  });
}

/** The ply at a place of the graph. */
export function plyAt(x: number, width: number, plies: number): number {
  return Math.min(plies, Math.max(0, Math.round((x / Math.max(1, width)) * plies)));
}

export interface Bar {
  ply: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest of what is shown, but at least five points: little shall not look like much. */
export function scaleOf(values: number[]): number {
  return Math.max(0.05, ...values.map(Math.abs));
}

/** Bars around a middle line: up for what is good, down for what is not. */
export function bars(values: Map<number, number>, scale: number, plies: number, { width, height }: Frame): Bar[] {
  const wide = Math.max(2, Math.min(7, (width / Math.max(1, plies)) * 0.8));
  return [...values]
    .filter(([, value]) => Math.abs(value) / scale > 0.01)
    .map(([ply, value]) => {
      const long = Math.max(1, Math.min(1, Math.abs(value) / scale) * (height / 2));
      return {
        ply,
        x: (ply / Math.max(1, plies)) * width - wide / 2,
        y: value > 0 ? height / 2 - long : height / 2,
        width: wide,
        height: long,
      };
    });
}

function tenth(value: number): string {
  return String(Math.round(value * 10) / 10);
}
