/** Database of this browser with what the console shows without network. At most one user's. */
const DATABASE = 'wakeline';
const STORE = 'user';

/** Names of the stored values. */
export type StoredName = 'session' | 'picture';

/** Operations in their order: a value must not be written after it was deleted. */
let queue: Promise<unknown> = Promise.resolve();

/** Increases when everything is deleted. */
let generation = 0;

function inOrder<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = queue.then(task);
  queue = result.catch(() => undefined);
  return result;
}

function requested<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser refused')));
  });
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await requested(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    const result = await run(transaction.objectStore(STORE));
    await ended;
    return result;
  } finally {
    database.close();
  }
}

/** Reads a value; undefined: none, or the browser permits no storage. */
export async function readStored(name: StoredName): Promise<unknown> {
  try {
    return await inOrder(() => withStore('readonly', (store) => requested(store.get(name))));
  } catch {
    // Private windows and full disks: the console works without.
    return undefined;
  }
}

/** The current generation, for `writeStored`. */
export function getStoreGeneration(): number {
  return generation;
}

/**
 * Writes a value, unless everything was deleted since `since`. A browser that permits no storage keeps nothing.
 *
 * @param since from `getStoreGeneration` when the value was made
 */
export async function writeStored(name: StoredName, value: unknown, since: number): Promise<void> {
  try {
    await inOrder(async () => {
      if (since === generation) await withStore('readwrite', (store) => requested(store.put(value, name)));
    });
  } catch {
    // As above.
  }
}

/** Deletes everything. */
export async function clearStored(): Promise<void> {
  generation += 1;
  try {
    await inOrder(() => withStore('readwrite', (store) => requested(store.clear())));
  } catch {
    // A browser that permits no storage has stored nothing.
  }
}
