import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { findVisibleGroups } from '../../trackers/write.ts';
import { canPlaceTracker } from './trackers.policy.ts';

/** @throws NamedError `group-unknown` if the caller cannot place trackers in this group; null: in none */
export async function requireTargetGroup(db: Db, caller: Caller, groupId: number | null): Promise<void> {
  if (!canPlaceTracker(caller, groupId)) throw new NamedError('group-unknown');
  if (groupId === null) return;
  const groups = await findVisibleGroups(db, caller, [groupId]);
  if (!groups.has(groupId)) throw new NamedError('group-unknown');
}
