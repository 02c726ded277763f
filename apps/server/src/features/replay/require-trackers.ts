import { NamedError } from '@wakeline/contract/errors';
import { accessFor } from '@wakeline/contract/operation';
import { getTrackColumns } from '@wakeline/contract/replay/tracks';
import type { Db } from '../../db/database.ts';
import { checkAccess } from '../../identity/access.ts';
import type { Caller } from '../../identity/caller.ts';
import { findCaller } from '../../identity/find-caller.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import { canReadTrack } from './tracks.policy.ts';

/**
 * Checks access to these trackers and returns them in their order without duplicates.
 *
 * @throws NamedError `tracker-unknown` when one of them is unknown or the caller has no access to it
 */
export async function requireTrackers(
  db: Db,
  caller: Caller,
  trackerIds: readonly number[],
  canAccess: typeof canReadTrack = canReadTrack,
): Promise<readonly number[]> {
  const ids = [...new Set(trackerIds)];
  const rows = await trackersInScope(db, caller)
    .where(trackerIdIn(ids))
    .select(['tracker_id', 'account_id', 'group_id'])
    .execute();
  const allowed = rows.filter(({ account_id, group_id }) =>
    canAccess(caller, { accountId: account_id, groupId: group_id }),
  );
  if (allowed.length < ids.length) throw new NamedError('tracker-unknown');
  return ids;
}

/**
 * Checks whether a long response may continue: looks up the requester's session or token again, with their present rights.
 *
 * @param now time of the request, epoch milliseconds: a session that was valid then does not expire during the response
 * @throws NamedError `session-gone` when the requester signed out or was disabled, `tracker-unknown` as
 * `requireTrackers`, `not-allowed` for several devices when they lost the function for it
 */
export async function recheckAccess(
  db: Db,
  requester: Caller,
  trackerIds: readonly number[],
  now: number,
): Promise<void> {
  const caller = await findCaller(db, requester, now);
  if (caller === null) throw new NamedError('session-gone');
  await requireTrackers(db, caller, trackerIds);
  checkAccess(accessFor(getTrackColumns.access, { trackerIds }), caller);
}
