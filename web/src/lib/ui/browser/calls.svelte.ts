/** Calls: whether this browser wants to be called when it is its player's turn, also while no page is open. */

import { api, ApiError } from "../../net/api";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { load, save } from "./storage";
import { visits } from "../games/visits";
import { hasWorker } from "./worker";

/** `none`: neither this browser nor this server can do it; `denied`: the player has forbidden it to the browser. */
export type CallState = "none" | "off" | "on" | "denied";

const KEY = "branchline.calls";
/** Milliseconds after which the server is told again: it forgets browsers that say nothing for half a year. */
const AGAIN = 86_400_000;
/** At so many tables a seat is looked for. */
const TRIED = 8;

interface Told {
  at: number;
  endpoint: string;
  language: string;
}

class Calls {
  state = $state<CallState>("none");
  busy = $state(false);
  #key = "";

  /** Find out whether calls are possible, and whether they are wanted. */
  async look(): Promise<void> {
    if (!hasWorker() || !("PushManager" in window) || !("Notification" in window)) return;
    this.#key ||= (await api.pushKey().catch(() => null)) ?? "";
    if (!this.#key) return;
    const subscription = await current();
    this.state = Notification.permission === "denied" ? "denied" : subscription ? "on" : "off";
    if (subscription) await this.#tellAgain(subscription);
  }

  /** Ask the player for leave, the browser for a subscription, and tell the server. */
  async turnOn(): Promise<void> {
    await this.#alone(async () => {
      if ((await Notification.requestPermission()) !== "granted") return;
      const registration = await navigator.serviceWorker.ready;
      const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key });
      if (!(await tell(made))) await made.unsubscribe();
    });
  }

  async turnOff(): Promise<void> {
    await this.#alone(async () => {
      const subscription = await current();
      if (!subscription) return;
      await subscription.unsubscribe();
      save("local", KEY, null);
      await api.endPush(subscription.endpoint).catch(() => null);
    });
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await work();
    } catch {
      // the browser, or its push service, has refused; the switch says how it stands
    }
    this.busy = false;
    await this.look();
  }

  /** Subscriptions change now and then, and so does the language. */
  async #tellAgain(subscription: PushSubscription): Promise<void> {
    const told = load<Told | null>("local", KEY, null);
    const same = told?.endpoint === subscription.endpoint && told.language === settings.language;
    if (!same || Date.now() - told.at > AGAIN) await tell(subscription);
  }
}

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Tell the server where to call, at a table at which this browser has a seat. That counts for all of them. */
async function tell(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const { language } = settings;
  const form = { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", language };
  const here = router.current.screen === "table" ? [router.current.id] : [];
  for (const table of [...here, ...visits().map((one) => one.id)].slice(0, TRIED)) {
    try {
      await api.push(table, form);
      save("local", KEY, { at: Date.now(), endpoint: form.endpoint, language } satisfies Told);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === "unreachable" || error.code === "bad_subscription")
        return false;
    }
  }
  return false;
}

export const calls = new Calls();
