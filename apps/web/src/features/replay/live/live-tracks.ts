import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { type Track, trackOf } from '@wakeline/domain/tracks/track';
import { mergeTracks, trackFrom } from '@wakeline/domain/tracks/track-merge';
import type { TrackerStore } from '../../../live/tracker-store.ts';

/** Loads every fix of trackers between two times (epoch ms); trackers without fixes may be missing. */
export type LoadTracks = (
  trackerIds: readonly number[],
  start: number,
  end: number,
  signal: AbortSignal,
) => Promise<ReadonlyMap<number, Track>>;

/** The last minutes of trackers as tracks: loaded from the history, then extended by live updates. */
export interface LiveTracks {
  /** By tracker; the same object while a track is unchanged. */
  get(): ReadonlyMap<number, Track>;
  /** Notified of changes at most once an interval. */
  subscribe(listener: () => void): () => void;
  /** Whether the full window has been loaded once. */
  isReady(): boolean;
  /** The error of the last history request; null: it succeeded. */
  error(): unknown;
  /** Live updates since that time may be incomplete, because the connection was lost. */
  markIncomplete(since: number): void;
  stop(): void;
}

export interface LiveTracksOptions {
  readonly store: Pick<TrackerStore, 'getTracker' | 'subscribeChanges'>;
  readonly trackerIds: readonly number[];
  /** Length of the window, milliseconds. */
  readonly length: number;
  readonly load: LoadTracks;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
}

/**
 * Interval at which updates are published and old fixes trimmed, milliseconds, so that lines are not redrawn for each
 * fix of each device.
 */
const PUBLISH_INTERVAL_MS = 1_000;
/** Delay after a failure, and between two requests for the same tracker, milliseconds. */
const RETRY_MS = 15_000;
/**
 * The console receives only the newest fix of a device. After a gap longer than this multiple of its usual interval,
 * and than this many milliseconds, the history may contain more.
 */
const HOLE_INTERVALS = 1.5;
const MIN_HOLE_MS = 2_000;
/** The usual interval is the median of this many. */
const SAMPLED_INTERVALS = 9;
/** The old end is trimmed when it exceeds the window by this share, because trimming rebuilds the track. */
const TRIM_SHARE = 0.1;

export function createLiveTracks(options: LiveTracksOptions): LiveTracks {
  const { store, trackerIds, length, load, now } = options;
  const stopped = new AbortController();
  const listeners = new Set<() => void>();
  /** The time from which the history is requested, by tracker. */
  const pendingFrom = new Map<number, number>();
  const requestedAt = new Map<number, number>();
  /** When each device last reported, according to its state. */
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

  /** Removes fixes before the window; a device without fixes in the window is removed. */
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

  /** Applies the state of a tracker, and requests the history if fixes may be missing. */
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
      // The device reported without moving: the report may have contained older fixes.
      if (before !== null && state.latestCommTime !== null && state.latestCommTime > before)
        requestFrom(id, now() - length);
      return;
    }
    // For a device that was not in the window, earlier fixes may be missing.
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
      // Device timestamps may be slightly ahead of the server's clock.
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
      stopped.abort(new Error('live tracks were stopped'));
      unsubscribe();
      clearInterval(timer);
      listeners.clear();
    },
  };
}

/** Gaps longer than this are holes, milliseconds. */
function holeThreshold({ time, length }: Track): number {
  const last = time.subarray(Math.max(0, length - SAMPLED_INTERVALS - 1));
  const intervals = [...last.subarray(1)].map((one, at) => one - (last[at] ?? one)).sort((a, b) => a - b);
  return Math.max(MIN_HOLE_MS, HOLE_INTERVALS * (intervals[Math.floor(intervals.length / 2)] ?? 0));
}

/** The position of a state as a fix; null if unknown. */
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
    ...(state.altitudeKind !== undefined && {
      info: [{ key: 'altitudeKind', value: String(state.altitudeKind) }],
    }),
  };
}
