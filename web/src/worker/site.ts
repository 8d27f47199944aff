/**
 * The service worker of a page without a server: it keeps all files, so that the page opens without a network.
 *
 * A new version is fetched whole while the old one goes on. It is taken at the next start: when the page is opened
 * after all its windows were closed, or when its only window is loaded anew. So no game gets files of two versions.
 */

/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** What `make site` puts in front of this script: a digest of all files, and their digests by name. */
export interface Site {
  version: string;
  files: Record<string, string>;
}

const PREFIX = "branchline-site-";
/** The name under which a version keeps which files it has. */
const CONTENTS = "site.json";

export class SiteFiles {
  private readonly name: string;

  constructor(private readonly site: Site) {
    this.name = PREFIX + site.version;
  }

  /** Fetch this version; what has not changed since an older one is taken from there. */
  async install(): Promise<void> {
    const kept = await caches.open(this.name);
    const older = await this.older();
    for (const [file, digest] of Object.entries(this.site.files)) {
      const known = older.find(({ files }) => files[file] === digest)?.cache;
      const answer = (await known?.match(file)) ?? (await fetch(file, { cache: "no-cache" }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await kept.put(file, answer);
    }
    await kept.put(CONTENTS, new Response(JSON.stringify(this.site.files)));
  }

  private async older(): Promise<{ cache: Cache; files: Record<string, string> }[]> {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = name.startsWith(PREFIX) ? await caches.open(name) : null;
      const contents = await cache?.match(CONTENTS);
      if (cache && contents) found.push({ cache, files: (await contents.json()) as Record<string, string> });
    }
    return found;
  }

  /** This version is the one from now on. */
  async activate(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== this.name) await caches.delete(name);
    }
    await self.clients.claim();
  }

  /** Answer a request for a file of the page. */
  async answer(request: Request): Promise<Response> {
    if (request.mode === "navigate") return this.page(request);
    const kept = await caches.open(this.name);
    return (await kept.match(request, { ignoreSearch: true })) ?? (await caches.match(request)) ?? fetch(request);
  }

  /** The page itself: of a newer version, if there is one and nobody is in the middle of a game. */
  private async page(request: Request): Promise<Response> {
    const { waiting } = self.registration;
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (waiting && isReload(request) && windows.length <= 1) {
      waiting.postMessage({ type: "take" });
      const newest = (await caches.keys()).findLast((name) => name.startsWith(PREFIX)) ?? this.name;
      return (await (await caches.open(newest)).match("index.html")) ?? fetch(request);
    }
    return (await (await caches.open(this.name)).match("index.html")) ?? fetch(request);
  }
}

/** Whether a window loads anew what it shows; TypeScript does not know it yet. */
function isReload(request: Request & { isReloadNavigation?: boolean }): boolean {
  return request.isReloadNavigation ?? false;
}
