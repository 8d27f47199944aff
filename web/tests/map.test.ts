import { describe, expect, test } from "vitest";
import { extent } from "../src/lib/map/boxes";
import { Camera } from "../src/lib/map/camera.svelte";
import { cityAt, onSpace, routeAt } from "../src/lib/map/geometry";
import { byNight } from "../src/lib/map/night";
import { Taps } from "../src/lib/map/taps";
import { upright } from "../src/lib/map/train";
import { board } from "./small";

describe("the camera", () => {
  const camera = (): Camera => {
    const made = new Camera({ left: 0, top: 0, right: 1000, bottom: 500 });
    made.resize(1000, 600);
    return made;
  };
  /** A sheet on the lower edge, in the middle. */
  const sheet = { left: 300, top: 400, right: 700, bottom: 600 };

  test("shows the whole map in the middle", () => {
    const made = camera();
    expect([made.scale, made.x, made.y]).toEqual([1, 0, 50]);
  });

  test("fits what matters of the map into what no dock covers", () => {
    const made = new Camera({ left: 100, top: 50, right: 900, bottom: 450 });
    made.resize(1000, 600, { left: 0, top: 60, right: 880, bottom: 520 });
    expect(made.toWindow(100, 50).map(Math.round)).toEqual([0, 70]);
    expect(made.toWindow(900, 450).map(Math.round)).toEqual([880, 510]);
  });

  test("shows the frame of the picture as well if that makes the map hardly smaller", () => {
    const picture = { left: 0, top: 0, right: 1000, bottom: 500 };
    const upright = new Camera({ left: 20, top: 50, right: 980, bottom: 450 }, picture);
    upright.resize(500, 900);
    expect(upright.toWindow(0, 0).map(Math.round)).toEqual([0, 325]);
    const wide = new Camera({ left: 40, top: 50, right: 980, bottom: 450 }, picture);
    wide.resize(2000, 500);
    expect(wide.scale).toBe(1.25);
    expect(wide.toWindow(500, 250).map(Math.round)).toEqual([1000, 250]);
  });

  test("goes along when docks leave another room, until somebody moves the map", () => {
    const made = camera();
    made.resize(1000, 600, { left: 0, top: 0, right: 500, bottom: 600 });
    expect(made.scale).toBe(0.5);
    made.zoom(2);
    made.resize(1000, 600);
    expect(made.scale).toBe(1);
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

  test("stays where it is if nothing covers what is asked about", () => {
    const made = camera();
    made.reveal([[150, 480]], [sheet]);
    made.reveal([[500, 200]], [sheet]);
    made.reveal([[999, 1]], [sheet]);
    expect([made.x, made.y, made.scale]).toEqual([0, 50, 1]);
  });

  test("moves just enough for a sheet not to cover what is asked about", () => {
    const made = camera();
    made.reveal([[500, 400]], [sheet]);
    expect([made.x, made.scale]).toEqual([0, 1]);
    expect(made.toWindow(500, 400)[1]).toBe(sheet.top - 30);
    made.release();
    made.reveal([[690, 480]], [sheet]);
    expect(made.y).toBe(50);
    expect(made.toWindow(690, 480)[0]).toBe(sheet.right + 30);
  });

  test("keeps to its place while the window has no size", () => {
    const made = new Camera({ left: 0, top: 0, right: 1000, bottom: 600 });
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
    const banner = { left: 0, top: 0, right: 1000, bottom: 50 };
    made.reveal(points, [banner, { ...sheet, left: 0, right: 1000 }]);
    for (const [px, py] of points.map((point) => made.toWindow(...point))) {
      expect(px).toBeGreaterThan(0);
      expect(px).toBeLessThan(made.width);
      expect(py).toBeGreaterThan(50);
      expect(py).toBeLessThan(sheet.top);
    }
    made.release();
    expect([made.x, made.y, made.scale]).toEqual([x, y, scale]);
  });

  test("goes back to where it was, unless the player has moved it since", () => {
    const made = camera();
    made.reveal([[500, 490]], [sheet]);
    expect(made.y).not.toBe(50);
    made.release();
    expect([made.x, made.y]).toEqual([0, 50]);
    made.reveal([[500, 490]], [sheet]);
    made.zoom(2);
    const { x, y } = made;
    made.release();
    expect([made.x, made.y]).toEqual([x, y]);
  });
});

describe("taps", () => {
  const taps = (font: number): [Camera, Taps] => {
    const camera = new Camera({ left: 0, top: 0, right: 1000, bottom: 500 });
    camera.resize(400, 600);
    return [camera, new Taps(camera, font, () => 300)];
  };

  test("on a map too small for fingers come nearer, and a second one right after is no move", () => {
    const [camera, made] = taps(15);
    expect(made.take(200, 300, true, 0)).toBe(true);
    expect(camera.scale * 15).toBeCloseTo(13);
    expect(made.take(200, 300, true, 200)).toBe(true);
    expect(camera.scale * 15).toBeCloseTo(13);
    expect(made.take(200, 300, true, 900)).toBe(false);
  });

  test("act at once where the map is large enough", () => {
    const [camera, made] = taps(30);
    expect(made.take(200, 300, true, 0)).toBe(false);
    expect(made.take(200, 300, true, 100)).toBe(false);
    expect(camera.scale).toBe(0.4);
  });

  test("that are two on nothing come nearer, and two more show all of the map", () => {
    const [camera, made] = taps(30);
    made.take(200, 300, false, 0);
    expect(made.take(200, 300, false, 100)).toBe(true);
    expect(camera.scale).toBeGreaterThan(0.5);
    made.take(200, 300, false, 1000);
    made.take(200, 300, false, 1100);
    expect(camera.scale).toBe(0.4);
  });
});

test("cities with their names and spaces with their trains are what matters of a map", () => {
  const { left, top, right, bottom } = extent(board.layout);
  for (const { x, y } of Object.values(board.layout.cities)) {
    expect(x > left && x < right && y > top && y < bottom).toBe(true);
  }
  expect(left).toBe(-15);
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
