/** Secrets of links (behind the `#`), kept for this tab once they are out of the address bar, so that a reload still has them. */

export interface Secret {
  /** The key of an invitation to a seat. */
  join: string | null;
  /** The key of one to watch. */
  watch: string | null;
}

const place = (table: string): string => `branchline.secret.${table}`;

/** The secret with which a table was opened, now or before in this tab. */
export function secretOf(table: string, hash: string): Secret {
  const given = new URLSearchParams(hash.slice(1) || stored(table));
  return { join: given.get("join"), watch: given.get("watch") };
}

export function keepSecret(table: string, hash: string): void {
  try {
    sessionStorage.setItem(place(table), hash.slice(1));
  } catch {
    // then a reload needs the link again
  }
}

export function forgetSecret(table: string): void {
  keepSecret(table, "");
}

function stored(table: string): string {
  try {
    return sessionStorage.getItem(place(table)) ?? "";
  } catch {
    return "";
  }
}
