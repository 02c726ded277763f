import { LIMITS } from '@wakeline/contract/limits';
import type { VisibleDevices } from '../use-visible-devices.ts';
import type { DeviceListStore } from './device-list-store.ts';
import type { DeviceFilter } from './device-tree.ts';
import type { DeviceGroupRow, DeviceRow } from './flat-rows.ts';

/** The checkboxes of the list: which devices are visible on the map. */
export interface DeviceCheckboxes {
  readonly visibilityOf: (row: DeviceGroupRow) => 'all' | 'some' | 'none';
  readonly showGroup: (row: DeviceGroupRow, visible: boolean) => void;
  /** Toggles the checkbox of a row. */
  readonly toggle: (row: DeviceRow) => void;
}

/** @param filter the filter of the rows */
export function createDeviceCheckboxes(
  devices: VisibleDevices,
  tree: DeviceListStore['tree'],
  filter: DeviceFilter,
): DeviceCheckboxes {
  const filtered = filter.text.trim() !== '' || filter.status !== null;

  /**
   * While a filter is active, a group's checkbox refers to its matches; if they exceed the limit, to the complete
   * group.
   */
  function matchesIn({ groupId }: DeviceGroupRow): readonly number[] | null {
    const matches = filtered ? tree.idsIn(groupId) : null;
    return matches === null || matches.length > LIMITS.visibilityTrackers ? null : matches;
  }

  function visibilityOf(row: DeviceGroupRow): 'all' | 'some' | 'none' {
    const matches = matchesIn(row);
    const total = matches?.length ?? row.counts.all;
    const hidden =
      matches === null
        ? (devices.hiddenCounts.get(row.groupId) ?? 0)
        : matches.reduce((sum, id) => sum + (devices.hidden.has(id) ? 1 : 0), 0);
    if (hidden === 0) return total > 0 ? 'all' : 'none';
    return hidden >= total ? 'none' : 'some';
  }

  function showGroup(row: DeviceGroupRow, visible: boolean): void {
    const matches = matchesIn(row);
    if (matches === null) devices.setGroupsVisible([row.groupId], visible);
    else devices.setTrackersVisible(matches, visible);
  }

  function toggle(row: DeviceRow): void {
    if (row.kind === 'group') showGroup(row, visibilityOf(row) !== 'all');
    else devices.setTrackersVisible([row.id], devices.hidden.has(row.id));
  }

  return { visibilityOf, showGroup, toggle };
}
