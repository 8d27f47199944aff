import { describe, expect, test } from "vitest";
import { Camera } from "../src/lib/map/camera.svelte";
import { cityAt, onSpace, routeAt } from "../src/lib/map/geometry";
import { byNight } from "../src/lib/map/night";
import { upright } from "../src/lib/map/train";
import { board } from "./small";

describe("the camera", () => {
  const camera = (): Camera => {
    const made = new Camera(1000, 500);
    made.resize(1000, 600);
    return made;
  };

  test("shows the whole map in the middle", () => {
    const made = camera();
    expect([made.scale, made.x, made.y]).toEqual([1, 0, 50]);
  });

  test("fills a narrow screen", () => {
    const made = new Camera(1000, 500);
    made.resize(390, 400);
    expect(made.scale).toBeCloseTo(0.78);
    made.fit();
    expect(made.scale).toBeCloseTo(0.39);
  });

  test("zooms round a point, which stays where it is", () => {
    const made = camera();
    const before = made.toMap(300, 300);
    made.zoom(2, 300, 300);
    const after = made.toMap(300, 300);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  test("neither zooms out beyond the whole map nor loses it", () => {
    const made = camera();
    made.zoom(0.1);
    expect(made.scale).toBe(1);
    made.zoom(3);
    made.pan(-99999, 99999);
    expect(made.x).toBe(made.width - 1000 * made.scale);
    expect(made.y).toBe(0);
  });

  test("brings a point into sight above what covers the bottom", () => {
    const made = camera();
    made.zoom(3);
    made.reveal([[900, 480]], 200);
    const [x, y] = made.toWindow(900, 480);
    expect(x).toBeLessThanOrEqual(940);
    expect(y).toBeLessThanOrEqual(400);
  });

  test("keeps to its place while the window has no size", () => {
    const made = new Camera(1000, 600);
    made.reveal([[100, 60]]);
    expect([made.x, made.y, made.scale]).toEqual([0, 0, 1]);
  });

  test("brings points into sight that lie far apart, from further away, and goes back", () => {
    const made = camera();
    made.zoom(3);
    const { x, y, scale } = made;
    const points: [number, number][] = [
      [100, 60],
      [900, 480],
    ];
    made.reveal(points, 200, 50);
    for (const [px, py] of points.map((point) => made.toWindow(...point))) {
      expect(px).toBeGreaterThan(0);
      expect(px).toBeLessThan(made.width);
      expect(py).toBeGreaterThan(50);
      expect(py).toBeLessThan(made.height - 200);
    }
    made.release();
    expect([made.x, made.y, made.scale]).toEqual([x, y, scale]);
  });

  test("goes back to where it was, unless the player has moved it since", () => {
    const made = camera();
    made.reveal([[500, 490]], 200);
    expect(made.y).not.toBe(50);
    made.release();
    expect([made.x, made.y]).toEqual([0, 50]);
    made.reveal([[500, 490]], 200);
    made.zoom(2);
    const { x, y } = made;
    made.release();
    expect([made.x, made.y]).toEqual([x, y]);
  });
});

test("a point finds the route and the city nearest to it", () => {
  expect(routeAt(board, 75, 26, 6, new Set())).toBe("north-east");
  expect(routeAt(board, 30, 95, 6, new Set())).toBeNull();
  expect(cityAt(board, 51, 2, 6)).toBe("north");
  expect(cityAt(board, 60, 20, 6)).toBeNull();
});

test("a route that can be claimed is found from farther away", () => {
  expect(routeAt(board, 80, 80, 12, new Set())).toBe("east-south/blue");
  expect(routeAt(board, 78, 78, 12, new Set(["east-south/red"]))).toBe("east-south/red");
});

test("a train is pointed at from its wheels to its roof", () => {
  const [ex, ey] = board.layout.routes["north-east"]!.spaces[0]!;
  expect(routeAt(board, ex, ey - 9, 5, new Set())).toBeNull();
  expect(routeAt(board, ex, ey - 9, 5, new Set(), { "north-east": 0 })).toBe("north-east");
});

test("by night colours are exchanged, and nothing else", () => {
  const svg = '<g id="fff" fill="#fff" stroke="#000"><use href="#fff-a"/></g>';
  expect(byNight(svg, { "#fff": "#123456" })).toBe('<g id="fff" fill="#123456" stroke="#000"><use href="#fff-a"/></g>');
});

test("a car is never upside down", () => {
  expect(upright(170)).toBeCloseTo(-10);
  expect(upright(-100)).toBeCloseTo(80);
  expect(onSpace([10, 20, 180, 40], 20)).toBe("translate(10 20)rotate(0.0)scale(2.000 1)");
});
