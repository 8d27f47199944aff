import { describe, expect, test } from "vitest";
import { bow, routeLines, windowOf } from "../src/lib/art/ticket_map";
import { laneLine, laneOf, markedCities, numberPlace, ticketWays, wayStyle } from "../src/lib/map/ways";
import type { Space } from "../src/protocol";
import { board, view } from "./small";

const { layout } = board;

describe("the ways of all tickets", () => {
  const tickets = ["north-south", "west-east"];

  test("are numbered in the order in which they were kept, with what is missing", () => {
    const ways = ticketWays(board, view({ tickets, routes: { "west-north": 0 } }));
    expect(ways.map(({ number, ticket, cities }) => [number, ticket, ...cities])).toEqual([
      [1, "north-south", "north", "south"],
      [2, "west-east", "west", "east"],
    ]);
    expect(ways[0]).toMatchObject({ state: "open", routes: ["west-north", "south-west"], missing: ["south-west"] });
  });

  test("are not there for who only watches, and a lost ticket has none", () => {
    expect(ticketWays(board, view({ seat: null }))).toEqual([]);
    const routes = { "west-north": 1, "north-east": 1, "north-south": 1 };
    expect(ticketWays(board, view({ routes }))[0]).toMatchObject({ state: "lost", routes: [], missing: [] });
  });

  test("keep to lanes of their own on a route that they share", () => {
    const ways = ticketWays(board, view({ tickets, hand: {} }));
    const lanes = ways.map((way) => laneOf(ways, way, "west-north"));
    expect(lanes).toEqual([-0.5, 0.5]);
    const lines = lanes.map((lane) => laneLine(layout, ["west-north"], () => lane * 8));
    expect(new Set(lines).size).toBe(2);
    expect(laneOf(ways, ways[0]!, "south-west")).toBe(0);
  });

  test("have their numbers on a route that is missing, rather on one that no other way takes", () => {
    const ways = ticketWays(board, view({ tickets, hand: {} }));
    expect(ways.map((way) => numberPlace(layout, ways, way, () => 0))).toEqual([
      [25, 75], // south-west, not west-north
      [75, 25],
    ]);
    const [done] = ticketWays(board, view({ routes: { "north-south": 0 } }));
    expect(numberPlace(layout, [done!], done!, () => 0)).toBeNull();
  });

  test("mark a city once for each ticket that names it", () => {
    const ways = ticketWays(board, view({ tickets: ["north-south", "west-east"] }));
    expect([...markedCities(ways).keys()].sort()).toEqual(["east", "north", "south", "west"]);
  });

  test("differ in dashes, not in colour alone", () => {
    const styles = [1, 2, 3, 4, 5, 6, 7, 8].map(wayStyle);
    expect(new Set(styles.map(({ dashes }) => dashes)).size).toBe(8);
    expect(new Set(styles.map(({ colour }) => colour)).size).toBe(8);
  });
});

describe("the small map of a ticket", () => {
  const wide = { ...layout, width: 1000, height: 600 };
  const ticket = board.ticket("north-south");

  test("shows both cities, and does not look beyond the page if it need not", () => {
    const { x, y, width, height } = windowOf(wide, ticket, [], 2);
    expect([x, y]).toEqual([0, 0]);
    expect(width).toBe(2 * height);
    for (const { x: cx, y: cy } of [layout.cities.north!, layout.cities.south!]) {
      expect(cx).toBeLessThan(width);
      expect(cy).toBeLessThan(height);
    }
  });

  test("grows with a way that leads farther", () => {
    const space: Space = [900, 500, 0, 20];
    const far = { ...wide, routes: { far: { ...layout.routes["south-west"]!, spaces: [space] } } };
    const part = windowOf(far, ticket, ["far"], 2);
    expect(part.x + part.width).toBeGreaterThan(900);
  });

  test("draws a way through the spaces, and a bow where there is none", () => {
    expect(routeLines(layout, ["south-west"])).toBe("M50,100L25,75L0,50");
    expect(bow(layout, ticket)).toMatch(/^M50 0Q-?\d+ -?\d+ 50 100$/);
  });
});
