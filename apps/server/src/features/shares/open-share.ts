import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { findLink, touchLink } from '../../identity/open-link.ts';
import { canShareTracker } from './shares.policy.ts';
import { readTrackerOwners } from './shares.queries.ts';

export interface ReplayTimes {
  readonly startTime: number;
  readonly endTime: number;
}

/** A link that is open at this moment. */
export interface OpenShare {
  readonly shareId: number;
  readonly name: string;
  readonly expireTime: number;
  readonly backMinutes: number;
  /** Time range of a replay link, epoch ms, both ends included; null for a link to the live state. */
  readonly replay: ReplayTimes | null;
  /** Creator of the link, with their present rights. */
  readonly owner: Caller;
  /** Trackers of the link that the owner can still see, in the order of the link; at least one. */
  readonly trackerIds: readonly number[];
}

/** @throws NamedError `share-gone`: unknown, expired, revoked, or without a tracker that its owner can share */
export async function openShare(db: Db, code: string, now: number): Promise<OpenShare> {
  const share = await findLink(db, code, now);
  const { owner } = share;
  const trackerIds = await readSharedTrackers(db, share.share_id, owner);
  if (trackerIds.length === 0) throw new NamedError('share-gone');
  await touchLink(db, share, now);
  return {
    shareId: share.share_id,
    name: share.name,
    expireTime: share.expires_at.getTime(),
    backMinutes: share.back_minutes,
    replay: replayOf(share),
    owner,
    trackerIds,
  };
}

/** Time range of a replay link; null for a link to the live state. */
export function replayOf(share: {
  readonly replay_start: number | null;
  readonly replay_end: number | null;
}): ReplayTimes | null {
  const { replay_start: startTime, replay_end: endTime } = share;
  return startTime === null || endTime === null ? null : { startTime, endTime };
}

async function readSharedTrackers(db: Db, shareId: number, owner: Caller): Promise<readonly number[]> {
  const listed = await db
    .selectFrom('share_tracker')
    .where('share_id', '=', shareId)
    .select('tracker_id')
    .orderBy('place')
    .execute();
  const ids = listed.map(({ tracker_id }) => tracker_id);
  const visible = (await readTrackerOwners(db, owner, ids)).filter((tracker) =>
    canShareTracker(owner, tracker),
  );
  const visibleIds = new Set(visible.map(({ trackerId }) => trackerId));
  return ids.filter((id) => visibleIds.has(id));
}
