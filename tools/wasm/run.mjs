// Runs Python code in Pyodide: node run.mjs '{"pyodide": FOLDER, "wheels": [FILE], "folders": {NAME: FOLDER}, "code": CODE}'
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { pyodide, wheels, folders, code } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
try {
  const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
  for (const [name, folder] of Object.entries(folders)) python.mountNodeFS(name, folder);
  python.runPython(code);
} catch (error) {
  console.error(error.message); // without the line of Pyodide's code, which is very long
  process.exitCode = 1;
}
