import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { fullName } from './full-name.ts';

type Device = Pick<Tracker, 'trackerId' | 'trackerName' | 'label' | 'imei' | 'groupId'>;

/** A row of the chooser: a group, or a device in it. */
export type ChooserRow =
  | {
      readonly kind: 'group';
      /** Null: devices without a group. */
      readonly groupId: number | null;
      readonly name: string;
      /** Starting at 1. */
      readonly level: number;
      readonly open: boolean;
      /** The listed devices in it and in its subgroups. */
      readonly ids: readonly number[];
    }
  | { readonly kind: 'device'; readonly id: number; readonly name: string; readonly level: number };

export interface ChooserInput {
  /** Both sorted by name. */
  readonly groups: readonly Pick<Group, 'groupId' | 'parentId' | 'gn'>[];
  readonly devices: readonly Device[];
  readonly text: string;
  readonly isOpen: (groupId: number | null) => boolean;
}

/**
 * The rows of the group tree. A search lists devices whose name, number or IMEI contains the text, and all devices of
 * a group whose name contains it; empty groups are omitted. Without groups only devices are listed.
 */
export function buildChooserRows({ groups, devices, text, isOpen }: ChooserInput): ChooserRow[] {
  const searchText = text.trim().toLowerCase();
  const known = new Set(groups.map(({ groupId }) => groupId));
  // Devices of a group that is not visible, or not loaded yet, count as ungrouped.
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
    const nestedRows = [
      ...(children.get(groupId) ?? []).flatMap((child) => groupRows(child.groupId, child.gn, all, level + 1)),
      ...deviceRows(groupId, all, level + 1),
    ];
    return withHeader(groupId, name, level, nestedRows);
  }

  function withHeader(
    groupId: number | null,
    name: string,
    level: number,
    content: readonly ChooserRow[],
  ): ChooserRow[] {
    // Includes the devices of collapsed subgroups; each device is counted once.
    const ids = content.flatMap((row) =>
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
    return [{ kind: 'group', groupId, name, level, open, ids }, ...(open ? content : [])];
  }

  const rows = (children.get(null) ?? []).flatMap(({ groupId, gn }) => groupRows(groupId, gn, false, 1));
  if (groups.length === 0) return deviceRows(null, searchText === '', 1);
  return [...rows, ...withHeader(null, '', 1, deviceRows(null, searchText === '', 2))];
}

/** Branches of a tree of models instead of groups: devices without a model have no branch. Models ignore case. */
export function groupByModel(
  devices: readonly (Device & Pick<Tracker, 'model'>)[],
): Pick<ChooserInput, 'groups' | 'devices'> {
  const ids = new Map<string, number>();
  const groups: { groupId: number; parentId: null; gn: string }[] = [];
  const placed = devices.map((device) => {
    const key = device.model.trim().toLowerCase();
    if (key === '') return { ...device, groupId: null };
    const known = ids.get(key);
    if (known !== undefined) return { ...device, groupId: known };
    const groupId = ids.size + 1;
    ids.set(key, groupId);
    groups.push({ groupId, parentId: null, gn: device.model.trim() });
    return { ...device, groupId };
  });
  return { groups: groups.toSorted((a, b) => a.gn.localeCompare(b.gn)), devices: placed };
}

function matchesSearch(device: Device, text: string): boolean {
  return fullName(device).toLowerCase().includes(text) || device.imei.toLowerCase().includes(text);
}

/** The selection after adding or removing devices. Its order determines the device numbers. */
export function updateSelection(
  selected: readonly number[],
  ids: readonly number[],
  on: boolean,
): readonly number[] {
  const touched = new Set(ids);
  if (!on) return selected.filter((id) => !touched.has(id));
  const before = new Set(selected);
  return [...selected, ...ids.filter((id) => !before.has(id))];
}
