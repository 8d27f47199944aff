import { describe, expect, test } from "vitest";
import { tonesOf } from "../src/lib/art/brush";
import { BUSES } from "../src/lib/art/buses";
import { drawCard, pictureOf } from "../src/lib/art/cards";
import { CARS } from "../src/lib/art/cars";
import { Board } from "../src/lib/game/board";
import { file } from "./small";

const style = (fill: string) => ({ fill, ink: "", symbol: "", floor: "", rim: "", print: "" });

describe("the picture of a colour", () => {
  test("is always the same for a colour that everybody knows", () => {
    expect(pictureOf(CARS, ["red", "blue"], "red")).toBe(pictureOf(CARS, ["green", "red"], "red"));
  });

  test("differs for every colour of a board, also for those that it has invented", () => {
    const colours = ["red", "teal", "pink", "brown", "blue", "gold", "green", "slate"];
    const pictures = colours.map((colour) => pictureOf(CARS, colours, colour));
    expect(new Set(pictures).size).toBe(colours.length);
  });

  test("is there even where a board has more colours than there are pictures", () => {
    const colours = [...Object.keys(BUSES), "red", "white"];
    for (const colour of colours) expect(pictureOf(BUSES, colours, colour)).toBeTypeOf("function");
  });
});

describe("a card", () => {
  test("is drawn for every colour, the wild one and the backs, each differently and without a broken number", () => {
    const board = new Board({ ...file, colours: { red: style("#c8362e"), blue: style("#2d74bb") } });
    for (const look of [board, new Board({ ...board.file, layout: { ...file.layout, style: "pop" } })]) {
      const cards = ["red", "blue", "wild", "blind", "ticket"].map((card) => drawCard(look, card));
      expect(new Set(cards).size).toBe(5);
      expect(cards.join("")).not.toMatch(/NaN|undefined|\.\d{3}/);
    }
  });

  test("has its own shades where a colour is nearly white or nearly black, and reads short colours", () => {
    expect(tonesOf(style("#fdfbf4")).body).not.toBe("#fdfbf4");
    expect(tonesOf(style("#38352f")).light).not.toBe(tonesOf(style("#fdfbf4")).light);
    expect(tonesOf(style("#f00")).light).toBe(tonesOf(style("#ff0000")).light);
  });
});
