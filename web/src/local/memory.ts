/**
 * Python's memory as it is once it has started and imported everything: the next start reads it, which is faster than to
 * start. It belongs to one build of Python and our packages and one version of the browser.
 */

const NAME = "branchline-python";
/** Headers: where extensions have their places in the memory, and how many bytes it has. */
const PLACES = "Extension-Places";
const SIZE = "Memory-Size";

const key = (folder: string): string => `${folder}memory?${encodeURIComponent(navigator.userAgent)}`;

export interface Memory {
  places: string;
  /** Read all of it; an error if something is missing. */
  read(): Promise<ArrayBuffer>;
}

/** The memory that is kept; null if there is none. */
export async function keptMemory(folder: string): Promise<Memory | null> {
  try {
    const found = await (await caches.open(NAME)).match(key(folder));
    const places = found?.headers.get(PLACES);
    return found && places ? { places, read: () => whole(found) } : null;
  } catch {
    return null; // this browser keeps nothing
  }
}

async function whole(found: Response): Promise<ArrayBuffer> {
  const content = await found.arrayBuffer();
  if (String(content.byteLength) !== found.headers.get(SIZE)) throw new Error("a part of the memory is missing");
  return content;
}

/** Keep this memory, and no other. */
export async function keepMemory(folder: string, memory: Uint8Array<ArrayBuffer>, places: string): Promise<void> {
  try {
    await caches.delete(NAME);
    const headers = { [PLACES]: places, [SIZE]: String(memory.length) };
    await (await caches.open(NAME)).put(key(folder), new Response(memory, { headers }));
  } catch {
    // this browser keeps nothing, or has no room: the next start takes longer
  }
}
