import { NamedError } from '@wakeline/contract/errors';
import { accessFor } from '@wakeline/contract/operation';
import { getTrackColumns } from '@wakeline/contract/replay/tracks';
import type { Db } from '../../db/database.ts';
import { checkAccess } from '../../identity/access.ts';
import type { Caller } from '../../identity/caller.ts';
import { findCaller } from '../../identity/find-caller.ts';
import { isOneOf, trackersInScope } from '../../trackers/in-scope.ts';
import { mayReadTrack } from './tracks.policy.ts';

/**
 * These trackers, each once, in their order.
 *
 * @throws NamedError `tracker-unknown` where the caller may not replay one of them, or there is none
 */
export async function requireTrackers(
  db: Db,
  caller: Caller,
  trackerIds: readonly number[],
  may: typeof mayReadTrack = mayReadTrack,
): Promise<readonly number[]> {
  const ids = [...new Set(trackerIds)];
  const placed = await trackersInScope(db, caller)
    .where(isOneOf(ids))
    .select(['tracker_id', 'account_id', 'group_id'])
    .execute();
  const read = placed.filter(({ account_id, group_id }) =>
    may(caller, { accountId: account_id, groupId: group_id }),
  );
  if (read.length < ids.length) throw new NamedError('tracker-unknown');
  return ids;
}

/**
 * Whether a long answer may go on: who asked is found anew by what he showed, with the rights that he has at this moment.
 *
 * @param now when the answer was asked for, epoch milliseconds: a session that was good then is good to its end
 * @throws NamedError `session-gone` for who signed out or was disabled, `tracker-unknown` as `requireTrackers`,
 * `not-allowed` for several devices where they lost the function for that
 */
export async function requireStill(
  db: Db,
  asked: Caller,
  trackerIds: readonly number[],
  now: number,
): Promise<void> {
  const caller = await findCaller(db, asked, now);
  if (caller === null) throw new NamedError('session-gone');
  await requireTrackers(db, caller, trackerIds);
  checkAccess(accessFor(getTrackColumns.access, { trackerIds }), caller);
}
