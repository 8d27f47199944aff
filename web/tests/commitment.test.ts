import { expect, test } from "vitest";
import { commitmentOf } from "../src/lib/game/commitment";

test("a commitment is the SHA-256 of the secret's bytes, not of its text", () => {
  const secret = "00112233445566778899aabbccddeeff";
  expect(commitmentOf(secret)).toBe("a8faed6abbf35c12a4b26e40f6feb19d736d90045c83b9f9a31f638d323e6811");
});
