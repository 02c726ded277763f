import type { Display } from '@wakeline/contract/entities/map-object';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { isWithin } from '../../parts/devices/group-tree.ts';

/** As returned by the server. */
export type DisplaySettings = ResultOf<Operations['queryGroupShow']>;

export interface DisplayChange {
  readonly groupIds: readonly (number | null)[];
  readonly trackerIds: readonly number[];
  readonly display: Display;
}

/** Lookup of groups, to find the nearest entry. */
export interface GroupLookup {
  readonly parents: ReadonlyMap<number, number | null>;
  /** Undefined: unknown device. */
  readonly groupOf: (trackerId: number) => number | null | undefined;
}

/** The display of each group: its own entry, else that of its nearest ancestor, else visible. */
export function displayOfGroups(
  settings: DisplaySettings,
  parents: GroupLookup['parents'],
): (groupId: number | null) => Display {
  const entries = new Map(settings.groups.map(({ groupId, display }) => [groupId, display]));
  const cache = new Map<number | null, Display>();
  function displayOf(groupId: number | null): Display {
    const cached = cache.get(groupId);
    if (cached !== undefined) return cached;
    const parent = groupId === null ? null : (parents.get(groupId) ?? null);
    const display = entries.get(groupId) ?? (parent === null ? 'SHOW' : displayOf(parent));
    cache.set(groupId, display);
    return display;
  }
  return displayOf;
}

/** Predicts the server's response to a change, to draw it at once. */
export function applyDisplayChange(
  settings: DisplaySettings,
  change: DisplayChange,
  { parents, groupOf }: GroupLookup,
): DisplaySettings {
  const { display } = change;
  const changedGroups = new Set(change.groupIds);
  const groups = settings.groups.filter(({ groupId }) => !isWithin(groupId, changedGroups, parents));
  const changedTrackers = new Set(change.trackerIds);
  const trackers = settings.trackers.filter(({ trackerId }) => {
    const groupId = groupOf(trackerId);
    return (
      !changedTrackers.has(trackerId) && !(groupId !== undefined && isWithin(groupId, changedGroups, parents))
    );
  });
  const inheritedDisplay = displayOfGroups({ groups, trackers: [] }, parents);
  const added = [...changedGroups].filter((groupId) => {
    const parent = groupId === null ? null : (parents.get(groupId) ?? null);
    const covered = parent !== null && isWithin(parent, changedGroups, parents);
    return !covered && inheritedDisplay(groupId) !== display;
  });
  const nextGroups = [...groups, ...added.map((groupId) => ({ groupId, display }))];
  const displayOf = displayOfGroups({ groups: nextGroups, trackers: [] }, parents);
  for (const trackerId of changedTrackers) {
    if (displayOf(groupOf(trackerId) ?? null) !== display) trackers.push({ trackerId, display });
  }
  return { groups: nextGroups, trackers };
}
