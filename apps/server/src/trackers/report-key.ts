import { NamedError } from '@wakeline/contract/errors';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';

/**
 * Reads how often the key of a tracker was renewed.
 *
 * @throws NamedError `tracker-unknown`
 */
export async function readKeyVersion(db: Db, scope: Scope, trackerId: number): Promise<number> {
  const row = await trackersInScope(db, scope)
    .where('tracker_id', '=', trackerId)
    .select('report_key_version')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row.report_key_version;
}

/**
 * Renews the key of a tracker. The engine loads it after the commit.
 *
 * @returns the tracker's name, and how often its key was renewed
 * @throws NamedError `tracker-unknown`
 */
export async function incrementKeyVersion(
  tx: Tx,
  scope: Scope,
  trackerId: number,
): Promise<{ readonly name: string; readonly version: number }> {
  const { accountId } = scope;
  const row = await tx
    .updateTable('tracker')
    .set((set) => ({ report_key_version: set('report_key_version', '+', 1) }))
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .returning(['name', 'report_key_version'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  await sendEvent(tx, { type: 'trackers', accountId, changed: [trackerId], removed: [] });
  return { name: row.name, version: row.report_key_version };
}
