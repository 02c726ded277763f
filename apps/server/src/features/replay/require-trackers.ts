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
 * These trackers, each once, in their order.
 *
 * @throws NamedError `tracker-unknown` where the caller may not replay one of them, or there is none
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
 * Whether a long answer may go on: who asked is found anew by what he showed, with the rights that he has at this moment.
 *
 * @param now when the answer was asked for, epoch milliseconds: a session that was good then is good to its end
 * @throws NamedError `session-gone` for who signed out or was disabled, `tracker-unknown` as `requireTrackers`,
 * `not-allowed` for several devices where they lost the function for that
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
