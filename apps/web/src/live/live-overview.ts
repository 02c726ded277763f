import type { Client } from '@wakeline/client/client';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { createStore, useStore } from 'zustand';
import type { FirstOverview, OverviewArea } from './first-overview.ts';
import { liveStore } from './live-store.ts';
import type { Counts } from './tracker-store.ts';

type Overview = ResultOf<Operations['queryLiveOverview']>;

/** What a large account shows until its list of devices has loaded. */
export interface LiveOverview {
  readonly area: OverviewArea;
  readonly counts: Counts;
  /** Counts of each group without its subgroups; null: without a group. */
  readonly groups: ReadonlyMap<number | null, Counts>;
  /** Clusters in the area. */
  readonly clusters: Overview['clusters'];
  /** Devices in the area that are not in a cluster; the live store has them. */
  readonly trackerIds: readonly number[];
}

/** The list of a smaller account is there as soon. */
const MIN_DEVICES = 4_000;

const store = createStore<{ readonly overview: LiveOverview | null }>(() => ({ overview: null }));

/** Null: the list has loaded, or is small. */
export function useLiveOverview(): LiveOverview | null {
  return useStore(store, ({ overview }) => overview);
}

/**
 * Requests the counts, and what is visible in an area. A failure has no consequences: the list follows.
 *
 * @param signal aborted when the list has loaded
 */
export function loadOverview(client: Client, area: OverviewArea, signal: AbortSignal): Promise<void> {
  const response = client.call('queryLiveOverview', area, { signal }).catch(() => null);
  return awaitOverview({ area, response }, signal);
}

/** Shows what was requested before. */
export async function awaitOverview(requested: FirstOverview, signal: AbortSignal): Promise<void> {
  const { area } = requested;
  const response = await requested.response;
  if (signal.aborted) return;
  if (response === null || response.counts.all < MIN_DEVICES) return;
  const { counts, groups, clusters, trackers } = response;
  liveStore.putTrackers(trackers, []);
  store.setState({
    overview: {
      area,
      counts,
      groups: new Map(groups.map((group) => [group.groupId, group.counts])),
      clusters,
      trackerIds: trackers.map(({ trackerId }) => trackerId),
    },
  });
}

/** The list has loaded. */
export function endOverview(): void {
  store.setState({ overview: null });
}
