import { expect, test } from "vitest";
import { ScrollPosition } from "../src/lib/ui/layout/scroll";

test("a list shows its end when a line is added, and stays in its place when older lines are", () => {
  const list = { scrollTop: 0, scrollHeight: 500 };
  const position = new ScrollPosition();
  position.restore(list, 10, "newest");
  expect(list.scrollTop).toBe(500);
  list.scrollTop = 0;
  position.note(list);
  list.scrollHeight = 900;
  position.restore(list, 18, "newest");
  expect(list.scrollTop).toBe(400);
  position.note(list);
  list.scrollHeight = 950;
  position.restore(list, 19, "newer");
  expect(list.scrollTop).toBe(950);
  list.scrollTop = 0;
  position.restore(list, 19, "newer");
  expect(list.scrollTop).toBe(950);
});
