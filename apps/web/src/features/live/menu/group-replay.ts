import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerStore } from '../../../live/tracker-store.ts';
import { buildMultiReplayUrl } from '../../../parts/addresses/multi-replay-url.ts';
import { isWithin, parentsOf } from '../display.ts';

type Groups = Parameters<typeof parentsOf>[0];

/**
 * Address of a replay of all devices in a group and below it, null for those in none; `none` where nobody can be replayed, `too-many` where
 * there are more than are replayed together.
 *
 * @param now epoch milliseconds of the server.
 */
export function buildGroupReplayUrl(
  groupId: number | null,
  groups: Groups,
  store: Pick<TrackerStore, 'getIds' | 'getTracker'>,
  now: number,
): string | 'none' | 'too-many' {
  const parents = parentsOf(groups);
  const groupIds = new Set([groupId]);
  const known = store.getIds().flatMap((id) => store.getTracker(id) ?? []);
  const trackers = known.filter((tracker) => {
    // One of a group that this console has not heard of stands among those in none.
    const knownGroupId = tracker.groupId !== null && parents.has(tracker.groupId) ? tracker.groupId : null;
    return tracker.abilities.replay && isWithin(knownGroupId, groupIds, parents);
  });
  if (trackers.length === 0) return 'none';
  if (trackers.length > LIMITS.replayTrackers) return 'too-many';
  return buildMultiReplayUrl(
    trackers.map(({ trackerId }) => trackerId),
    trackers.map(({ trackerStatusDto }) => trackerStatusDto.fixTime),
    now,
  );
}
