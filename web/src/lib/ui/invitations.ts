/** Links that the host of a table hands out; kept for this tab, because the server tells them only once. */

import type { Invitation } from "../../protocol";

const place = (table: string): string => `branchline.links.${table}`;

export function keepInvitations(table: string, links: Invitation[]): void {
  try {
    sessionStorage.setItem(place(table), JSON.stringify(links));
  } catch {
    // then the host makes new ones
  }
}

export function invitations(table: string): Invitation[] {
  try {
    return JSON.parse(sessionStorage.getItem(place(table)) ?? "[]") as Invitation[];
  } catch {
    return [];
  }
}
