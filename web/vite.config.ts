import { createHash } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

// `make dev`: Vite serves the page, and passes on what belongs to the server, WebSockets included.
const server = process.env.BRANCHLINE_DEV_SERVER ?? "http://127.0.0.1:8000";

/** Files of the shell that have no name of the build. */
const FIXED = ["/", "/page/fonts/serif.woff2", "/page/fonts/sans.woff2"];

/** Builds the service worker after the page, because it has to know the page's files: one script, /worker.js. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const digest = createHash("sha256");
      for (const name of Object.keys(bundle).sort()) {
        const part = bundle[name]!;
        digest.update(name).update(part.type === "chunk" ? part.code : part.source);
      }
      await build({
        configFile: false,
        publicDir: false,
        logLevel: "error",
        define: {
          SHELL_FILES: JSON.stringify([...FIXED, ...assets.sort().map((name) => `/${name}`)]),
          SHELL_VERSION: JSON.stringify(digest.digest("hex").slice(0, 16)),
        },
        build: {
          outDir: dir!,
          emptyOutDir: false,
          target: "es2022",
          lib: { entry: "src/worker/worker.ts", formats: ["iife"], name: "worker", fileName: () => "worker.js" },
        },
      });
    },
  };
}

// The bundle is part of the Python package, so that installing needs no Node (docs/page.md).
export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  server: { proxy: { "/api": { target: server, ws: true }, "/page": server } },
  build: {
    outDir: "../src/branchline/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // What of others is in the bundle, with its licences: for `make sbom`, and because they ask for it.
    license: { fileName: "licenses.json" },
  },
  worker: { format: "es" },
  // The page may stand anywhere (`make site`): scripts find each other from where they are.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === "js" ? { relative: true } : `/${name}`) },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
