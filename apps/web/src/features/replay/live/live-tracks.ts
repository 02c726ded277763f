import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { type Track, trackOf } from '@wakeline/domain/tracks/track';
import { mergeTracks, trackFrom } from '@wakeline/domain/tracks/track-merge';
import type { TrackerStore } from '../../../live/tracker-store.ts';

/** Every fix of some trackers between two times (epoch ms); trackers that have none may be left out. */
export type LoadTracks = (
  trackerIds: readonly number[],
  start: number,
  end: number,
  signal: AbortSignal,
) => Promise<ReadonlyMap<number, Track>>;

/** The last minutes of some trackers as tracks: from the history, then grown by what is told live. */
export interface LiveTracks {
  /** By tracker; the same object while a track says the same. */
  get(): ReadonlyMap<number, Track>;
  /** Told at most once a round of all that is new. */
  subscribe(listener: () => void): () => void;
  /** Whether everything of the time has been read once. */
  isReady(): boolean;
  /** Why the history could not be read when it was asked last; null: it could. */
  error(): unknown;
  /** What was told since then may be incomplete: the connection was lost. */
  markIncomplete(since: number): void;
  stop(): void;
}

export interface LiveTracksOptions {
  readonly store: Pick<TrackerStore, 'getTracker' | 'subscribeChanges'>;
  readonly trackerIds: readonly number[];
  /** How far back, milliseconds. */
  readonly length: number;
  readonly load: LoadTracks;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
}

/** News are gathered this long, and old ends looked at this often, milliseconds: a line is not drawn anew with each fix of each device. */
const PUBLISH_INTERVAL_MS = 1_000;
/** After a failure, and between two answers about the same tracker, milliseconds. */
const RETRY_MS = 15_000;
/**
 * The console hears of a device's newest fix alone: where it was silent for longer than this many of its usual intervals, and this
 * many milliseconds, the history may know of others.
 */
const HOLE_INTERVALS = 1.5;
const MIN_HOLE_MS = 2_000;
/** The usual interval is the middle one of so many. */
const SAMPLED_INTERVALS = 9;
/** The old end is cut off when it is longer by this share: cutting makes the track anew. */
const TRIM_SHARE = 0.1;

export function createLiveTracks(options: LiveTracksOptions): LiveTracks {
  const { store, trackerIds, length, load, now } = options;
  const stopped = new AbortController();
  const listeners = new Set<() => void>();
  /** From when on the history is to be asked, by tracker. */
  const pendingFrom = new Map<number, number>();
  const requestedAt = new Map<number, number>();
  /** When each device was last heard, by its own last state. */
  const lastSeenAt = new Map<number, number | null>();
  let tracks: ReadonlyMap<number, Track> = new Map();
  let fresh = new Map<number, Track>();
  let loading = false;
  let ready = false;
  let failure: unknown = null;
  let changed = false;

  function addFixes(id: number, newFixes: Track): void {
    if (newFixes.length === 0) return;
    const before = fresh.get(id) ?? tracks.get(id);
    fresh.set(id, before === undefined ? newFixes : mergeTracks(before, newFixes));
    changed = true;
  }

  function remove(id: number): void {
    fresh.delete(id);
    tracks = new Map([...tracks].filter(([other]) => other !== id));
    changed = true;
  }

  /** Takes away what is older than the time that is watched: a device that has been silent for so long is not shown any more. */
  function trimOld(): void {
    const oldest = now() - length;
    for (const id of trackerIds) {
      const track = fresh.get(id) ?? tracks.get(id);
      if (track === undefined) continue;
      if ((track.time.at(-1) ?? 0) < oldest) remove(id);
      else if ((track.time[0] ?? 0) < oldest - length * TRIM_SHARE) {
        const trimmed = trackFrom(track, oldest);
        if (trimmed !== track) fresh.set(id, trimmed);
        changed ||= trimmed !== track;
      }
    }
  }

  function requestFrom(id: number, from: number): void {
    const before = pendingFrom.get(id);
    if (before === undefined || from < before) pendingFrom.set(id, from);
  }

  /** Takes what the state of a tracker says, and sees whether there is more to be known than that. */
  function applyState(id: number): void {
    const state = store.getTracker(id)?.trackerStatusDto;
    if (state === undefined) return;
    const track = fresh.get(id) ?? tracks.get(id);
    const last = track?.time.at(-1) ?? null;
    const before = lastSeenAt.get(id) ?? null;
    lastSeenAt.set(id, state.latestCommTime);
    const fix = fixOf(state);
    if (fix === null || fix.time < now() - length) return;
    if (last !== null && fix.time <= last) {
      // It said something that did not move it: that may have been fixes of before.
      if (before !== null && state.latestCommTime !== null && state.latestCommTime > before)
        requestFrom(id, now() - length);
      return;
    }
    // Of one that was not shown nobody knows how long it had been there already.
    if (track === undefined || last === null) requestFrom(id, now() - length);
    else if (fix.time - last > holeThreshold(track)) requestFrom(id, last);
    addFixes(id, trackOf([fix]));
  }

  async function fetchHistory(): Promise<void> {
    const time = now();
    if (loading || stopped.signal.aborted) return;
    const due = [...pendingFrom].filter(([id]) => time - (requestedAt.get(id) ?? 0) >= RETRY_MS);
    if (due.length === 0) return;
    loading = true;
    const ids = due.map(([id]) => id);
    for (const id of ids) {
      pendingFrom.delete(id);
      requestedAt.set(id, time);
    }
    try {
      const from = Math.max(time - length, Math.min(...due.map(([, one]) => one)));
      // Fixes may be stamped a little ahead of the server's clock.
      const history = await load(ids, from, time + PUBLISH_INTERVAL_MS, stopped.signal);
      for (const [id, track] of history) addFixes(id, track);
      failure = null;
      ready = true;
    } catch (error) {
      if (stopped.signal.aborted) return;
      for (const [id, one] of due) requestFrom(id, one);
      failure = error;
    } finally {
      loading = false;
      changed = true;
    }
  }

  function publish(): void {
    trimOld();
    if (!changed || stopped.signal.aborted) return;
    changed = false;
    tracks = new Map([...tracks, ...fresh]);
    fresh = new Map();
    for (const listener of listeners) listener();
  }

  const unsubscribe = store.subscribeChanges(({ added, changed: moved, removed }) => {
    for (const id of trackerIds) {
      if (added.has(id) || moved.has(id)) applyState(id);
      if (removed.has(id)) remove(id);
    }
  });
  const timer = setInterval(() => {
    void fetchHistory();
    publish();
  }, PUBLISH_INTERVAL_MS);

  for (const id of trackerIds) {
    requestFrom(id, now() - length);
    applyState(id);
  }
  void fetchHistory().then(publish);

  return {
    get: () => tracks,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isReady: () => ready,
    error: () => failure,
    markIncomplete(since) {
      for (const id of trackerIds) {
        requestFrom(id, since);
        requestedAt.delete(id);
      }
    },
    stop() {
      stopped.abort(new Error('nobody watches any more'));
      unsubscribe();
      clearInterval(timer);
      listeners.clear();
    },
  };
}

/** A silence that is longer than this is a hole, milliseconds. */
function holeThreshold({ time, length }: Track): number {
  const last = time.subarray(Math.max(0, length - SAMPLED_INTERVALS - 1));
  const intervals = [...last.subarray(1)].map((one, at) => one - (last[at] ?? one)).sort((a, b) => a - b);
  return Math.max(MIN_HOLE_MS, HOLE_INTERVALS * (intervals[Math.floor(intervals.length / 2)] ?? 0));
}

/** The place of a state as a fix; null where it is not known. */
function fixOf(state: TrackerStatusDto): Parameters<typeof trackOf>[0][number] | null {
  const { latitude, longitude, fixTime } = state;
  if (latitude === null || longitude === null || fixTime === null) return null;
  return {
    lng: longitude,
    lat: latitude,
    time: fixTime,
    dir: state.direction,
    speed: state.speed,
    power: state.electricity,
    gsm: state.gsm,
    gps: state.satellites,
    height: state.altitude,
    accuracy: state.accuracy,
    distant: 0,
  };
}
