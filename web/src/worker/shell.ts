/** Which files the service worker keeps, and for how long. */

const PREFIX = "branchline-shell-";
/** So many versions are kept before the newest: a game that is open may be some days old. */
const KEPT = 2;

export function shellName(version: string): string {
  return PREFIX + version;
}

/** The caches to be deleted, of all caches in the order in which they were made. */
export function outdated(names: string[], current: string): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== current);
  return others.slice(0, Math.max(0, others.length - KEPT));
}

/** Whether an address shows the page. */
export function isPage(path: string): boolean {
  return path === "/" || /^\/(tables|games|rules|lesson)(\/|$)/.test(path);
}

/** Whether an address is that of a file that never changes. The API, boards and tables are never among them. */
export function isAsset(path: string): boolean {
  return /^\/(assets|icons|page\/fonts)\//.test(path);
}
