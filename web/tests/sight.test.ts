import { expect, test } from "vitest";
import { Camera } from "../src/lib/map/camera.svelte";
import { edgeArrow, inSight, pointsOf } from "../src/lib/map/sight";
import { placeBy } from "../src/lib/ui/layout/anchor";
import { board } from "./small";

function zoomedIn(px: number, py: number): Camera {
  const camera = new Camera({ left: 0, top: 0, right: 100, bottom: 100 });
  camera.resize(800, 800);
  camera.zoom(4, px, py);
  return camera;
}

test("what lies outside the window is out of sight, and an arrow at the edge points there", () => {
  const camera = zoomedIn(0, 0); // the upper left quarter of a quarter
  const east = pointsOf(board.layout, "east");
  expect(inSight(camera, pointsOf(board.layout, "east-south/red"))).toBe(false);
  const { x, y, angle } = edgeArrow(camera, east, 30);
  expect(x).toBeCloseTo(770);
  expect(y).toBeGreaterThan(400);
  expect(angle).toBeGreaterThan(0);
  expect(angle).toBeLessThan(90);
  expect(inSight(zoomedIn(800, 400), east)).toBe(true);
});

test("what a dock covers is out of sight too, and the arrow stands where none does", () => {
  const camera = zoomedIn(0, 0);
  camera.fit();
  const east = pointsOf(board.layout, "east");
  expect(inSight(camera, east)).toBe(true);
  camera.free = { left: 0, top: 0, right: 500, bottom: 800 };
  expect(inSight(camera, east)).toBe(false);
  expect(edgeArrow(camera, east, 30).x).toBeCloseTo(470);
});

test("what belongs to an item stands beside a column and below a row, and never outside the window", () => {
  const size = { width: 200, height: 40 };
  const window = { width: 1000, height: 600 };
  const column = { left: 0, top: 0, right: 150, bottom: 300 };
  const [first, last] = [
    { ...column, bottom: 60 },
    { ...column, top: 240 },
  ];
  expect(placeBy(first, column, size, window)).toEqual({ left: 156, top: 6 });
  expect(placeBy(last, column, size, window)).toEqual({ left: 156, top: 240 });
  const row = { left: 0, top: 0, right: 1000, bottom: 60 };
  expect(placeBy({ ...row, right: 240 }, row, size, window)).toEqual({ left: 6, top: 66 });
  expect(placeBy({ ...row, left: 900 }, row, size, window)).toEqual({ left: 794, top: 66 });
  const phone = { left: 540, top: 50, right: 840, bottom: 120 };
  expect(placeBy(phone, phone, size, { width: 844, height: 390 })).toEqual({ left: 334, top: 50 });
  const low = { left: 0, top: 540, right: 1000, bottom: 600 };
  expect(placeBy({ ...low, right: 240 }, low, size, window)).toEqual({ left: 6, top: 494 });
});
