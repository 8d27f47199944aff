/**
 * Python's memory as it is once it has started and imported everything: the next start reads it, which is faster than to
 * start. It belongs to one build of Python and our packages and one version of the browser.
 */

const NAME = "branchline-python";
/** Headers: what is to be known of the extensions in the memory, and how many bytes it has. */
const EXTENSIONS = "Extensions";
const SIZE = "Memory-Size";

const key = (folder: string): string => `${folder}memory?${encodeURIComponent(navigator.userAgent)}`;

/** Where extensions have their data and functions, and by which number Python knows each that it has opened. */
export interface Extensions {
  places: string;
  handles: [handle: number, path: string][];
}

export interface Memory {
  extensions: Extensions;
  /** Read all of it; an error if something is missing. */
  read(): Promise<ArrayBuffer>;
}

/** The memory that is kept; null if there is none. */
export async function keptMemory(folder: string): Promise<Memory | null> {
  try {
    const found = await (await caches.open(NAME)).match(key(folder));
    const extensions = found?.headers.get(EXTENSIONS);
    return found && extensions ? { extensions: JSON.parse(extensions) as Extensions, read: () => whole(found) } : null;
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
export async function keepMemory(
  folder: string,
  memory: Uint8Array<ArrayBuffer>,
  extensions: Extensions,
): Promise<void> {
  try {
    await caches.delete(NAME);
    const headers = { [EXTENSIONS]: JSON.stringify(extensions), [SIZE]: String(memory.length) };
    await (await caches.open(NAME)).put(key(folder), new Response(memory, { headers }));
  } catch {
    // this browser keeps nothing, or has no room: the next start takes longer
  }
}
