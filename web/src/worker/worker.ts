/**
 * The service worker: it keeps the shell of the page, so that it opens without a connection and says so, and it shows
 * who is called to a table. It never keeps anything of the API. Nothing of the page depends on it.
 */

/// <reference lib="webworker" />

import { type Call, callPath, callText } from "./calls";
import { isAsset, isPage, outdated, shellName } from "./shell";
import { type Site, SiteFiles } from "./site";

declare const self: ServiceWorkerGlobalScope & { SITE?: Site };
/** Put in by the build: the files of the shell, and a digest of all of them. */
declare const SHELL_FILES: string[];
declare const SHELL_VERSION: string;

const SHELL = shellName(SHELL_VERSION);
/** All files of a page without a server; null with one. */
const site = self.SITE ? new SiteFiles(self.SITE) : null;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      if (site) return site.install();
      const shell = await caches.open(SHELL);
      await shell.addAll(SHELL_FILES);
      // A page that is open goes on with its own files: they have names of their own, and stay for a while.
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      if (site) return site.activate();
      for (const name of outdated(await caches.keys(), SHELL)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (site) return event.respondWith(site.answer(request));
  if (request.mode === "navigate" && isPage(url.pathname)) event.respondWith(page(request));
  else if (isAsset(url.pathname)) event.respondWith(asset(request));
});

/** The page as the server has it now; without a connection, as it was. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(SHELL)).match("/");
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes under its name: of any version that is kept. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

self.addEventListener("push", (event) => {
  const call = event.data?.json() as Call | undefined;
  if (call?.table) event.waitUntil(show(call));
});

// A page that is open and hidden calls by itself: the server calls only those who are not connected.
self.addEventListener("message", (event) => {
  const told = event.data as { type?: string; call?: Call };
  if (told.type === "call" && told.call) event.waitUntil(show(told.call));
  if (told.type === "take") event.waitUntil(self.skipWaiting());
});

/** Show a call, unless its table is in front; pages that are open learn of it, too. */
async function show(call: Call): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const one of windows) one.postMessage({ type: "called", table: call.table });
  if (windows.some((one) => one.focused && new URL(one.url).pathname === callPath(call))) return;
  const { title, body } = callText(call);
  await self.registration.showNotification(title, {
    body,
    tag: call.table,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    lang: call.language,
    data: callPath(call),
  });
  const waiting = await self.registration.getNotifications();
  await self.navigator.setAppBadge?.(waiting.length);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Show a table: where it is open already, or else in a new window. A window with another game is left alone. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((one) => new URL(one.url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}
