import type { Tracker, TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** Number of trackers, in total and by status. */
export type Counts = Readonly<Record<TrackerStatus | 'all', number>>;

/** Changes of trackers since the last frame. */
export interface Changes {
  readonly added: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/** The latest state of every visible tracker, outside React. Entities are never changed, only replaced. */
export interface TrackerStore {
  getTracker(id: number): Tracker | undefined;
  /** In the order of their arrival; a new array only when trackers were added or removed. */
  getIds(): readonly number[];
  getCounts(): Counts;
  /** Calls the listener at most once per frame, when this tracker was changed, added or removed. */
  subscribeTracker(id: number, listener: () => void): () => void;
  subscribeCounts(listener: () => void): () => void;
  /** Calls the listener with all changes of all trackers, merged, at most once per frame: for the map. */
  subscribeChanges(listener: (changes: Changes) => void): () => void;

  /** Call before requesting the complete list: updates from here on are newer than the response. */
  startList(): ListRequest;
  putTrackers(changed: readonly Tracker[], removed: readonly number[]): void;
  putStates(states: readonly LiveState[]): void;
  clear(): void;
}

export interface ListRequest {
  /** A page of the response. */
  put(trackers: readonly Tracker[]): void;
  /** The list is complete: trackers that it lacks are removed, unless an update arrived for them meanwhile. */
  done(): void;
  /** The rest of the list will not arrive. */
  cancel(): void;
}

/** Calls the task once, soon: at the next frame, or later with low priority; tests call it themselves. */
export type Schedule = (task: () => void, lowPriority: boolean) => void;

/**
 * While a list above this size is loading, listeners are called with low priority. Drawing each page at once would
 * occupy a machine that still has to load and parse the rest.
 */
const LARGE_LIST_SIZE = 10_000;

/** Whether a state is newer than another: received later, or the same report evaluated later. */
export function isNewer(state: TrackerStatusDto, other: TrackerStatusDto): boolean {
  const timeDifference = (state.latestCommTime ?? 0) - (other.latestCommTime ?? 0);
  return timeDifference !== 0 ? timeDifference > 0 : (state.statusSince ?? 0) > (other.statusSince ?? 0);
}

export function createTrackerStore(schedule: Schedule): TrackerStore {
  const trackers = new Map<number, Tracker>();
  /** States of unknown trackers: the socket may be faster than the list. */
  const pendingStates = new Map<number, TrackerStatusDto>();
  let ids: readonly number[] = [];
  /** Updated with each change; `counts` holds the last published values. */
  const currentCounts = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 } satisfies Counts;
  let counts: Counts = { ...currentCounts };

  let added = new Set<number>();
  let changed = new Set<number>();
  let removed = new Set<number>();
  let scheduled = false;
  /** Ids updated while a list was loading, for each such list. */
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
      // Removed and added within one frame is a change.
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
    // The state of an expired tracker is hidden, which is not a report.
    const keepStored =
      tracker.activation !== 'expired' && stored !== undefined && isNewer(stored, tracker.trackerStatusDto);
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
          // Replaces a pending low-priority flush by an immediate one; the pending flush then finds no changes.
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
