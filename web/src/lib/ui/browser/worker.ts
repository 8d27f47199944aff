/** The service worker: registered once the page is at rest; what it tells the page, and what it is told. */

import { loading, onReady } from "../../net/loading.svelte";
import { atRest } from "../../net/rest";
import { fileAddress } from "../../place";
import type { Call } from "../../../worker/calls";

/** Whether this browser has service workers here: only by https, or from this machine. */
export function hasWorker(): boolean {
  return typeof navigator !== "undefined" && "serviceWorker" in navigator;
}

/** Register the worker when the page has come to rest, so that it costs the first screen nothing. */
export function startWorker(): void {
  if (!hasWorker() || !import.meta.env.PROD) return;
  // without a server all files are kept: not before this page has its own
  if (!loading.ready) return onReady(startWorker);
  const register = () => navigator.serviceWorker.register(fileAddress("/worker.js")).catch(() => null);
  if (document.readyState === "complete") atRest(() => void register());
  else addEventListener("load", () => atRest(() => void register()), { once: true });
}

/** Listen for calls to tables; returns how to stop. */
export function onCalled(listen: () => void): () => void {
  if (!hasWorker()) return () => undefined;
  const heard = (event: MessageEvent<{ type?: string }>) => event.data.type === "called" && listen();
  navigator.serviceWorker.addEventListener("message", heard);
  return () => navigator.serviceWorker.removeEventListener("message", heard);
}

/** Call somebody whose page is open and hidden: the server does not call those who are connected. */
export function callHere(call: Call): void {
  if (!hasWorker() || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  navigator.serviceWorker.controller?.postMessage({ type: "call", call });
}

/** A table is looked at: its call has been heard. */
export async function hushCall(table: string): Promise<void> {
  const registration = hasWorker() ? await navigator.serviceWorker.getRegistration().catch(() => undefined) : undefined;
  const shown = await registration?.getNotifications({ tag: table });
  shown?.forEach((one) => one.close());
}
