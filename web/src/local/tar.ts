/** Archives as `tools/wasm/installed.py` writes them (ustar). */

const BLOCK = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const PREFIX = [345, 500] as const;

/** The files of an archive, with their paths. */
export function* filesOf(
  archive: Uint8Array<ArrayBuffer>,
): Generator<[path: string, content: Uint8Array<ArrayBuffer>]> {
  const letters = new TextDecoder();
  for (let at = 0; archive[at];) {
    const field = ([from, to]: readonly [number, number]): string =>
      letters.decode(archive.subarray(at + from, at + to)).split("\0", 1)[0]!;
    const prefix = field(PREFIX);
    const size = parseInt(field(SIZE), 8);
    const begin = at + BLOCK;
    yield [prefix ? `${prefix}/${field(NAME)}` : field(NAME), archive.subarray(begin, begin + size)];
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}
