/** Router: which screen is shown, from the address. */

import { here, screenAddress, screenOf } from "../../place";
import { saveSecret, secretOf } from "./storage";

export type Screen =
  | { screen: "start" }
  | { screen: "rules"; board: string }
  | { screen: "lesson" }
  | { screen: "puzzles" }
  | { screen: "puzzle"; id: string }
  | { screen: "table"; id: string; invite: string | null; watch: string | null; lesson: boolean }
  | { screen: "replay"; id: string; ply: number | null; seat: number | null; story: boolean }
  | { screen: "review"; id: string; ply: number | null };

const ADDRESS = /^\/(tables|games)\/([0-9a-z]+)$/;

function read(): Screen {
  const { pathname, hash, searchParams: query } = here();
  const [, kind, id = ""] = ADDRESS.exec(pathname) ?? [];
  if (kind === "tables") {
    const { join, watch } = secretOf(id, hash);
    return { screen: "table", id, invite: join, watch, lesson: query.has("lesson") };
  }
  if (kind === "games") {
    const [ply, seat] = [number(query.get("ply")), number(query.get("seat"))];
    if (query.has("review")) return { screen: "review", id, ply };
    return { screen: "replay", id, ply, seat, story: query.has("story") };
  }
  if (pathname === "/lesson") return { screen: "lesson" };
  const [, puzzles, puzzle] = /^\/(puzzles)(?:\/([\w-]+))?$/.exec(pathname) ?? [];
  if (puzzles) return puzzle ? { screen: "puzzle", id: puzzle } : { screen: "puzzles" };
  const [, rules, board = "europe"] = /^\/(rules)(?:\/([\w-]+))?$/.exec(pathname) ?? [];
  return rules ? { screen: "rules", board } : { screen: "start" };
}

function number(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** The address of a ply of a game, through the eyes of a seat or of the public. */
export function replayPath(id: string, ply: number | null = null, seat: number | null = null): string {
  const query = new URLSearchParams();
  if (ply !== null) query.set("ply", String(ply));
  if (seat !== null) query.set("seat", String(seat));
  return `/games/${id}${query.size ? `?${query}` : ""}`;
}

/** The address of the story of a game that is over. */
export function storyPath(id: string): string {
  return `/games/${id}?story`;
}

/** The address of the review of a game, at a ply if one is given. */
export function reviewPath(id: string, ply: number | null = null): string {
  return `/games/${id}?review${ply === null ? "" : `&ply=${ply}`}`;
}

/** What a link to this page leads to within it; null if it leads elsewhere. */
export function ownPath(link: string): string | null {
  const url = screenOf(link);
  return url && ADDRESS.test(url.pathname) ? url.pathname + url.search + url.hash : null;
}

class Router {
  current = $state.raw<Screen>({ screen: "start" });

  constructor() {
    if (typeof location === "undefined") return;
    this.current = read();
    addEventListener("popstate", () => (this.current = read()));
  }

  go(path: string): void {
    history.pushState(null, "", screenAddress(path));
    this.current = read();
  }

  /** Change the address, and stay on the screen. */
  replace(path: string): void {
    const { pathname, search } = here();
    if (pathname + search !== path) history.replaceState(null, "", screenAddress(path));
  }

  /** Take the secret of a table out of the address bar. */
  hideSecret(id: string): void {
    if (!location.hash) return;
    saveSecret(id, location.hash);
    history.replaceState(null, "", location.pathname + location.search);
  }
}

export const router = new Router();
