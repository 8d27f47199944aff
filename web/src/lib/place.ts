/** Where the page is: on a server, or a folder of files anywhere. There its screens have addresses behind a `?`. */

/** The name of what describes the folder, if the page is one; null with a server. `make site` puts it into the page. */
export const site: string | null =
  typeof document === "undefined"
    ? null
    : (document.querySelector<HTMLMetaElement>('meta[name="branchline-site"]')?.content ?? null);

/** Files that only this browser has, by their paths: those of boards of one's own. */
const own = new Map<string, string>();

/** Give a file an address in this browser. */
export function addFile(path: string, text: string): void {
  const type = path.endsWith(".svg") ? "image/svg+xml" : "application/json";
  own.set(path, URL.createObjectURL(new Blob([text], { type })));
}

/** The address of a file of the page, such as `/page/fonts/sans.woff2`. */
export function fileAddress(path: string): string {
  return own.get(path) ?? (site === null ? path : new URL(`.${path}`, document.baseURI).href);
}

/** The address of a screen, such as `/rules`. */
export function screenAddress(path: string): string {
  if (site === null) return path;
  return location.pathname + (path === "/" ? "" : `?${path}`);
}

/** The same with everything that somebody else needs to open it. */
export function screenLink(path: string): string {
  return location.origin + screenAddress(path);
}

/** The screen of an address, as a path with its query; null if it is of another page. */
export function screenOf(address: string): URL | null {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
  if (url?.origin !== location.origin) return null;
  if (site === null) return url;
  if (url.pathname !== location.pathname) return null;
  const path = url.search.startsWith("?/") ? url.search.slice(1) : `/${url.search}`;
  return new URL(path + url.hash, location.origin);
}

/** The screen that the browser is at. */
export function here(): URL {
  return screenOf(location.href)!;
}
