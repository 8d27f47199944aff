/** Bots by how well they play; what a server offers beyond these comes last. */

const LADDER = ["random", "greedy", "path", "one-step", "hungry", "long-route", "planner", "rush", "hybrid", "search"];

/** The bots of a server from weak to strong. */
export function byStrength(bots: string[]): string[] {
  const rank = (bot: string): number => {
    const at = LADDER.indexOf(bot.split(":")[0]!);
    return at < 0 ? LADDER.length : at;
  };
  return [...bots].sort((a, b) => rank(a) - rank(b));
}

/** A bot that is a match for most players. */
export function bestBot(bots: string[]): string {
  return bots.find((bot) => bot === "planner") ?? byStrength(bots).at(-1) ?? "random";
}
