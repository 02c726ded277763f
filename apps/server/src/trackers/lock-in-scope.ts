import { NamedError } from '@wakeline/contract/errors';
import type { Tx } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackerIdIn, trackersInScope } from './in-scope.ts';

/**
 * Keeps trackers from being deleted until the transaction ends.
 *
 * @throws NamedError `tracker-unknown` unless all of them are in the scope
 */
export async function lockTrackersInScope(
  tx: Tx,
  scope: Scope,
  trackerIds: readonly number[],
): Promise<void> {
  if (trackerIds.length === 0) return;
  const rows = await trackersInScope(tx, scope)
    .where(trackerIdIn(trackerIds))
    .select('tracker.tracker_id')
    .forKeyShare('tracker')
    .execute();
  if (rows.length < new Set(trackerIds).size) throw new NamedError('tracker-unknown');
}
