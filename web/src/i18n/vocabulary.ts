/** The words of a board for its cars and wild cards: ours in each language, or those of a board of one's own. */

/** As the file of a board has them; without `wilds`, many of them have the same name as one. */
export interface BoardWords {
  car: string;
  cars: string;
  wild: string;
  wilds?: string;
}

/** `train` and `bus` have keys of their own in all languages. */
export type Vocabulary = "train" | "bus" | BoardWords;

/** Either a key of our words, or the text itself. */
type Word = { key: string } | { text: string } | null;

const CARS: Record<string, string> = { train: "train", bus: "bus" };
const WILDS: Record<string, string> = { locomotive: "train", bus: "bus" };

/** What stands for {cars}, {wild} and the like; `one` says whether it is about one thing. */
export function boardWord(vocabulary: Vocabulary, name: string, count: string, one: boolean): Word {
  if (typeof vocabulary === "string") return { key: `${vocabulary}.${name}` };
  const { car, cars, wild, wilds = wild } = vocabulary;
  const own: Record<string, string> = {
    cars,
    cars_n: `${count} ${one ? car : cars}`,
    wild,
    wilds,
    a_wild: wild,
  };
  if (!Object.hasOwn(own, name)) return null;
  const known = name.startsWith("cars") ? CARS[car] : WILDS[wild];
  return known ? { key: `${known}.${name}` } : { text: own[name]! };
}
