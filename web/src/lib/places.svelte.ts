/** Places: which screen is shown, from the address; and the tables that this browser has sat at. */

export type Place =
  | { screen: "start" }
  | { screen: "table"; id: string; invite: string | null; watch: string | null };

const VISITED = "branchline.tables";
const KEPT = 12;

function read(): Place {
  const table = /^\/tables\/([0-9a-z]+)$/.exec(location.pathname);
  if (!table) return { screen: "start" };
  const secret = new URLSearchParams(location.hash.slice(1));
  return { screen: "table", id: table[1]!, invite: secret.get("join"), watch: secret.get("watch") };
}

class Places {
  now = $state.raw<Place>({ screen: "start" });

  constructor() {
    if (typeof location === "undefined") return;
    this.now = read();
    addEventListener("popstate", () => (this.now = read()));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.now = read();
  }

  /** Take a secret out of the address bar, once it has done its work. */
  hideSecret(): void {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }
}

export const places = new Places();

/** Ids of the tables visited last, the latest first. */
export function visited(): string[] {
  try {
    return JSON.parse(localStorage.getItem(VISITED) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function rememberVisit(id: string): void {
  keepVisits([id, ...visited().filter((other) => other !== id)].slice(0, KEPT));
}

export function forgetVisit(id: string): void {
  keepVisits(visited().filter((other) => other !== id));
}

function keepVisits(ids: string[]): void {
  try {
    localStorage.setItem(VISITED, JSON.stringify(ids));
  } catch {
    // a browser that keeps nothing still plays
  }
}
