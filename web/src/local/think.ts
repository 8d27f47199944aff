/** A worker that thinks, so that nothing else has to wait for it: about moves of bots, or about reviews. */

/// <reference lib="webworker" />

import type { FromThinker, Start, ToThinker } from "./messages";
import { loadPython } from "./python";

declare const self: DedicatedWorkerGlobalScope;

/** Answers a question (src/branchline/local/thinking.py). */
type Answer = (text: string, progress: (far: number) => void) => string;

const post = (message: FromThinker): void => self.postMessage(message);

async function start(message: Start): Promise<Answer> {
  const python = await loadPython(message, true, () => undefined);
  return python.pyimport("branchline.local.thinking").answer as Answer;
}

/** Whoever asks before Python is there waits. */
let begin: (message: Start) => void;
const ready = new Promise<Start>((resolve) => (begin = resolve)).then(start);

async function think(id: number, text: string): Promise<void> {
  try {
    const answer = await ready;
    post({ type: "thought", id, text: answer(text, (progress) => post({ type: "far", id, progress })) });
  } catch (error) {
    post({ type: "failed", id, why: String(error) });
  }
}

self.onmessage = (event: MessageEvent<ToThinker>) => {
  if (event.data.type === "start") begin(event.data);
  else void think(event.data.id, event.data.text);
};
