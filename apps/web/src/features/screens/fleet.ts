import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Counts, TrackerStore } from '../../live/tracker-store.ts';
import { groupWithBelow, useScreenSource } from './screen-source.ts';

/** Devices by status, and by their group. */
export interface Fleet {
  readonly counts: Counts;
  readonly byGroup: ReadonlyMap<number | null, Counts>;
}

type GroupIds = ReadonlySet<number> | null;

function isIn(groupIds: GroupIds, { groupId }: Tracker): boolean {
  return groupIds === null || (groupId !== null && groupIds.has(groupId));
}

const NO_COUNTS: Counts = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

/** Counts the devices of groups; null: all devices. */
export function countFleet(store: Pick<TrackerStore, 'getIds' | 'getTracker'>, groupIds: GroupIds): Fleet {
  const counts = { ...NO_COUNTS };
  const byGroup = new Map<number | null, Record<keyof Counts, number>>();
  for (const id of store.getIds()) {
    const tracker = store.getTracker(id);
    if (tracker === undefined || !isIn(groupIds, tracker)) continue;
    const { status } = tracker.trackerStatusDto;
    const group = byGroup.get(tracker.groupId) ?? { ...NO_COUNTS };
    byGroup.set(tracker.groupId, group);
    for (const sums of [counts, group]) {
      sums.all += 1;
      sums[status] += 1;
    }
  }
  return { counts, byGroup };
}

/** Statuses that people look at first. */
const URGENCY = ['SOS', 'RUNNING', 'STOP', 'OFFLINE'] as const;

/** The first devices of groups: SOS, then those that move, stand and are offline, each by name. */
export function firstDevices(
  store: Pick<TrackerStore, 'getIds' | 'getTracker'>,
  groupIds: GroupIds,
  limit: number,
): readonly Tracker[] {
  const found = new Map(URGENCY.map((status) => [status, [] as Tracker[]]));
  for (const id of store.getIds()) {
    const tracker = store.getTracker(id);
    if (tracker === undefined || !isIn(groupIds, tracker)) continue;
    const list = found.get(tracker.trackerStatusDto.status);
    // More of one status can never be among the first ones.
    if (list !== undefined && list.length < limit) list.push(tracker);
  }
  return URGENCY.flatMap((status) =>
    (found.get(status) ?? []).toSorted((a, b) => a.trackerName.localeCompare(b.trackerName)),
  ).slice(0, limit);
}

/** Milliseconds between two computations: states change many times a second. */
const INTERVAL_MS = 1_000;

/** A value computed from all devices of a store, again when they have loaded or change, at most once a second. */
function useComputed<Value>(store: TrackerStore, compute: () => Value): Value {
  const { isReady } = useScreenSource();
  const [value, setValue] = useState(compute);
  const latest = useRef(compute);
  latest.current = compute;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOutdated = false;
    // A change after a pause at once: the first one is that the devices have loaded.
    const update = () => {
      isOutdated = false;
      setValue(latest.current());
      timer = setTimeout(() => {
        timer = undefined;
        if (isOutdated) update();
      }, INTERVAL_MS);
    };
    const stop = store.subscribeChanges(() => {
      if (timer === undefined) update();
      else isOutdated = true;
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  // Before the page is painted: loaded devices must not appear as none until the next second.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the devices have loaded
  useLayoutEffect(() => setValue(compute()), [compute, isReady]);
  return value;
}

function useGroupIds(groupId: number | null): GroupIds {
  const { groups } = useScreenSource();
  return useMemo(() => groupWithBelow(groups, groupId), [groups, groupId]);
}

/** Counts of the devices of a group with its subgroups; null: all devices. */
export function useFleet(groupId: number | null): Fleet {
  const { store } = useScreenSource();
  const groupIds = useGroupIds(groupId);
  return useComputed(
    store,
    useMemo(() => () => countFleet(store, groupIds), [store, groupIds]),
  );
}

export function useFirstDevices(groupId: number | null, limit: number): readonly Tracker[] {
  const { store } = useScreenSource();
  const groupIds = useGroupIds(groupId);
  return useComputed(
    store,
    useMemo(() => () => firstDevices(store, groupIds, limit), [store, groupIds, limit]),
  );
}

const NOTHING: ReadonlySet<number> = new Set();

/** The devices that are not of a group. */
export function useOthers(groupId: number | null): ReadonlySet<number> {
  const { store } = useScreenSource();
  const groupIds = useGroupIds(groupId);
  return useComputed(
    store,
    useMemo(
      () => () => {
        if (groupIds === null) return NOTHING;
        const isOther = (id: number) => {
          const tracker = store.getTracker(id);
          return tracker !== undefined && !isIn(groupIds, tracker);
        };
        return new Set(store.getIds().filter(isOther));
      },
      [store, groupIds],
    ),
  );
}
