import { expect, test } from "vitest";
import { filesOf } from "../src/local/tar";

const BLOCK = 512;

/** One file of an archive, as ustar has it: name, size in octal digits, the first part of a long path. */
function entry(name: string, prefix: string, content: string): number[] {
  const bytes = new Uint8Array(BLOCK * (1 + Math.ceil(content.length / BLOCK)));
  const put = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  put("ustar\0", 257);
  put(prefix, 345);
  put(content, BLOCK);
  return [...bytes];
}

test("an archive gives its files with their paths, long ones and empty ones too", () => {
  const files = [
    entry("a.py", "", "import b\n"),
    entry("b/empty.py", "", ""),
    entry("c.py", "deep/er", "x".repeat(1500)),
  ];
  const archive = new Uint8Array([...files.flat(), ...Array<number>(2 * BLOCK).fill(0)]);
  const found = [...filesOf(archive)].map(([name, content]) => [name, new TextDecoder().decode(content)]);
  expect(Object.fromEntries(found)).toEqual({
    "a.py": "import b\n",
    "b/empty.py": "",
    "deep/er/c.py": "x".repeat(1500),
  });
});
