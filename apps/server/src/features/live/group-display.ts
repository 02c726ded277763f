import type { Display } from '@wakeline/contract/entities/map-object';

/** The groups that a user sees, and what he said of them. Null stands for trackers in no group. */
export interface GroupDisplay {
  /** The group that one lies in, as far as he sees it; a group that is not here he does not see. */
  readonly parents: ReadonlyMap<number, number | null>;
  readonly entries: ReadonlyMap<number | null, Display>;
}

/** The group itself and all that he sees above it, from below. */
function* pathOf({ parents }: GroupDisplay, groupId: number | null): Generator<number | null> {
  yield groupId;
  if (groupId === null) return;
  for (let at = parents.get(groupId) ?? null; at !== null; at = parents.get(at) ?? null) yield at;
}

/** What holds for trackers of a group without an entry of their own: the nearest entry, else that they are shown. */
export function displayOf(groups: GroupDisplay, groupId: number | null): Display {
  for (const at of pathOf(groups, groupId)) {
    const entry = groups.entries.get(at);
    if (entry !== undefined) return entry;
  }
  return 'SHOW';
}

/** These groups with all that he sees below them. */
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

/** What is said of groups once these are set: nothing of what is in them, and nothing that would hold anyway. */
export function setGroupDisplay(
  groups: GroupDisplay,
  groupIds: readonly (number | null)[],
  display: Display,
): GroupDisplay {
  const covered = withDescendants(groups, groupIds);
  const entries = new Map([...groups.entries].filter(([groupId]) => !covered.has(groupId)));
  const cleared = { parents: groups.parents, entries };
  // Judged before any of them is said: those above others of them cover these.
  const wanted = new Set(groupIds);
  for (const groupId of wanted) {
    const above = [...pathOf(groups, groupId)].slice(1);
    if (above.some((at) => wanted.has(at))) continue;
    if (displayOf(cleared, groupId) !== display) entries.set(groupId, display);
  }
  return cleared;
}
