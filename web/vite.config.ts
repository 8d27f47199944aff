import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The bundle is part of the Python package, so that installing needs no Node (docs/page.md).
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/branchline/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
