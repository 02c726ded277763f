import type { Tracker } from '@wakeline/contract/entities/tracker';
import { LIMITS } from '@wakeline/contract/limits';
import type { TrailPoint } from '@wakeline/contract/shares';
import type { Changes, TrackerStore } from './tracker-store.ts';

/** Loads the trails of trackers for the last minutes from the history; trackers without one may be missing. */
export type LoadTrails = (
  trackerIds: readonly number[],
  minutes: number,
  signal: AbortSignal,
) => Promise<readonly { readonly trackerId: number; readonly points: readonly TrailPoint[] }[]>;

/**
 * The last minutes of some trackers, outside React: loaded from the history, then extended by live positions. Points
 * are never changed, only replaced.
 */
export interface TrailStore {
  /** Oldest first, trimmed to the requested minutes. The same array as long as its content is the same. */
  get(trackerId: number): readonly TrailPoint[];
  /** Sets the trackers whose trails are stored, and the trail length; 0 minutes: none. */
  select(trackerIds: Iterable<number>, minutes: number): void;
  /** Notifies of trails that grew or were replaced by the history or removed. Trimming does not notify. */
  subscribe(listener: TrailListener): () => void;
  stop(): void;
}

export type TrailListener = (trackerIds: ReadonlySet<number>) => void;

export interface TrailStoreOptions {
  readonly store: Pick<TrackerStore, 'getTracker' | 'subscribeChanges'>;
  readonly load: LoadTrails;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
}

const NONE: readonly TrailPoint[] = [];
/** Interval in milliseconds at which old ends are trimmed and failed loads retried. */
const TRIM_INTERVAL_MS = 1_000;
/** Selections within this time are loaded in one request. */
const BATCH_DELAY_MS = 100;
/** Delay after a failure, and minimum interval between two loads of the same tracker. */
const RETRY_DELAY_MS = 15_000;
/** A pause in the live positions longer than this and three usual intervals is a gap: the history may have more. */
const MIN_GAP_MS = 20_000;

interface Trail {
  points: readonly TrailPoint[];
  /** Time of the last load, milliseconds; null: never. */
  loadedAt: number | null;
  /** Whether the history must be loaded (again). */
  stale: boolean;
}

export function createTrailStore({ store, load, now, onFailed }: TrailStoreOptions): TrailStore {
  const trails = new Map<number, Trail>();
  const listeners = new Set<TrailListener>();
  const stopController = new AbortController();
  let minutes = 0;
  let loading = false;
  let failedAt: number | null = null;
  let failureReported = false;
  let batchTimer: ReturnType<typeof setTimeout> | null = null;

  function notify(ids: ReadonlySet<number>): void {
    if (ids.size === 0 || stopController.signal.aborted) return;
    for (const listener of listeners) listener(ids);
  }

  /** Appends the tracker's current position if it is newer. */
  function appendCurrentPoint(tracker: Tracker | undefined, trail: Trail): boolean {
    const point = tracker === undefined ? null : toTrailPoint(tracker);
    const last = trail.points.at(-1);
    if (point === null || point.time < now() - minutes * 60_000) return false;
    if (last !== undefined && point.time <= last.time) return false;
    if (
      last !== undefined &&
      point.time - last.time > Math.max(MIN_GAP_MS, 3 * getMeanInterval(trail.points))
    ) {
      trail.stale = true;
      scheduleLoad();
    }
    trail.points = [...trail.points, point].slice(-2 * LIMITS.trailPoints);
    return true;
  }

  function scheduleLoad(): void {
    batchTimer ??= setTimeout(() => {
      batchTimer = null;
      void loadStaleTrails();
    }, BATCH_DELAY_MS);
  }

  async function loadStaleTrails(): Promise<void> {
    const time = now();
    if (loading || (failedAt !== null && time - failedAt < RETRY_DELAY_MS)) return;
    const ids = [...trails]
      .filter(([, { stale, loadedAt }]) => stale && (loadedAt === null || time - loadedAt >= RETRY_DELAY_MS))
      .map(([id]) => id)
      .slice(0, LIMITS.trailTrackers);
    if (ids.length === 0 || minutes === 0) return;
    loading = true;
    const requestedMinutes = minutes;
    try {
      const result = await load(ids, requestedMinutes, stopController.signal);
      failedAt = null;
      if (requestedMinutes === minutes)
        applyHistory(ids, new Map(result.map(({ trackerId, points }) => [trackerId, points])));
    } catch (error) {
      if (stopController.signal.aborted) return;
      failedAt = now();
      if (!failureReported) onFailed(error);
      failureReported = true;
    } finally {
      loading = false;
    }
    if (failedAt === null) scheduleLoad();
  }

  function applyHistory(ids: readonly number[], result: ReadonlyMap<number, readonly TrailPoint[]>): void {
    const changed = new Set<number>();
    for (const id of ids) {
      const trail = trails.get(id);
      if (trail === undefined) continue;
      const historyPoints = result.get(id) ?? NONE;
      const last = historyPoints.at(-1)?.time ?? 0;
      trail.points = [...historyPoints, ...trail.points.filter(({ time }) => time > last)];
      trail.loadedAt = now();
      trail.stale = false;
      appendCurrentPoint(store.getTracker(id), trail);
      changed.add(id);
    }
    notify(changed);
  }

  const unsubscribe = store.subscribeChanges(({ added, changed }: Changes) => {
    const grown = new Set<number>();
    for (const [id, trail] of trails) {
      if ((changed.has(id) || added.has(id)) && appendCurrentPoint(store.getTracker(id), trail))
        grown.add(id);
    }
    notify(grown);
  });

  const trimTimer = setInterval(() => {
    const oldest = now() - minutes * 60_000;
    for (const trail of trails.values()) {
      // Keeps the last point before the limit: the line is cut between the two.
      const first = trail.points.findIndex(({ time }) => time >= oldest);
      if (first === -1) trail.points = NONE;
      else if (first > 1) trail.points = trail.points.slice(first - 1);
    }
    void loadStaleTrails();
  }, TRIM_INTERVAL_MS);

  return {
    get: (trackerId) => trails.get(trackerId)?.points ?? NONE,
    select(trackerIds, newMinutes) {
      const ids = new Set(newMinutes === 0 ? [] : trackerIds);
      const changed = new Set<number>();
      const longer = newMinutes > minutes;
      minutes = newMinutes;
      for (const [id, trail] of trails) {
        if (!ids.has(id)) {
          trails.delete(id);
          changed.add(id);
        } else if (longer) {
          trail.stale = true;
          trail.loadedAt = null;
        }
      }
      for (const id of ids) {
        if (trails.has(id)) continue;
        const trail: Trail = { points: NONE, loadedAt: null, stale: true };
        trails.set(id, trail);
      }
      if (ids.size > 0) scheduleLoad();
      notify(changed);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopController.abort(new Error('trails stopped'));
      unsubscribe();
      clearInterval(trimTimer);
      if (batchTimer !== null) clearTimeout(batchTimer);
      listeners.clear();
    },
  };
}

/** The tracker's current position as a trail point; null if unknown. */
function toTrailPoint({ trackerStatusDto }: Tracker): TrailPoint | null {
  const { latitude, longitude, fixTime, speed, altitude } = trackerStatusDto;
  if (latitude === null || longitude === null || fixTime === null) return null;
  return { time: fixTime, lng: longitude, lat: latitude, speed, height: altitude };
}

/** The mean interval of a trail in milliseconds. */
function getMeanInterval(points: readonly TrailPoint[]): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return 0;
  return (last.time - first.time) / (points.length - 1);
}
