import { collectSubtreeIds, type GroupTreeNode } from '../../../parts/devices/group-tree.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

/** A line of the list. */
export type ObjectRow =
  | {
      readonly kind: 'group';
      /** Null: those of no group. */
      readonly groupId: number | null;
      readonly name: string;
      readonly open: boolean;
      /** Objects of the group that the filter lets through. */
      readonly objects: readonly MapObject[];
    }
  | { readonly kind: 'object'; readonly object: MapObject };

/** `all`, those of no group, or those of a group and of the groups below it. */
export type GroupFilter = 'all' | 'none' | number;

export interface ObjectFilter {
  /** Words to be found in the name, whatever their case. */
  readonly text: string;
  readonly group: GroupFilter;
}

interface ObjectRowsInput {
  /** In the order in which they are shown. */
  readonly objects: readonly MapObject[];
  readonly groups: readonly GroupTreeNode[];
  readonly filter: ObjectFilter;
  /** Groups that are folded; null stands for "no group". */
  readonly collapsed: ReadonlySet<number | null>;
  readonly ungrouped: string;
}

/** The objects that a filter lets through. */
export function filterObjects(
  objects: readonly MapObject[],
  groups: readonly GroupTreeNode[],
  { text, group }: ObjectFilter,
): MapObject[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const groupIds = typeof group === 'number' ? collectSubtreeIds(group, groups) : null;
  const known = new Set(groups.map(({ groupId }) => groupId));
  return objects.filter(({ name, groupId }) => {
    if (group === 'none' && groupId !== null && known.has(groupId)) return false;
    if (groupIds !== null && (groupId === null || !groupIds.has(groupId))) return false;
    const lower = name.toLowerCase();
    return terms.every((term) => lower.includes(term));
  });
}

/** The lines of the list: groups that have something, with their objects, then those of none. Without groups it is a plain list. */
export function buildObjectRows({
  objects,
  groups,
  filter,
  collapsed,
  ungrouped,
}: ObjectRowsInput): ObjectRow[] {
  const byGroup = new Map<number, MapObject[]>(groups.map(({ groupId }) => [groupId, []]));
  const withoutGroup: MapObject[] = [];
  // A group that this console has not heard of yet: what is in it must not vanish meanwhile.
  for (const object of filterObjects(objects, groups, filter))
    ((object.groupId === null ? undefined : byGroup.get(object.groupId)) ?? withoutGroup).push(object);
  const rows: ObjectRow[] = [];
  const searching = filter.text.trim() !== '';
  const add = (groupId: number | null, name: string, groupObjects: readonly MapObject[]) => {
    if (groupObjects.length === 0) return;
    const open = searching || !collapsed.has(groupId);
    rows.push({ kind: 'group', groupId, name, open, objects: groupObjects });
    if (open) for (const object of groupObjects) rows.push({ kind: 'object', object });
  };
  const grouped = groups.some(({ groupId }) => (byGroup.get(groupId)?.length ?? 0) > 0);
  if (!grouped) return withoutGroup.map((object) => ({ kind: 'object', object }));
  for (const { groupId, path } of groups) add(groupId, path, byGroup.get(groupId) ?? []);
  add(null, ungrouped, withoutGroup);
  return rows;
}
