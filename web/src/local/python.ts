/** Python in a worker, from the folder of the page. */

import { keepMemory, keptMemory } from "./memory";
import type { Start } from "./messages";
import { filesOf } from "./tar";

/** What is used of Pyodide. Objects of Python have the names that they have there. */
export interface Python {
  pyimport(module: string): Record<string, (...values: unknown[]) => unknown>;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  };
}

interface Options {
  indexURL: string;
  _loadSnapshot?: Promise<ArrayBuffer>;
  _makeSnapshot?: boolean;
}

interface Loader {
  loadPyodide(options: Options): Promise<Python>;
}

/** Where packages are installed. */
const PACKAGES = "/lib/python3.14/site-packages";

/**
 * Load Python and its packages. `onBytes` is told of all bytes as they come. Whoever is `patient` keeps Python's memory
 * as it is after its start, so that the next start has only to read it.
 */
export async function loadPython(start: Start, patient: boolean, onBytes: (count: number) => void): Promise<Python> {
  const plain = self.fetch;
  if (!start.kept) self.fetch = async (...request) => counted(await plain(...request), onBytes);
  const packages = unpacked(`${start.folder}packages.tar.gz`);
  const python = await begin(start, patient);
  install(python, await packages);
  self.fetch = plain;
  return python;
}

/** Python alone: with the memory that is kept, or else anew. */
async function begin(start: Start, patient: boolean): Promise<Python> {
  const indexURL = start.folder;
  const remembered = keptMemory(indexURL);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`)) as Loader;
  const memory = await remembered;
  if (memory) {
    const _loadSnapshot = memory.arrayBuffer(); // read while Pyodide is loaded
    const python = await loadPyodide({ indexURL, _loadSnapshot }).catch(() => null);
    python?.pyimport("random").seed!(); // nobody's chance is that of the last start
    if (python) return python;
  }
  const python = await loadPyodide({ indexURL, _makeSnapshot: patient });
  if (patient) {
    python.runPython(`import ${start.modules.join()}`);
    void keepMemory(indexURL, python.makeMemorySnapshot());
  }
  return python;
}

/** An archive of packages, without its compression. */
async function unpacked(address: string): Promise<Uint8Array> {
  const { body } = await self.fetch(address);
  const plain = body!.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

function install(python: Python, archive: Uint8Array): void {
  const folders = new Set<string>();
  for (const [name, content] of filesOf(archive)) {
    const path = `${PACKAGES}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, content, { canOwn: true });
  }
  python.runPython(`import sys; sys.path_importer_cache.pop("${PACKAGES}", None)`); // it has seen the folder empty
}

/** The same answer, whose bytes are told as they are read. The browser keeps no machine code of what is so read. */
function counted(answer: Response, onBytes: (count: number) => void): Response {
  if (!answer.ok || !answer.body) return answer;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { status: answer.status, headers: answer.headers });
}
