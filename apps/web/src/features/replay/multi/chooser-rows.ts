import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { fullName } from '../../../parts/devices/full-name.ts';

type Device = Pick<Tracker, 'trackerId' | 'trackerName' | 'label' | 'imei' | 'groupId'>;

/** A line of the choice: a group, or a device in it. */
export type ChooserRow =
  | {
      readonly kind: 'group';
      /** Null: the devices that are in no group. */
      readonly groupId: number | null;
      readonly name: string;
      /** From 1. */
      readonly level: number;
      readonly open: boolean;
      /** The devices in it and below that are listed. */
      readonly ids: readonly number[];
    }
  | { readonly kind: 'device'; readonly id: number; readonly name: string; readonly level: number };

export interface ChooserInput {
  /** Both by name. */
  readonly groups: readonly Pick<Group, 'groupId' | 'parentId' | 'gn'>[];
  readonly devices: readonly Device[];
  readonly text: string;
  readonly isOpen: (groupId: number | null) => boolean;
}

/**
 * The tree of groups as lines. A search lists devices whose name, number or IMEI has the text, and all devices of a group
 * whose name has it; groups in which there is nothing to choose are left out. While there are no groups, devices stand alone.
 */
export function buildChooserRows({ groups, devices, text, isOpen }: ChooserInput): ChooserRow[] {
  const searchText = text.trim().toLowerCase();
  const known = new Set(groups.map(({ groupId }) => groupId));
  // A group that is not seen, or not yet known, holds nobody for this user.
  const byGroup = Map.groupBy(devices, ({ groupId }) =>
    groupId !== null && known.has(groupId) ? groupId : null,
  );
  const children = Map.groupBy(groups, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  );

  function deviceRows(groupId: number | null, all: boolean, level: number): ChooserRow[] {
    const own = byGroup.get(groupId) ?? [];
    const listed = all ? own : own.filter((device) => matchesSearch(device, searchText));
    return listed.map((device) => ({
      kind: 'device',
      id: device.trackerId,
      name: fullName(device),
      level,
    }));
  }

  function groupRows(groupId: number, name: string, parentMatches: boolean, level: number): ChooserRow[] {
    const all = parentMatches || name.toLowerCase().includes(searchText);
    const inside = [
      ...(children.get(groupId) ?? []).flatMap((child) => groupRows(child.groupId, child.gn, all, level + 1)),
      ...deviceRows(groupId, all, level + 1),
    ];
    return withHeader(groupId, name, level, inside);
  }

  function withHeader(
    groupId: number | null,
    name: string,
    level: number,
    inside: readonly ChooserRow[],
  ): ChooserRow[] {
    // A folded group below still knows who is in it, but a device is told only once.
    const ids = inside.flatMap((row) =>
      row.kind === 'device'
        ? row.level === level + 1
          ? row.id
          : []
        : row.level === level + 1
          ? row.ids
          : [],
    );
    if (ids.length === 0) return [];
    const open = isOpen(groupId);
    return [{ kind: 'group', groupId, name, level, open, ids }, ...(open ? inside : [])];
  }

  const rows = (children.get(null) ?? []).flatMap(({ groupId, gn }) => groupRows(groupId, gn, false, 1));
  if (groups.length === 0) return deviceRows(null, searchText === '', 1);
  return [...rows, ...withHeader(null, '', 1, deviceRows(null, searchText === '', 2))];
}

function matchesSearch(device: Device, wanted: string): boolean {
  return fullName(device).toLowerCase().includes(wanted) || device.imei.toLowerCase().includes(wanted);
}

/** What remains chosen when some are ticked or taken off; order is that of the choice, which gives devices their numbers. */
export function updateChosen(
  chosen: readonly number[],
  ids: readonly number[],
  on: boolean,
): readonly number[] {
  const touched = new Set(ids);
  if (!on) return chosen.filter((id) => !touched.has(id));
  const before = new Set(chosen);
  return [...chosen, ...ids.filter((id) => !before.has(id))];
}
