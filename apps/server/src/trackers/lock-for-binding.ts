import { NamedError } from '@wakeline/contract/errors';
import type { Tx } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackerIdIn, trackersInScope } from './in-scope.ts';

/**
 * Locks the devices to which something is bound, so that none is deleted or moved to another account before the commit.
 *
 * @throws NamedError `tracker-unknown` unless the user sees all of them
 */
export async function lockTrackersForBinding(
  tx: Tx,
  scope: Scope,
  trackerIds: readonly number[],
): Promise<void> {
  if (trackerIds.length === 0) return;
  const rows = await trackersInScope(tx, scope)
    .where(trackerIdIn(trackerIds))
    .select('tracker.tracker_id')
    .orderBy('tracker.tracker_id')
    .forShare('tracker')
    .execute();
  if (rows.length < new Set(trackerIds).size) throw new NamedError('tracker-unknown');
}
