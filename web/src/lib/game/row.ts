/** The face-up row as it changed: what lay there in between, when a sweep replaced all of it (D6). */

type Row = (string | null)[];

const WILD_LIMIT = 3;

/** Every full row that was swept away after a draw, from the row before it and what chance dealt. */
export function sweptRows(before: Row, move: string, chance: string[]): Row[] {
  const colour = move.startsWith("draw ") ? move.slice(5) : "";
  if (!colour) return [];
  const row = [...before];
  const cards = [...chance];
  if (colour === "blind") cards.shift();
  else row[row.indexOf(colour)] = null;
  const swept: Row[] = [];
  for (const card of cards) {
    if (!row.includes(null)) {
      swept.push([...row]);
      row.fill(null);
    }
    row[row.indexOf(null)] = card;
  }
  return swept.filter((cards) => cards.filter((card) => card === "wild").length >= WILD_LIMIT);
}
