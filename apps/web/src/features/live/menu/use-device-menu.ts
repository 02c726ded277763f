import { useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import type { MapContextMenu } from '../../../map/devices/pointer.ts';
import type { ContextMenuState } from '../../../ui/context-menu.tsx';
import type { DeviceRow } from '../list/flat-rows.ts';
import { type GroupActions, useGroupItems } from './use-group-items.ts';
import { useMapItems } from './use-map-items.ts';
import { type TrackerActions, useTrackerItems } from './use-tracker-items.ts';

/** The context menu of devices, groups and points of the map. */
export function useDeviceMenu(actions: TrackerActions & GroupActions) {
  const trackerItems = useTrackerItems(actions);
  const groupItems = useGroupItems(actions);
  const mapItems = useMapItems();
  const [at, setAt] = useState<ContextMenuState | null>(null);

  return {
    at,
    close: () => setAt(null),
    openRow(row: DeviceRow, x: number, y: number): void {
      const tracker = row.kind === 'tracker' ? liveStore.getTracker(row.id) : undefined;
      if (row.kind === 'group') setAt({ x, y, items: groupItems(row) });
      else if (tracker) setAt({ x, y, items: trackerItems(tracker) });
    },
    openMap({ trackerId, lngLat, x, y }: MapContextMenu): void {
      const tracker = trackerId === null ? undefined : liveStore.getTracker(trackerId);
      setAt({ x, y, items: tracker ? trackerItems(tracker) : mapItems(lngLat) });
    },
  };
}
