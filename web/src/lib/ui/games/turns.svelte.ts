/** In how many games it is one's turn: as a number on the icon of the installed page, and in the title. */

import { load, save } from "../browser/storage";

const KEY = "branchline.turns";

class Turns {
  /** The tables at which it is one's turn, as far as this browser knows. */
  tables = $state.raw<string[]>(load<string[]>("local", KEY, []));

  get count(): number {
    return this.tables.length;
  }

  /** All that is known is replaced. */
  set(tables: string[]): void {
    this.tables = tables;
    save("local", KEY, tables);
    showBadge(tables.length);
  }

  /** One table is looked at. */
  note(table: string, mine: boolean): void {
    if (this.tables.includes(table) === mine) return;
    const others = this.tables.filter((one) => one !== table);
    this.set(mine ? [...others, table] : others);
  }

  /** A title that says in how many games it is one's turn, besides the one that it is about. */
  title(text: string, table = ""): string {
    const others = this.tables.filter((one) => one !== table).length;
    return others ? `(${others}) ${text}` : text;
  }
}

/** Browsers without an icon for it have no such function. */
function showBadge(count: number): void {
  if (typeof navigator === "undefined" || !navigator.setAppBadge) return;
  const shown = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => {
    // not installed, or not allowed
  });
}

export const turns = new Turns();
