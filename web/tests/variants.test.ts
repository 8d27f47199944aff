import { expect, test } from "vitest";
import { boardTitle, variantTitle } from "../src/i18n/boards";
import { mapsOf, variantChanges, variantsOf } from "../src/lib/game/variants";
import { board as whole } from "./small";

const board = (id: string, base = id) => ({ id, base, name: `Board ${id}`, min_seats: 2, max_seats: 5 });
const ALL = [board("harbour"), board("usa"), board("usa-1910", "usa"), board("london"), board("lost", "elsewhere")];

test("boards come in our order, with variants behind their board only", () => {
  expect(mapsOf(ALL).map(({ id }) => id)).toEqual(["usa", "london", "harbour", "lost"]);
  expect(variantsOf(ALL, "usa").map(({ id }) => id)).toEqual(["usa-1910"]);
  expect(variantsOf(ALL, "london")).toEqual([]);
});

test("our variants have names in each language, others that of their file", () => {
  expect(boardTitle("es", "usa-big-cities", "USA Big Cities")).toBe("EE. UU. Grandes ciudades");
  expect(boardTitle("pt-BR", "europe-1912", "Europe 1912")).toBe("Europa 1912");
  expect(variantTitle("en", "usa-mega")).toBe("Mega");
  expect(boardTitle("es", "harbour-mega", "Harbour, long game")).toBe("Harbour, long game");
  expect(variantTitle("es", "harbour-mega")).toBeNull();
  expect(boardTitle("es", "usa", "USA")).toBe("EE. UU.");
});

test("what a variant changes is told, and nothing else", () => {
  const base = whole.facts;
  expect(variantChanges({ ...base, id: "small-x" }, base)).toEqual([]);
  const [first, ...rest] = base.tickets;
  const changed = {
    ...base,
    tickets: [{ ...first!, points: first!.points + 1 }, ...rest.slice(1), { ...first!, id: "new-one" }],
    deal_long: 2,
    draw_tickets: 7,
    longest_bonus: 0,
    most_tickets_bonus: 15,
    big_cities: [base.cities[0]!.id],
  };
  const found = variantChanges(changed, base);
  expect(found.map(({ key }) => key)).toEqual([
    expect.stringMatching(/^tickets/),
    "new",
    "gone",
    "values",
    "big_cities",
    "deal_long",
    "draw",
    "no_longest",
    "most_tickets",
  ]);
  expect(found.find(({ key }) => key === "most_tickets")?.params).toEqual({ n: 15 });
});
