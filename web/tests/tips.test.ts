import { describe, expect, test } from "vitest";
import { tipPlace } from "../src/lib/map/tips";

const size = { width: 200, height: 60 };
const window = { left: 0, top: 0, right: 1000, bottom: 800 };

/** The points of a route from one end to the other. */
function line([ax, ay]: [number, number], [bx, by]: [number, number]): [number, number][] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => [ax + (bx - ax) * part, ay + (by - ay) * part]);
}

function hides([x, y]: [number, number], points: [number, number][]): boolean {
  return points.some(([px, py]) => px >= x && px <= x + size.width && py >= y && py <= y + size.height);
}

describe("where the words about a route stand", () => {
  test("above it, if it runs across", () => {
    const route = line([300, 400], [700, 400]);
    expect(tipPlace(size, [500, 400], route, window)).toEqual([400, 324]);
  });

  test("beside it, if it runs up and down or aslant", () => {
    for (const route of [
      line([500, 200], [500, 600]),
      line([400, 200], [600, 600]),
      line([600, 200], [400, 600]),
      line([300, 300], [700, 500]),
    ])
      expect(hides(tipPlace(size, [500, 400], route, window), route)).toBe(false);
  });

  test("within the window, and not on what is pointed at", () => {
    const route = line([20, 10], [20, 200]);
    const [x, y] = tipPlace(size, [20, 30], route, window);
    expect(x).toBeGreaterThan(20);
    expect(y).toBeGreaterThanOrEqual(0);
  });
});
