import { collectSubtreeIds, type GroupTreeNode } from '../../../parts/devices/group-tree.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

/** A row of the list. */
export type ObjectRow =
  | {
      readonly kind: 'group';
      /** Null: objects without a group. */
      readonly groupId: number | null;
      readonly name: string;
      readonly open: boolean;
      /** Objects of the group that match the filter. */
      readonly objects: readonly MapObject[];
    }
  | { readonly kind: 'object'; readonly object: MapObject };

/** `all`, objects without a group, or those of a group and its descendants. */
export type GroupFilter = 'all' | 'none' | number;

export interface ObjectFilter {
  /** Search terms for the name, ignoring case. */
  readonly text: string;
  readonly group: GroupFilter;
}

interface ObjectRowsInput {
  /** In display order. */
  readonly objects: readonly MapObject[];
  readonly groups: readonly GroupTreeNode[];
  readonly filter: ObjectFilter;
  /** Collapsed groups; null: "no group". */
  readonly collapsed: ReadonlySet<number | null>;
  readonly ungrouped: string;
}

/** The objects that match a filter. */
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

/** The rows of the list: non-empty groups with their objects, then ungrouped objects. Without groups a flat list. */
export function buildObjectRows({
  objects,
  groups,
  filter,
  collapsed,
  ungrouped,
}: ObjectRowsInput): ObjectRow[] {
  const byGroup = new Map<number, MapObject[]>(groups.map(({ groupId }) => [groupId, []]));
  const withoutGroup: MapObject[] = [];
  // Objects of a group that has not loaded yet are listed as ungrouped meanwhile.
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
