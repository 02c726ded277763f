import type { Tracker, TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { NEVER_REPORTED } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import { STATE_ROW_LENGTH } from '@wakeline/contract/live/state-row';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { type StateBatch, StateTable } from './state-table.ts';

/** A tracker without its latest state: what a list of trackers contains and seldom changes. */
export type TrackerInfo = Omit<Tracker, 'trackerStatusDto'>;

/** Number of trackers, in total and by status. */
export type Counts = Readonly<Record<TrackerStatus | 'all', number>>;

/** Changes of trackers since the last frame. */
export interface Changes {
  readonly added: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/**
 * The latest state of every visible tracker, outside React. States are packed in a table, and the entity of a tracker
 * is created when it is requested: it is never changed, only replaced.
 */
export interface TrackerStore {
  getTracker(id: number): Tracker | undefined;
  /** Cheaper than `getTracker`, for code that reads all of them. */
  getInfo(id: number): TrackerInfo | undefined;
  getStatus(id: number): TrackerStatus | undefined;
  /** Time of its last communication, epoch milliseconds; null if it is not known. */
  getCommTime(id: number): number | null;
  /** Its last known position, WGS-84 degrees; null if it has none, or is unknown. */
  getLngLat(id: number): { readonly lng: number; readonly lat: number } | null;
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
  /** The same for packed states. */
  putRows(batch: StateBatch): void;
  clear(): void;
}

export interface ListRequest {
  /** A page of the response, with or without states. */
  put(trackers: readonly (Tracker | TrackerInfo)[]): void;
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
export function isNewer(state: Times, other: Times): boolean {
  const timeDifference = (state.latestCommTime ?? 0) - (other.latestCommTime ?? 0);
  return timeDifference !== 0 ? timeDifference > 0 : (state.statusSince ?? 0) > (other.statusSince ?? 0);
}

type Times = Pick<TrackerStatusDto, 'latestCommTime' | 'statusSince'>;

export function createTrackerStore(schedule: Schedule): TrackerStore {
  const infos = new Map<number, TrackerInfo>();
  /** Also of unknown trackers: the socket may be faster than the list. */
  const states = new StateTable();
  /** Entities that were requested since their last change. */
  const entities = new Map<number, Tracker>();
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
    schedule(flush, requests.size > 0 && infos.size > LARGE_LIST_SIZE);
  }

  function flush(): void {
    scheduled = false;
    const changes: Changes = { added, changed, removed };
    if (added.size + changed.size + removed.size === 0) return;
    added = new Set();
    changed = new Set();
    removed = new Set();
    if (changes.added.size + changes.removed.size > 0) ids = [...infos.keys()];
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

  function statusOf(id: number): TrackerStatus {
    const slot = states.slotOf(id);
    return slot === undefined ? 'OFFLINE' : states.statusAt(slot);
  }

  function getTracker(id: number): Tracker | undefined {
    const known = entities.get(id);
    if (known !== undefined) return known;
    const info = infos.get(id);
    if (info === undefined) return undefined;
    const slot = states.slotOf(id);
    const trackerStatusDto = slot === undefined ? NEVER_REPORTED : states.get(slot);
    const tracker = { ...info, trackerStatusDto };
    entities.set(id, tracker);
    return tracker;
  }

  /** @param write changes the state; the caller schedules the notification */
  function setState(id: number, write: () => void): void {
    if (!infos.has(id)) {
      write();
      return;
    }
    const before = statusOf(id);
    write();
    entities.delete(id);
    const after = statusOf(id);
    if (before !== after) {
      currentCounts[before] -= 1;
      currentCounts[after] += 1;
    }
    if (!added.has(id)) changed.add(id);
  }

  function setInfo(info: TrackerInfo): void {
    const id = info.trackerId;
    const isNew = !infos.has(id);
    infos.set(id, info);
    entities.delete(id);
    if (isNew) {
      currentCounts.all += 1;
      currentCounts[statusOf(id)] += 1;
      // Removed and added within one frame is a change.
      if (removed.delete(id)) changed.add(id);
      else added.add(id);
    } else if (!added.has(id)) changed.add(id);
    scheduleFlush();
  }

  function remove(id: number): void {
    const status = statusOf(id);
    states.remove(id);
    entities.delete(id);
    if (!infos.delete(id)) return;
    currentCounts.all -= 1;
    currentCounts[status] -= 1;
    changed.delete(id);
    if (!added.delete(id)) removed.add(id);
    scheduleFlush();
  }

  function markTouched(id: number): void {
    for (const request of requests) request.touched.add(id);
  }

  function timesOf(id: number): Times | null {
    const slot = states.slotOf(id);
    if (slot === undefined) return null;
    return {
      latestCommTime: states.valueAt(slot, 'latestCommTime') || 0,
      statusSince: states.valueAt(slot, 'statusSince') || 0,
    };
  }

  function put(tracker: Tracker | TrackerInfo): void {
    if (!('trackerStatusDto' in tracker)) {
      setInfo(tracker);
      return;
    }
    const { trackerStatusDto, ...info } = tracker;
    const id = info.trackerId;
    const stored = timesOf(id);
    // The state of an expired tracker is hidden, which is not a report.
    const keepStored =
      tracker.activation !== 'expired' && stored !== null && isNewer(stored, trackerStatusDto);
    if (!keepStored) setState(id, () => states.set(id, trackerStatusDto));
    setInfo(info);
  }

  function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    getTracker,
    getInfo: (id) => infos.get(id),
    getStatus: (id) => (infos.has(id) ? statusOf(id) : undefined),
    getCommTime(id) {
      const slot = infos.has(id) ? states.slotOf(id) : undefined;
      return slot === undefined ? null : states.valueAt(slot, 'latestCommTime') || null;
    },
    getLngLat(id) {
      const slot = infos.has(id) ? states.slotOf(id) : undefined;
      if (slot === undefined) return null;
      const [lng, lat] = [states.valueAt(slot, 'longitude'), states.valueAt(slot, 'latitude')];
      return Number.isNaN(lng) || Number.isNaN(lat) ? null : { lng, lat };
    },
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
          for (const id of [...infos.keys()]) if (!listed.has(id) && !request.touched.has(id)) remove(id);
          for (const id of [...states.trackerIds()]) if (!infos.has(id)) states.remove(id);
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
    putStates(list) {
      for (const { trackerId, status } of list) setState(trackerId, () => states.set(trackerId, status));
      if (changed.size > 0) scheduleFlush();
    },
    putRows({ trackerIds, rows, details }) {
      for (let row = 0; row < trackerIds.length; row += 1) {
        const id = trackerIds[row] ?? 0;
        const detail = details.size === 0 ? null : (details.get(id) ?? null);
        setState(id, () => states.setRow(id, rows, row * STATE_ROW_LENGTH, detail));
      }
      if (changed.size > 0) scheduleFlush();
    },
    clear() {
      for (const id of [...infos.keys()]) remove(id);
      for (const id of [...states.trackerIds()]) states.remove(id);
      requests.clear();
    },
  };
}
