import type { Tracker } from '@wakeline/contract/entities/tracker';
import { LIMITS } from '@wakeline/contract/limits';
import type { TrailPoint } from '@wakeline/contract/shares';
import type { Changes, TrackerStore } from './tracker-store.ts';

/** The trails of trackers as the history has them, for the last minutes; trackers that have none may be left out. */
export type LoadTrails = (
  trackerIds: readonly number[],
  minutes: number,
  signal: AbortSignal,
) => Promise<readonly { readonly trackerId: number; readonly points: readonly TrailPoint[] }[]>;

/** The last minutes of some trackers, outside React: from the history, then grown by what is told live. Points are never changed, only replaced. */
export interface TrailStore {
  /** Oldest first, nothing older than was asked for when it was last cut. The same array while it says the same. */
  get(trackerId: number): readonly TrailPoint[];
  /** Whose trails are kept from now on, and how long they are; 0 minutes: none. */
  want(trackerIds: Iterable<number>, minutes: number): void;
  /** Told of trails that are longer by new places, or (`replaced`) came from the history, or are gone. That old ends are cut off is not told. */
  subscribe(listener: TrailListener): () => void;
  stop(): void;
}

export type TrailListener = (trackerIds: ReadonlySet<number>, how: 'grown' | 'replaced') => void;

export interface TrailStoreOptions {
  readonly store: Pick<TrackerStore, 'getTracker' | 'subscribeChanges'>;
  readonly load: LoadTrails;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
}

const NONE: readonly TrailPoint[] = [];
/** Old ends are cut off this often, and failed loads tried again, milliseconds. */
const ROUND_MS = 1_000;
/** Wishes of one moment are asked for together. */
const GATHER_MS = 100;
/** After a failure, and between two answers about the same tracker. */
const AGAIN_MS = 15_000;
/** What was told live has a hole where it is silent for longer than this and its usual interval: the history may know more. */
const HOLE_MS = 20_000;

interface Trail {
  points: readonly TrailPoint[];
  /** When it was last answered, milliseconds; null: never. */
  loadedAt: number | null;
  /** Whether the history has to be asked (again). */
  stale: boolean;
}

export function createTrailStore({ store, load, now, onFailed }: TrailStoreOptions): TrailStore {
  const trails = new Map<number, Trail>();
  const listeners = new Set<TrailListener>();
  const ended = new AbortController();
  let minutes = 0;
  let loading = false;
  let failedAt: number | null = null;
  let said = false;
  let gathering: ReturnType<typeof setTimeout> | null = null;

  function tell(ids: ReadonlySet<number>, how: 'grown' | 'replaced'): void {
    if (ids.size === 0 || ended.signal.aborted) return;
    for (const listener of listeners) listener(ids, how);
  }

  /** Adds what the tracker's state says, where it is news. */
  function grow(tracker: Tracker | undefined, trail: Trail): boolean {
    const point = tracker === undefined ? null : pointOf(tracker);
    const last = trail.points.at(-1);
    if (point === null || point.time < now() - minutes * 60_000) return false;
    if (last !== undefined && point.time <= last.time) return false;
    if (last !== undefined && point.time - last.time > Math.max(HOLE_MS, 3 * usual(trail.points))) {
      trail.stale = true;
      gather();
    }
    trail.points = [...trail.points, point].slice(-2 * LIMITS.trailPoints);
    return true;
  }

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = null;
      void ask();
    }, GATHER_MS);
  }

  async function ask(): Promise<void> {
    const time = now();
    if (loading || (failedAt !== null && time - failedAt < AGAIN_MS)) return;
    const ids = [...trails]
      .filter(([, { stale, loadedAt }]) => stale && (loadedAt === null || time - loadedAt >= AGAIN_MS))
      .map(([id]) => id)
      .slice(0, LIMITS.trailTrackers);
    if (ids.length === 0 || minutes === 0) return;
    loading = true;
    const asked = minutes;
    try {
      const answer = await load(ids, asked, ended.signal);
      failedAt = null;
      if (asked === minutes) take(ids, new Map(answer.map(({ trackerId, points }) => [trackerId, points])));
    } catch (error) {
      if (ended.signal.aborted) return;
      failedAt = now();
      if (!said) onFailed(error);
      said = true;
    } finally {
      loading = false;
    }
    if (failedAt === null) gather();
  }

  function take(ids: readonly number[], answer: ReadonlyMap<number, readonly TrailPoint[]>): void {
    const changed = new Set<number>();
    for (const id of ids) {
      const trail = trails.get(id);
      if (trail === undefined) continue;
      const known = answer.get(id) ?? NONE;
      const last = known.at(-1)?.time ?? 0;
      trail.points = [...known, ...trail.points.filter(({ time }) => time > last)];
      trail.loadedAt = now();
      trail.stale = false;
      grow(store.getTracker(id), trail);
      changed.add(id);
    }
    tell(changed, 'replaced');
  }

  const unsubscribe = store.subscribeChanges(({ added, changed }: Changes) => {
    const grown = new Set<number>();
    for (const [id, trail] of trails) {
      if ((changed.has(id) || added.has(id)) && grow(store.getTracker(id), trail)) grown.add(id);
    }
    tell(grown, 'grown');
  });

  const round = setInterval(() => {
    const oldest = now() - minutes * 60_000;
    for (const trail of trails.values()) {
      // The one before the oldest is kept: the line is cut between the two.
      const first = trail.points.findIndex(({ time }) => time >= oldest);
      if (first === -1) trail.points = NONE;
      else if (first > 1) trail.points = trail.points.slice(first - 1);
    }
    void ask();
  }, ROUND_MS);

  return {
    get: (trackerId) => trails.get(trackerId)?.points ?? NONE,
    want(trackerIds, wanted) {
      const ids = new Set(wanted === 0 ? [] : trackerIds);
      const changed = new Set<number>();
      const longer = wanted > minutes;
      minutes = wanted;
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
      if (ids.size > 0) gather();
      tell(changed, 'replaced');
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      ended.abort(new Error('trails stopped'));
      unsubscribe();
      clearInterval(round);
      if (gathering !== null) clearTimeout(gathering);
      listeners.clear();
    },
  };
}

/** Where a tracker is by its state, as a place of its trail; null where that is not known. */
function pointOf({ trackerStatusDto }: Tracker): TrailPoint | null {
  const { latitude, longitude, fixTime, speed, altitude } = trackerStatusDto;
  if (latitude === null || longitude === null || fixTime === null) return null;
  return { time: fixTime, lng: longitude, lat: latitude, speed, height: altitude };
}

/** The mean interval of a trail, milliseconds. */
function usual(points: readonly TrailPoint[]): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return 0;
  return (last.time - first.time) / (points.length - 1);
}
