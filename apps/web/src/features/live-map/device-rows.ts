import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStatus } from '@wakeline/domain/tracker-status';

/** A line of the device list. */
export type DeviceRow =
  | {
      readonly kind: 'group';
      /** Null: those in no group. */
      readonly groupId: number | null;
      readonly name: string;
      readonly open: boolean;
      /** Devices of the group that the filter lets through. */
      readonly ids: readonly number[];
    }
  | { readonly kind: 'tracker'; readonly id: number; readonly level: 1 | 2 };

export interface DeviceFilter {
  /** Words to be found in name, IMEI or number, whatever their case. */
  readonly text: string;
  readonly status: TrackerStatus | null;
  /** Those that are offline are left out, unless somebody asks for them by status or name. */
  readonly hideOffline: boolean;
}

export interface DeviceRowsInput {
  /** In the order in which they are shown. */
  readonly trackers: readonly Tracker[];
  readonly groups: readonly Pick<Group, 'groupId' | 'gn'>[];
  readonly filter: DeviceFilter;
  /** Groups that are folded; null stands for "no group". */
  readonly folded: ReadonlySet<number | null>;
  readonly ungrouped: string;
}

function matches(tracker: Tracker, words: readonly string[], filter: DeviceFilter): boolean {
  const { status } = tracker.trackerStatusDto;
  if (filter.status !== null && filter.status !== status) return false;
  const asked = filter.status !== null || words.length > 0;
  if (filter.hideOffline && status === 'OFFLINE' && !asked) return false;
  if (words.length === 0) return true;
  const text = `${tracker.trackerName}\n${tracker.imei}\n${tracker.label}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * The lines of the list: groups with their devices, then the devices of none. Without groups it is a plain list.
 * While something is searched, groups without a hit are left out and none is folded.
 */
export function deviceRows({ trackers, groups, filter, folded, ungrouped }: DeviceRowsInput): DeviceRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const filtered = words.length > 0 || filter.status !== null;
  const byGroup = new Map<number | null, number[]>(groups.map(({ groupId }) => [groupId, []]));
  const outside: number[] = [];
  for (const tracker of trackers) {
    if (!matches(tracker, words, filter)) continue;
    // A group that this console has not heard of yet: its devices must not vanish meanwhile.
    (byGroup.get(tracker.groupId) ?? outside).push(tracker.trackerId);
  }
  if (groups.length === 0) return outside.map((id) => ({ kind: 'tracker', id, level: 1 }));

  const rows: DeviceRow[] = [];
  const add = (groupId: number | null, name: string, ids: readonly number[]) => {
    const open = words.length > 0 || !folded.has(groupId);
    rows.push({ kind: 'group', groupId, name, open, ids });
    if (open) for (const id of ids) rows.push({ kind: 'tracker', id, level: 2 });
  };
  for (const { groupId, gn } of groups) {
    const ids = byGroup.get(groupId) ?? [];
    if (ids.length > 0 || !filtered) add(groupId, gn, ids);
  }
  if (outside.length > 0) add(null, ungrouped, outside);
  return rows;
}
