import type { Display } from '@wakeline/contract/entities/map-object';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { TreeGroup } from './list/device-tree.ts';

/** As the server answers it. */
export type GroupShow = ResultOf<Operations['queryGroupShow']>;

export interface ShowChange {
  readonly groupIds: readonly (number | null)[];
  readonly trackerIds: readonly number[];
  readonly display: Display;
}

/** The groups of trackers, by id: what decides which entry is the nearest. */
export interface Places {
  readonly parents: ReadonlyMap<number, number | null>;
  /** Undefined: no such device is known. */
  readonly groupOf: (trackerId: number) => number | null | undefined;
}

export function parentsOf(groups: readonly TreeGroup[]): ReadonlyMap<number, number | null> {
  return new Map(groups.map(({ groupId, parentId }) => [groupId, parentId]));
}

/** What holds in each group: its own entry, else that of the nearest group above, else that it is shown. */
export function displayOfGroups(
  show: GroupShow,
  parents: Places['parents'],
): (groupId: number | null) => Display {
  const entries = new Map(show.groups.map(({ groupId, display }) => [groupId, display]));
  const known = new Map<number | null, Display>();
  function of(groupId: number | null): Display {
    const held = known.get(groupId);
    if (held !== undefined) return held;
    const parent = groupId === null ? null : (parents.get(groupId) ?? null);
    const display = entries.get(groupId) ?? (parent === null ? 'SHOW' : of(parent));
    known.set(groupId, display);
    return display;
  }
  return of;
}

/** Whether `groupId` is one of `groups` or lies below one. */
export function isWithin(
  groupId: number | null,
  groups: ReadonlySet<number | null>,
  parents: Places['parents'],
): boolean {
  if (groups.has(groupId)) return true;
  if (groupId === null) return false;
  for (let at = parents.get(groupId) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (groups.has(at)) return true;
  }
  return false;
}

/** What the server will answer after a change: drawn before it has answered. */
export function changed(show: GroupShow, change: ShowChange, { parents, groupOf }: Places): GroupShow {
  const { display } = change;
  const chosen = new Set(change.groupIds);
  const groups = show.groups.filter(({ groupId }) => !isWithin(groupId, chosen, parents));
  const single = new Set(change.trackerIds);
  const trackers = show.trackers.filter(({ trackerId }) => {
    const groupId = groupOf(trackerId);
    return !single.has(trackerId) && !(groupId !== undefined && isWithin(groupId, chosen, parents));
  });
  const inherited = displayOfGroups({ groups, trackers: [] }, parents);
  const added = [...chosen].filter((groupId) => {
    const parent = groupId === null ? null : (parents.get(groupId) ?? null);
    const covered = parent !== null && isWithin(parent, chosen, parents);
    return !covered && inherited(groupId) !== display;
  });
  const nextGroups = [...groups, ...added.map((groupId) => ({ groupId, display }))];
  const of = displayOfGroups({ groups: nextGroups, trackers: [] }, parents);
  for (const trackerId of single) {
    if (of(groupOf(trackerId) ?? null) !== display) trackers.push({ trackerId, display });
  }
  return { groups: nextGroups, trackers };
}
