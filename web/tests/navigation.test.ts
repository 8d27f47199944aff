import { describe, expect, test } from "vitest";
import type { Layout } from "../src/protocol";
import { allTargets, type Direction, nearest, nextTarget } from "../src/lib/map/navigation";
import { board } from "./small";

const layouts = import.meta.glob<Layout>("../../src/branchline/drawing/layouts/*.layout.json", {
  eager: true,
  import: "default",
});
const ARROWS: Direction[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

describe("arrow keys on the map", () => {
  test("lead to what lies in that direction", () => {
    const north = { kind: "city", id: "north" } as const;
    expect(nextTarget(board.layout, north, "ArrowDown")).toEqual({ kind: "route", id: "north-south" });
    expect(nextTarget(board.layout, north, "ArrowRight")).toEqual({ kind: "route", id: "north-east" });
    expect(nextTarget(board.layout, north, "ArrowUp")).toBeNull();
  });

  test("start from what is nearest", () => {
    expect(nearest(board.layout, 98, 52)).toEqual({ kind: "city", id: "east" });
  });

  test("know the three boards", () => expect(Object.keys(layouts)).toHaveLength(3));

  test.each(Object.entries(layouts))("reach every city and route: %s", (_, layout) => {
    const all = allTargets(layout);
    const key = (target: { kind: string; id: string }): string => `${target.kind} ${target.id}`;
    const reached = new Set([key(all[0]!)]);
    const open = [all[0]!];
    for (let here = open.pop(); here; here = open.pop()) {
      for (const arrow of ARROWS) {
        const next = nextTarget(layout, here, arrow);
        if (!next || reached.has(key(next))) continue;
        reached.add(key(next));
        open.push(next);
      }
    }
    expect(all.map(key).filter((one) => !reached.has(one))).toEqual([]);
  });
});
