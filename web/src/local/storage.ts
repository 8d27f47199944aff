/** The browser's database: tables with all their entries, and values by their names (src/branchline/local/storage.py). */

const NAME = "branchline";
const TABLES = "tables";
const ENTRIES = "entries";
const VALUES = "values";

/** The database; null if this browser keeps nothing here. */
export async function openStorage(): Promise<Storage | null> {
  try {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      for (const store of [TABLES, ENTRIES, VALUES]) opening.result.createObjectStore(store);
    };
    return new Storage(await done(opening));
  } catch {
    return null;
  }
}

export class Storage {
  constructor(private readonly database: IDBDatabase) {}

  create(game: string, secret: string, first: string): Promise<boolean> {
    return this.write([TABLES, ENTRIES], (store) => {
      store(TABLES).add(secret, game);
      store(ENTRIES).add(first, [game, 1]);
    });
  }

  append(game: string, number: number, entry: string): Promise<boolean> {
    return this.write([ENTRIES], (store) => store(ENTRIES).add(entry, [game, number]));
  }

  secret(game: string): Promise<string | undefined> {
    return this.read(TABLES, (store) => store.get(game) as IDBRequest<string | undefined>);
  }

  async entries(game: string, after: number): Promise<string> {
    const wanted = IDBKeyRange.bound([game, after + 1], [game, Infinity]);
    return (await this.read(ENTRIES, (store) => store.getAll(wanted) as IDBRequest<string[]>)).join("\n");
  }

  get(name: string): Promise<string | undefined> {
    return this.read(VALUES, (store) => store.get(name) as IDBRequest<string | undefined>);
  }

  async put(name: string, value: string): Promise<void> {
    await this.write([VALUES], (store) => store(VALUES).put(value, name));
  }

  private read<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return done(ask(this.database.transaction(name).objectStore(name)));
  }

  /** Write in one transaction; true once it is on the disk, false if something of it was there before. */
  private write(names: string[], change: (store: (name: string) => IDBObjectStore) => unknown): Promise<boolean> {
    const transaction = this.database.transaction(names, "readwrite", { durability: "strict" });
    change((name) => transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => {
        if (transaction.error?.name === "ConstraintError") resolve(false);
        else reject(transaction.error ?? new Error("the database refused to write"));
      };
    });
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}
