/** The bots that a player chooses from: levels from weak to strong, or whatever a server has if it has no levels. */

const LEVELS = ["novice", "easy", "medium", "hard", "expert", "master"];
const USUAL = "medium";

export function levels(bots: string[]): string[] {
  const known = LEVELS.filter((level) => bots.includes(level));
  return known.length ? known : bots;
}

/** A bot that is a match for most players. */
export function usualBot(bots: string[]): string {
  return bots.includes(USUAL) ? USUAL : (levels(bots)[0] ?? USUAL);
}
