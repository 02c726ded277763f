import type { Tracker, TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** How many trackers there are, in all and by status. */
export type Counts = Readonly<Record<TrackerStatus | 'all', number>>;

/** What happened to trackers since the last frame. */
export interface Changes {
  readonly added: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/** The latest picture of every visible tracker, outside React. Entities are never changed, only replaced. */
export interface TrackerStore {
  getTracker(id: number): Tracker | undefined;
  /** In the order in which they became known; a new array only when trackers came or went. */
  getIds(): readonly number[];
  getCounts(): Counts;
  /** Called once per frame at most, when this tracker changed, came or went. */
  subscribeTracker(id: number, listener: () => void): () => void;
  subscribeCounts(listener: () => void): () => void;
  /** Every change of every tracker, merged, once per frame at most: for the map. */
  subscribeChanges(listener: (changes: Changes) => void): () => void;

  /** Before asking for the whole list: what is told from here on is newer than the answer. */
  startList(): ListRequest;
  putTrackers(changed: readonly Tracker[], removed: readonly number[]): void;
  putStates(states: readonly LiveState[]): void;
  clear(): void;
}

export interface ListRequest {
  /** A part of the answer. */
  put(trackers: readonly Tracker[]): void;
  /** That was all: trackers that were not in it are gone, unless something newer was told of them meanwhile. */
  done(): void;
  /** The rest will not come. */
  cancel(): void;
}

/** Calls the task soon, once: at the next frame in a page, or after a while if it may be `calm`; at will in a test. */
export type Schedule = (task: () => void, lowPriority: boolean) => void;

/**
 * While a list of more than so many comes, what looks at the store is told now and then. Drawing each of its parts at once, with what
 * changes meanwhile, keeps a machine busy that has the rest of the list to make and to read.
 */
const LARGE_LIST_SIZE = 10_000;

/** Whether a state says more than another: heard later, or the same report judged later. */
export function isNewer(state: TrackerStatusDto, other: TrackerStatusDto): boolean {
  const timeDifference = (state.latestCommTime ?? 0) - (other.latestCommTime ?? 0);
  return timeDifference !== 0 ? timeDifference > 0 : (state.statusSince ?? 0) > (other.statusSince ?? 0);
}

export function createTrackerStore(schedule: Schedule): TrackerStore {
  const trackers = new Map<number, Tracker>();
  /** States of trackers that are not known yet: the socket may be quicker than the list. */
  const pendingStates = new Map<number, TrackerStatusDto>();
  let ids: readonly number[] = [];
  /** Kept with each change; `counts` is what was told. */
  const currentCounts = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 } satisfies Counts;
  let counts: Counts = { ...currentCounts };

  let added = new Set<number>();
  let changed = new Set<number>();
  let removed = new Set<number>();
  let scheduled = false;
  /** Ids told of while a list was under way, for each such list. */
  const requests = new Set<{ touched: Set<number> }>();

  const trackerListeners = new Map<number, Set<() => void>>();
  const countListeners = new Set<() => void>();
  const changeListeners = new Set<(changes: Changes) => void>();

  function scheduleFlush(): void {
    if (scheduled) return;
    scheduled = true;
    schedule(flush, requests.size > 0 && trackers.size > LARGE_LIST_SIZE);
  }

  function flush(): void {
    scheduled = false;
    const changes: Changes = { added, changed, removed };
    if (added.size + changed.size + removed.size === 0) return;
    added = new Set();
    changed = new Set();
    removed = new Set();
    if (changes.added.size + changes.removed.size > 0) ids = [...trackers.keys()];
    if ((Object.keys(currentCounts) as (keyof Counts)[]).some((key) => currentCounts[key] !== counts[key])) {
      counts = { ...currentCounts };
      for (const listener of countListeners) listener();
    }
    for (const listener of changeListeners) listener(changes);
    for (const [id, listeners] of trackerListeners) {
      if (!changes.changed.has(id) && !changes.added.has(id) && !changes.removed.has(id)) continue;
      for (const listener of listeners) listener();
    }
  }

  function set(tracker: Tracker): void {
    const id = tracker.trackerId;
    const previous = trackers.get(id);
    if (previous === undefined) currentCounts.all += 1;
    else currentCounts[previous.trackerStatusDto.status] -= 1;
    currentCounts[tracker.trackerStatusDto.status] += 1;
    if (previous === undefined) {
      // Gone and back within one frame is a change.
      if (removed.delete(id)) changed.add(id);
      else added.add(id);
    } else if (!added.has(id)) changed.add(id);
    trackers.set(id, tracker);
    scheduleFlush();
  }

  function remove(id: number): void {
    pendingStates.delete(id);
    const previous = trackers.get(id);
    if (previous === undefined) return;
    trackers.delete(id);
    currentCounts.all -= 1;
    currentCounts[previous.trackerStatusDto.status] -= 1;
    changed.delete(id);
    if (!added.delete(id)) removed.add(id);
    scheduleFlush();
  }

  function markTouched(id: number): void {
    for (const request of requests) request.touched.add(id);
  }

  function put(tracker: Tracker): void {
    const stored = trackers.get(tracker.trackerId)?.trackerStatusDto ?? pendingStates.get(tracker.trackerId);
    pendingStates.delete(tracker.trackerId);
    const keepStored = stored !== undefined && isNewer(stored, tracker.trackerStatusDto);
    set(keepStored ? { ...tracker, trackerStatusDto: stored } : tracker);
  }

  function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    getTracker: (id) => trackers.get(id),
    getIds: () => ids,
    getCounts: () => counts,
    subscribeTracker(id, listener) {
      const listeners = trackerListeners.get(id) ?? new Set();
      trackerListeners.set(id, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) trackerListeners.delete(id);
      };
    },
    subscribeCounts: (listener) => subscribe(countListeners, listener),
    subscribeChanges: (listener) => subscribe(changeListeners, listener),
    startList() {
      const request = { touched: new Set<number>() };
      requests.add(request);
      const listed = new Set<number>();
      return {
        put(list) {
          for (const tracker of list) {
            listed.add(tracker.trackerId);
            if (!request.touched.has(tracker.trackerId)) put(tracker);
          }
        },
        cancel: () => void requests.delete(request),
        done() {
          requests.delete(request);
          for (const id of [...trackers.keys()]) if (!listed.has(id) && !request.touched.has(id)) remove(id);
          // Whoever was to be told in a while is told now: a flush that finds nothing does nothing.
          scheduled = false;
          scheduleFlush();
        },
      };
    },
    putTrackers(list, removedIds) {
      for (const tracker of list) {
        markTouched(tracker.trackerId);
        put(tracker);
      }
      for (const id of removedIds) {
        markTouched(id);
        remove(id);
      }
    },
    putStates(states) {
      for (const { trackerId, status } of states) {
        const tracker = trackers.get(trackerId);
        if (tracker === undefined) pendingStates.set(trackerId, status);
        else set({ ...tracker, trackerStatusDto: status });
      }
    },
    clear() {
      for (const id of [...trackers.keys()]) remove(id);
      pendingStates.clear();
      requests.clear();
    },
  };
}
