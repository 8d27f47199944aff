/** Python in a worker, from the folder of the page. */

import { type Extensions, keepMemory, keptMemory } from "./memory";
import type { Start } from "./messages";
import { filesOf } from "./tar";

/** What is used of Pyodide. Objects of Python have the names that they have there. */
export interface Python {
  pyimport(module: string): Record<string, (...values: unknown[]) => unknown>;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** What is used of Emscripten, which runs Python: it can be prepared before Python starts. */
interface Machine {
  preRun: ((machine: Machine) => void)[];
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  };
  HEAPU32: Uint32Array;
  wasmTable: WebAssembly.Table;
  /** Extensions that are loaded already, by their paths. */
  preloadedWasm: Record<string, object>;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  loadWebAssemblyModule(code: WebAssembly.Module, flags: object, path: string, scope: object): Promise<object>;
  loadDynamicLibrary(path: string, flags: object, scope: object, handle: number): void;
  /** What Python has opened. */
  LDSO: { loadedLibsByHandle: Record<number, { name: string }> };
  _emscripten_get_sbrk_ptr(): number;
}

interface Options {
  indexURL: string;
  createPyodideModule: (machine: Machine) => Promise<unknown>;
  _loadSnapshot?: Promise<ArrayBuffer>;
  _makeSnapshot?: boolean;
}

interface Loader {
  loadPyodide(options: Options): Promise<Python>;
}

interface MachineCode {
  default(machine: Machine): Promise<unknown>;
}

/** Our packages: their files by their paths, and their extensions in the order in which they are loaded. */
interface Packages {
  files: [path: string, content: Uint8Array<ArrayBuffer>][];
  extensions: [path: string, code: WebAssembly.Module][];
}

/** Where packages are installed. */
const PACKAGES = "/lib/python3.14/site-packages";
/** All that the workers need of ours: it is in Python's memory once that is kept. */
const LOAD_ALL = "import branchline.local.server, branchline.local.thinking";

/**
 * Load Python and its packages. `onBytes` is told of all bytes as they come. Whoever is `patient` keeps Python's memory
 * once everything is imported, so that the next start has only to read it.
 */
export async function loadPython(start: Start, patient: boolean, onBytes: (count: number) => void): Promise<Python> {
  const plain = self.fetch;
  if (!start.kept) self.fetch = async (...request) => counted(await plain(...request), onBytes);
  const python = await begin(start, patient);
  self.fetch = plain;
  return python;
}

/** Python with our packages: with the memory that is kept, or else anew. */
async function begin({ folder: indexURL }: Start, patient: boolean): Promise<Python> {
  const remembered = keptMemory(indexURL);
  const packages = unpacked(`${indexURL}packages.tar.gz`);
  const code = import(/* @vite-ignore */ `${indexURL}pyodide.asm.mjs`) as Promise<MachineCode>;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`)) as Loader;
  const load = async (given: Partial<Options>, wanted?: Extensions): Promise<[Python, Preparation]> => {
    const prepared = new Preparation(packages, wanted);
    const createPyodideModule = async (machine: Machine) => {
      machine.preRun.push((there) => prepared.prepare(there));
      return (await code).default(machine);
    };
    const python = await Promise.race([loadPyodide({ indexURL, createPyodideModule, ...given }), prepared.failed]);
    return [python, prepared];
  };
  const memory = await remembered;
  if (memory) {
    const _loadSnapshot = memory.read(); // read while Pyodide is loaded
    const [python] = await load({ _loadSnapshot }, memory.extensions).catch(() => [null]);
    python?.pyimport("random").seed!(); // nobody's chance is that of the last start
    if (python) return python;
  }
  const [python, prepared] = await load({ _makeSnapshot: patient });
  if (patient) {
    python.runPython(LOAD_ALL);
    void keepMemory(indexURL, python.makeMemorySnapshot(), prepared.extensions());
  }
  return python;
}

/**
 * What is done before Python starts: our packages are installed and their extensions loaded. In Python's memory are
 * addresses of what extensions have, so it can be used again only if they are in the same places. `wanted`: the
 * extensions as they were in the memory that is used.
 */
class Preparation {
  private machine!: Machine;
  private places = "";
  readonly failed: Promise<never>;
  private fail!: (error: unknown) => void;

  constructor(
    private readonly packages: Promise<Packages>,
    private readonly wanted?: Extensions,
  ) {
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined); // whoever loads Python hears of it
  }

  prepare(machine: Machine): void {
    this.machine = machine;
    machine.addRunDependency(PACKAGES);
    this.packages
      .then(async ({ files, extensions }) => {
        install(machine, files);
        const places = [];
        for (const [path, code] of extensions) {
          const flags = { loadAsync: true, nodelete: true };
          machine.preloadedWasm[path] = await machine.loadWebAssemblyModule(code, flags, path, {});
          places.push(machine.HEAPU32[machine._emscripten_get_sbrk_ptr() / 4], machine.wasmTable.length);
        }
        this.places = places.join();
        if (this.wanted) this.restore(machine, this.wanted);
        machine.removeRunDependency(PACKAGES);
      })
      .catch(this.fail);
  }

  /** What Python had opened is open again, so that it finds more there. */
  private restore(machine: Machine, { places, handles }: Extensions): void {
    if (places !== this.places) throw new Error("extensions are elsewhere now");
    for (const [handle, path] of handles) machine.loadDynamicLibrary(path, { nodelete: true }, {}, handle);
  }

  /** The extensions as they are in Python's memory. */
  extensions(): Extensions {
    const opened = Object.entries(this.machine.LDSO.loadedLibsByHandle);
    const handles = opened.map(([handle, { name }]): [number, string] => [Number(handle), name]);
    return { places: this.places, handles: handles.filter(([, name]) => name.startsWith(PACKAGES)) };
  }
}

/** The packages of an archive, without its compression. */
async function unpacked(address: string): Promise<Packages> {
  const { body } = await self.fetch(address);
  const plain = body!.pipeThrough(new DecompressionStream("gzip"));
  const archive = new Uint8Array(await new Response(plain).arrayBuffer());
  const files = [...filesOf(archive)].map(([name, content]): Packages["files"][0] => [`${PACKAGES}/${name}`, content]);
  const extensions = files
    .filter(([path]) => path.endsWith(".so"))
    .map(async ([path, content]): Promise<Packages["extensions"][0]> => [path, await WebAssembly.compile(content)]);
  return { files, extensions: await Promise.all(extensions) };
}

/** Write files where Python finds them. What else a package says of itself would make Pyodide look at it first. */
function install({ FS }: Machine, files: Packages["files"]): void {
  const folders = new Set<string>();
  for (const [path, content] of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder.includes(".dist-info")) continue;
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, content, { canOwn: true });
  }
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
