import type { Display } from '@wakeline/contract/entities/map-object';

/** The groups in a user's scope with their display entries. Null stands for trackers in no group. */
export interface GroupDisplay {
  /** Parent of each group in the user's scope; null if the parent is outside. Groups outside the scope are missing. */
  readonly parents: ReadonlyMap<number, number | null>;
  readonly entries: ReadonlyMap<number | null, Display>;
}

/** The group itself and its ancestors in scope, nearest first. */
function* pathOf({ parents }: GroupDisplay, groupId: number | null): Generator<number | null> {
  yield groupId;
  if (groupId === null) return;
  for (let at = parents.get(groupId) ?? null; at !== null; at = parents.get(at) ?? null) yield at;
}

/** What trackers of a group inherit: the entry of the nearest ancestor, else SHOW. */
export function displayOf(groups: GroupDisplay, groupId: number | null): Display {
  for (const at of pathOf(groups, groupId)) {
    const entry = groups.entries.get(at);
    if (entry !== undefined) return entry;
  }
  return 'SHOW';
}

/** These groups with their descendants in scope. */
export function withDescendants(
  groups: GroupDisplay,
  groupIds: readonly (number | null)[],
): Set<number | null> {
  const chosen = new Set(groupIds);
  const covered = new Set(groupIds);
  for (const groupId of groups.parents.keys()) {
    for (const at of pathOf(groups, groupId)) if (chosen.has(at)) covered.add(groupId);
  }
  return covered;
}

/** Entries after setting these groups: their descendants lose theirs, and entries equal to the inherited value are dropped. */
export function setGroupDisplay(
  groups: GroupDisplay,
  groupIds: readonly (number | null)[],
  display: Display,
): GroupDisplay {
  const covered = withDescendants(groups, groupIds);
  const entries = new Map([...groups.entries].filter(([groupId]) => !covered.has(groupId)));
  const cleared = { parents: groups.parents, entries };
  // Decided before any entry is set: a requested ancestor covers the requested groups below it.
  const requested = new Set(groupIds);
  for (const groupId of requested) {
    const above = [...pathOf(groups, groupId)].slice(1);
    if (above.some((at) => requested.has(at))) continue;
    if (displayOf(cleared, groupId) !== display) entries.set(groupId, display);
  }
  return cleared;
}
