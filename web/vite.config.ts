import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `make dev`: Vite serves the page, and passes on what belongs to the server, WebSockets included.
const server = process.env.BRANCHLINE_DEV_SERVER ?? "http://127.0.0.1:8000";

// The bundle is part of the Python package, so that installing needs no Node (docs/page.md).
export default defineConfig({
  plugins: [svelte()],
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
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
