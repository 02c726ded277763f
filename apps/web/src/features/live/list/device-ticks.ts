import { LIMITS } from '@wakeline/contract/limits';
import type { ShownDevices } from '../use-shown-devices.ts';
import type { DeviceListStore } from './device-list-store.ts';
import type { DeviceFilter } from './device-tree.ts';
import type { DeviceRow, GroupLine } from './flat-rows.ts';

/** The ticks of the list: which devices are on the map. */
export interface DeviceTicks {
  readonly shownOf: (row: GroupLine) => 'all' | 'some' | 'none';
  readonly showGroup: (row: GroupLine, shown: boolean) => void;
  /** Turns the tick of a row over. */
  readonly tick: (row: DeviceRow) => void;
}

/** @param filter what the rows were chosen by. */
export function deviceTicks(
  devices: ShownDevices,
  tree: DeviceListStore['tree'],
  filter: DeviceFilter,
): DeviceTicks {
  const filtered = filter.text.trim() !== '' || filter.status !== null;

  /** While something is searched, a group's tick means what was found in it; of very many, all of it. */
  function foundIn({ groupId }: GroupLine): readonly number[] | null {
    const found = filtered ? tree.idsIn(groupId) : null;
    return found === null || found.length > LIMITS.shownTrackers ? null : found;
  }

  function shownOf(row: GroupLine): 'all' | 'some' | 'none' {
    const found = foundIn(row);
    const all = found?.length ?? row.counts.all;
    const hidden =
      found === null
        ? (devices.hiddenIn.get(row.groupId) ?? 0)
        : found.reduce((sum, id) => sum + (devices.hidden.has(id) ? 1 : 0), 0);
    if (hidden === 0) return all > 0 ? 'all' : 'none';
    return hidden >= all ? 'none' : 'some';
  }

  function showGroup(row: GroupLine, shown: boolean): void {
    const found = foundIn(row);
    if (found === null) devices.showGroups([row.groupId], shown);
    else devices.showTrackers(found, shown);
  }

  function tick(row: DeviceRow): void {
    if (row.kind === 'group') showGroup(row, shownOf(row) !== 'all');
    else devices.showTrackers([row.id], devices.hidden.has(row.id));
  }

  return { shownOf, showGroup, tick };
}
