import { unbindTrackersFromPlanes } from '../aviation/planes.ts';
import { removeTrackersFromTasks } from '../aviation/watch-tasks.ts';
import { removeDisplayOf } from '../features/live/display.queries.ts';
import { removeFromShares } from '../features/shares/shares.queries.ts';
import type { DetachTrackers } from '../features/trackers/transfer/move-devices.ts';
import { unbindTrackersFromPeople } from '../people/people.ts';
import { removeTrackersFromMatches } from '../races/participants.ts';
import { removeTrackersFromRules } from '../rules/rule-rows.ts';
import { unbindTrackers } from '../satellite/accounts.ts';

/** What refers to a tracker without belonging to it, and stays with the old account. */
export const detachTrackers: DetachTrackers = async (tx, trackerIds) => {
  await removeDisplayOf(tx, trackerIds);
  await removeFromShares(tx, trackerIds);
  await removeTrackersFromRules(tx, trackerIds);
  await removeTrackersFromTasks(tx, trackerIds);
  await removeTrackersFromMatches(tx, trackerIds);
  await unbindTrackers(tx, trackerIds);
  await unbindTrackersFromPlanes(tx, trackerIds);
  await unbindTrackersFromPeople(tx, trackerIds);
};
