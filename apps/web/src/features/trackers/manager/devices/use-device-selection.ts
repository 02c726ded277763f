import type { Device } from '@wakeline/contract/trackers/devices';
import { type Key, useState } from 'react';
import { serverNow } from '../../../../live/live-store.ts';
import { type DeviceConditions, toDeviceFilter } from './device-request.ts';
import type { DeviceSelection } from './device-selection.ts';

export interface SelectedDevices {
  readonly selection: DeviceSelection;
  /** Ticked rows of the table. */
  readonly keys: readonly Key[];
  /** Whether every row of the page is ticked but not every matching device. */
  readonly canSelectAll: boolean;
  tick(keys: readonly Key[]): void;
  selectAll(): void;
  clear(): void;
}

interface Selected {
  readonly conditions: string;
  readonly trackerIds: readonly number[];
  readonly allMatching: boolean;
}

/** The ticked devices. They are kept across pages; another filter clears them. */
export function useDeviceSelection(
  conditions: DeviceConditions,
  rows: readonly Device[],
  total: number,
): SelectedDevices {
  const current = JSON.stringify(conditions);
  const nothing: Selected = { conditions: current, trackerIds: [], allMatching: false };
  const [stored, setStored] = useState(nothing);
  const selected = stored.conditions === current ? stored : nothing;
  const { trackerIds, allMatching } = selected;
  const pageIds = rows.map(({ trackerId }) => trackerId);
  return {
    selection: allMatching
      ? { kind: 'matching', deviceFilter: toDeviceFilter(conditions, serverNow()), count: total }
      : { kind: 'ticked', trackerIds },
    keys: allMatching ? pageIds : trackerIds,
    canSelectAll:
      !allMatching &&
      total > trackerIds.length &&
      pageIds.every((trackerId) => trackerIds.includes(trackerId)),
    tick: (keys) => setStored({ ...nothing, trackerIds: keys.map(Number) }),
    selectAll: () => setStored({ ...nothing, allMatching: true }),
    clear: () => setStored(nothing),
  };
}
