// Rules for TypeScript and Svelte. Prettier formats, svelte-check checks types; this finds mistakes and keeps the layers.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

/** What may not be imported where: lib/game knows nothing of lib/net, and lib nothing of what is drawn. */
function layer(files, ...above) {
  const group = above.map((room) => `**/${room}/**`);
  return {
    files,
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message: "Imports point inward." }] }] },
  };
}

export default defineConfig(
  { ignores: ["node_modules", "src/protocol.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-undef": "off", // TypeScript knows better
      "@typescript-eslint/no-non-null-assertion": "off", // with noUncheckedIndexedAccess, `!` says what cannot be missing
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/no-at-html-tags": "off", // what the server draws: nothing in it comes from a player
      "svelte/no-navigation-without-resolve": "off", // of SvelteKit
      "svelte/no-useless-mustaches": "off", // a blank that Svelte would drop is written {" "}
      "svelte/prefer-svelte-reactivity": "off", // maps and sets are replaced as a whole ($state.raw, $derived), never changed
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"] } },
  },
  { files: ["tests/**"], rules: { "@typescript-eslint/no-empty-function": "off" } },
  layer(["src/lib/game/**"], "art", "map", "net", "ui", "i18n", "parts", "screens"),
  layer(["src/lib/art/**"], "map", "net", "ui", "i18n", "parts", "screens"),
  layer(["src/lib/map/**"], "net", "ui", "i18n", "parts", "screens"),
  layer(["src/lib/motion/**"], "net", "ui", "i18n", "parts", "screens"),
  layer(["src/lib/net/**"], "map", "ui", "i18n", "parts", "screens"),
  layer(["src/lib/ui/**"], "parts", "screens"),
  layer(["src/parts/**"], "screens"),
  layer(
    ["src/parts/common/**"],
    "board",
    "hand",
    "table",
    "players",
    "banners",
    "waiting",
    "end",
    "dialogs",
    "start",
    "screens",
  ),
);
