/** Who answers the page: a server over HTTP and WebSocket, or the workers of this browser. Only here is it decided. */

import { site } from "../place";
import { Workers } from "./workers";

/** The key of this browser, or that of a seat that another person plays here. */
export type Credentials = "cookie" | { key: string | null };

export interface Answer {
  status: number;
  text: string;
}

/** What a connection needs of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** Ask for something; fails if nobody answers. */
  ask(method: string, path: string, body: string | null, who: Credentials): Promise<Answer>;
  /** Connect to a table. */
  connect(table: string): Socket;
}

/** A server: the key stays in a cookie that no script can read. */
const server: Transport = {
  async ask(method, path, body, who) {
    const key = who === "cookie" ? null : who.key;
    const answer = await fetch(path, {
      method,
      headers: {
        ...(body === null ? {} : { "Content-Type": "application/json" }),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      },
      credentials: who === "cookie" ? "same-origin" : "omit",
      body,
    });
    return { status: answer.status, text: await answer.text() };
  },
  connect(table) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as object as Socket;
  },
};

/** The workers of this browser; null with a server. */
export const workers: Workers | null = site === null ? null : new Workers(site);

export const transport: Transport = workers ?? server;

/** Whether a running game may be taken elsewhere as its record, which tells all its cards. */
export const portable = workers !== null;
