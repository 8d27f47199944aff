/** The same drawing by night: every colour of the day has one of the night (src/branchline/drawing/night.py). */

const COLOUR = /"(#(?:[0-9a-f]{6}|[0-9a-f]{3}))"/g;

/** A drawing of ours in the colours of the night. */
export function byNight(svg: string, night: Record<string, string>): string {
  return svg.replace(COLOUR, (found, colour: string) => (colour in night ? `"${night[colour]}"` : found));
}
