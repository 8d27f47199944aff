/**
 * Python's memory as it is once it has started and loaded its own library: the next start reads it, which is faster than
 * to start. It belongs to one build of Python and one version of the browser.
 */

const NAME = "branchline-python";

const key = (folder: string): string => `${folder}memory?${encodeURIComponent(navigator.userAgent)}`;

/** The memory that is kept; null if there is none. */
export async function keptMemory(folder: string): Promise<Response | null> {
  try {
    return (await (await caches.open(NAME)).match(key(folder))) ?? null;
  } catch {
    return null; // this browser keeps nothing
  }
}

/** Keep this memory, and no other. */
export async function keepMemory(folder: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await caches.delete(NAME);
    await (await caches.open(NAME)).put(key(folder), new Response(memory));
  } catch {
    // this browser keeps nothing, or has no room: the next start takes longer
  }
}
