/** What a call to a table says, in the language in which the browser has asked for calls. */

import { boardTitle } from "../i18n/boards";
import { callTexts } from "../i18n/calls";
import { isLanguage } from "../i18n/languages";

/** As the server sends it (docs/protocol.md). */
export interface Call {
  kind: "turn" | "over" | "rematch";
  table: string;
  board: string;
  name: string;
  who: string;
  language: string;
}

export function callPath(call: Call): string {
  return `/tables/${call.table}`;
}

export function callText(call: Call): { title: string; body: string } {
  const language = isLanguage(call.language) ? call.language : "en";
  const texts = callTexts[language];
  const board = boardTitle(language, call.board, call.name);
  const text = call.kind === "over" && !call.who ? texts.over_bots : texts[call.kind];
  return { title: texts.title.replace("{board}", board), body: text.replace("{who}", call.who) };
}
