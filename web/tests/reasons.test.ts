import { describe, expect, test } from "vitest";
import { whyNotClaim, whyNotDraw, whyNotStation, whyNotTickets } from "../src/lib/game/reasons";
import { board, view } from "./small";

const claim = (route: string, more: Parameters<typeof view>[0] = {}) =>
  whyNotClaim(board, view(more), board.route(route));

describe("a route can't be claimed", () => {
  test("that somebody holds", () => {
    expect(claim("north-east", { routes: { "north-east": 1 } })).toEqual({ code: "route_taken", data: { seat: 1 } });
    expect(claim("north-east", { routes: { "north-east": 0 } })?.code).toBe("route_yours");
  });
  test("whose twin is closed", () => {
    expect(claim("east-south/red", { routes: { "east-south/blue": 0 }, closed: ["east-south/red"] })?.code).toBe(
      "twin_yours",
    );
    expect(claim("east-south/red", { routes: { "east-south/blue": 1 }, closed: ["east-south/red"] })?.code).toBe(
      "twin_closed",
    );
  });
  test("without enough cars", () => {
    const seats = view().seats.map((seat) => ({ ...seat, cars: 1 }));
    expect(claim("north-east", { seats })).toEqual({ code: "not_enough_cars", data: { need: 2, have: 1 } });
  });
  test("without the cards", () => {
    expect(claim("north-south")).toEqual({
      code: "not_enough_cards",
      data: { missing: 4, colour: "blue", need: 6 },
    });
  });
  test("as a ferry without its wilds (F1)", () => {
    expect(claim("south-west", { hand: { red: 5 } })).toEqual({
      code: "not_enough_wilds",
      data: { need: 1, have: 0 },
    });
  });
  test("out of turn, or in the middle of one", () => {
    expect(claim("north-east", { actor: 1 })?.code).toBe("not_your_turn");
    expect(claim("north-east", { phase: "second_card" })?.code).toBe("phase_second_card");
    expect(claim("north-east", { seat: null, hand: {} })?.code).toBe("spectator");
  });
});

test("there is no reason against what is possible", () => {
  expect(claim("north-east")).toBeNull();
  expect(claim("south-west")).toBeNull();
});

test("a face-up wild can't be the second card (D4)", () => {
  const now = view({ phase: "second_card", legal: ["draw red", "draw blue", "draw blind"] });
  expect(whyNotDraw(now, "wild")?.code).toBe("wild_as_second_card");
  expect(whyNotDraw(now, "red")).toBeNull();
  expect(whyNotDraw({ ...now, legal: [] }, "blind")?.code).toBe("nothing_to_draw");
});

test("tickets can't be drawn when none are left", () => {
  expect(whyNotTickets(view({ legal: ["draw red"] }))?.code).toBe("no_tickets_left");
  expect(whyNotTickets(view({ legal: ["tickets"] }))).toBeNull();
});

test("a station needs an empty city, a piece and its cards (B1, B2)", () => {
  expect(whyNotStation(board, view({ stations: { north: 1 } }), "north")?.code).toBe("city_has_station");
  expect(whyNotStation(board, view({ stations: { north: 0 } }), "north")?.code).toBe("station_yours");
  const last = view().seats.map((seat) => ({ ...seat, stations: 1 }));
  expect(whyNotStation(board, view({ seats: last, hand: { red: 1, wild: 1 } }), "north")).toEqual({
    code: "station_cards",
    data: { need: 3 },
  });
  const none = view().seats.map((seat) => ({ ...seat, stations: 0 }));
  expect(whyNotStation(board, view({ seats: none }), "north")?.code).toBe("no_stations_left");
  expect(whyNotStation(board, view(), "north")).toBeNull();
});
