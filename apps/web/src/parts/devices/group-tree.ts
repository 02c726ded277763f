import type { Group } from '@wakeline/contract/entities/group';

/** A group where it stands in the tree. */
export interface PlacedGroup {
  readonly groupId: number;
  /** With the names of the groups above it: "North / Harbour". */
  readonly path: string;
  /** The groups above it, from the nearest. */
  readonly above: readonly number[];
}

type Named = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** Groups in the order of the tree: each before those in it. What hangs in a ring, or on a group that is not there, stands at the top. */
export function placeGroups(groups: readonly Named[]): PlacedGroup[] {
  const known = new Map(groups.map((group) => [group.groupId, group]));
  const below = new Map<number | null, Named[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), group]);
  }
  const placed: PlacedGroup[] = [];
  const seen = new Set<number>();
  const visit = (group: Named, path: string, above: readonly number[]) => {
    if (seen.has(group.groupId)) return;
    seen.add(group.groupId);
    placed.push({ groupId: group.groupId, path, above });
    for (const child of below.get(group.groupId) ?? [])
      visit(child, `${path} / ${child.gn}`, [group.groupId, ...above]);
  };
  for (const group of below.get(null) ?? []) visit(group, group.gn, []);
  for (const group of groups) visit(group, group.gn, []);
  return placed;
}

/** A group with all that are below it. */
export function withBelow(groupId: number, placed: readonly PlacedGroup[]): Set<number> {
  return new Set(
    placed.filter((one) => one.groupId === groupId || one.above.includes(groupId)).map((one) => one.groupId),
  );
}
