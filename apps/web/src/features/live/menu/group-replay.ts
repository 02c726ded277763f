import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerStore } from '../../../live/tracker-store.ts';
import { buildMultiReplayUrl } from '../../../parts/addresses/multi-replay-url.ts';
import { isWithin, parentsOf } from '../../../parts/devices/group-tree.ts';

type Groups = Parameters<typeof parentsOf>[0];

/**
 * URL of the replay of all devices in a group and its descendants; null: devices without a group. `none`: no device can
 * be replayed. `too-many`: more than can be replayed together.
 * @param now epoch milliseconds of the server
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
    // Devices of a group that has not loaded yet are listed as ungrouped.
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
