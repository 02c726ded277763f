import { type Tracker, tracker as trackerSchema } from '@wakeline/contract/entities/tracker';
import { createStore, useStore } from 'zustand';
import { getStoreGeneration, readStored, writeStored } from '../service/browser-store.ts';
import { getBuild } from '../service/stored-session.ts';
import { compress, decompress } from './compressed-text.ts';
import type { TrackerStore } from './tracker-store.ts';

/** The devices of a user as they were last known, stored in this browser. */
interface StoredPicture {
  readonly uid: string;
  /** When the server was last reached, epoch milliseconds of this machine. */
  readonly asOf: number;
  readonly build: string;
  /** A line of JSON for each slice of devices, compressed with gzip. */
  readonly slices: Uint8Array<ArrayBuffer>;
  /** Responses that the device list needs as well, by query key. */
  readonly responses: readonly StoredResponse[];
}

export interface StoredResponse {
  readonly key: readonly string[];
  readonly data: unknown;
}

/** At most the devices that reported last. */
const MAX_PICTURE_DEVICES = 20_000;
/** Devices that are converted in one task. */
const SLICE_SIZE = 500;
/** Devices of which the time is read in one task. */
const TIMES_PER_TASK = 20_000;
const SAVE_INTERVAL_MS = 30_000;
/** The list reaches its readers with the next frames, and the map is drawn first. */
const FIRST_SAVE_MS = 3_000;

const displayed = createStore<{ readonly asOf: number | null }>(() => ({ asOf: null }));

/** Time of the stored picture that the page shows, epoch milliseconds of this machine; null: it shows current data. */
export function usePictureTime(): number | null {
  return useStore(displayed, ({ asOf }) => asOf);
}

/** Call when the complete list has arrived, or the devices are cleared. */
export function endPicture(): void {
  displayed.setState({ asOf: null });
}

/** The ids of the devices that reported last, at most `limit`, in the order of the store. Takes several tasks. */
export async function selectNewest(
  store: Pick<TrackerStore, 'getIds' | 'getCommTime'>,
  limit: number,
): Promise<readonly number[]> {
  const ids = store.getIds();
  if (ids.length <= limit) return ids;
  const times = new Float64Array(ids.length);
  for (const [at, id] of ids.entries()) {
    times[at] = store.getCommTime(id) ?? 0;
    if (at % TIMES_PER_TASK === 0) await nextTask();
  }
  // Numbers in a typed array are sorted many times as fast as ids with a comparison.
  const oldest = times.toSorted().at(-limit) ?? 0;
  await nextTask();
  let spare = limit - times.reduce((count, time) => count + (time > oldest ? 1 : 0), 0);
  return ids.filter((_, at) => {
    const time = times[at] ?? 0;
    if (time !== oldest) return time > oldest;
    spare -= 1;
    return spare >= 0;
  });
}

export interface RestoredPicture {
  readonly responses: readonly StoredResponse[];
  /** It has as many devices as a picture can have: there are most likely others. */
  readonly isIncomplete: boolean;
}

/**
 * Puts the user's stored devices into an empty store, before the connection is started: later they would count as newer
 * than the list.
 *
 * @returns null: there is no picture, or `signal` was aborted.
 */
export async function restorePicture(
  uid: string,
  store: TrackerStore,
  signal: AbortSignal,
): Promise<RestoredPicture | null> {
  const picture = (await readStored('picture')) as StoredPicture | undefined;
  if (picture === undefined || picture.uid !== uid) return null;
  const lines = (await decompress(picture.slices)).split('\n');
  if (signal.aborted || store.getIds().length > 0) return null;
  const isOwnBuild = picture.build === getBuild();
  let devices = 0;
  for (const line of lines) {
    const slice: unknown = JSON.parse(line);
    const trackers = isOwnBuild ? (slice as readonly Tracker[]) : readTrackers(slice);
    if (signal.aborted) return null;
    store.putTrackers(trackers, []);
    devices += trackers.length;
    await nextTask();
  }
  displayed.setState({ asOf: picture.asOf });
  return { responses: isOwnBuild ? picture.responses : [], isIncomplete: devices >= MAX_PICTURE_DEVICES };
}

/** The trackers of another build, without those that have another shape now. */
function readTrackers(slice: unknown): readonly Tracker[] {
  return Array.isArray(slice)
    ? slice.flatMap((one) => {
        const read = trackerSchema.safeParse(one);
        return read.success ? [read.data] : [];
      })
    : [];
}

export interface SaveOptions {
  readonly uid: string;
  readonly store: TrackerStore;
  /** When the server was last reached; null: never. */
  readonly getAsOf: () => number | null;
  readonly getResponses: () => readonly StoredResponse[];
}

/** Saves the user's devices every 30 s if they have changed, and when the page is hidden. Returns a stop function. */
export function startSavingPicture({ uid, store, getAsOf, getResponses }: SaveOptions): () => void {
  let hasChanged = true;
  let isSaving = false;
  const unsubscribe = store.subscribeChanges(() => {
    hasChanged = true;
  });

  async function save(): Promise<void> {
    const asOf = getAsOf();
    if (!hasChanged || isSaving || asOf === null) return;
    hasChanged = false;
    isSaving = true;
    const since = getStoreGeneration();
    try {
      const slices = await compress(toLines(store));
      const picture: StoredPicture = { uid, asOf, build: getBuild(), slices, responses: getResponses() };
      await writeStored('picture', picture, since);
    } finally {
      isSaving = false;
    }
  }

  const saveIfHidden = () => {
    if (document.visibilityState === 'hidden') void save();
  };
  const saveNow = () => void save();
  const firstTimer = setTimeout(saveNow, FIRST_SAVE_MS);
  const timer = setInterval(saveNow, SAVE_INTERVAL_MS);
  document.addEventListener('visibilitychange', saveIfHidden);
  addEventListener('pagehide', saveNow);
  return () => {
    unsubscribe();
    clearTimeout(firstTimer);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', saveIfHidden);
    removeEventListener('pagehide', saveNow);
  };
}

/** Lines of JSON, each made in a task of its own. */
async function* toLines(store: TrackerStore): AsyncGenerator<string> {
  const ids = await selectNewest(store, MAX_PICTURE_DEVICES);
  for (let at = 0; at < ids.length; at += SLICE_SIZE) {
    const slice = ids.slice(at, at + SLICE_SIZE).flatMap((id) => store.getTracker(id) ?? []);
    yield `${at === 0 ? '' : '\n'}${JSON.stringify(slice)}`;
    await nextTask();
  }
  if (ids.length === 0) yield '[]';
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done);
  });
}
