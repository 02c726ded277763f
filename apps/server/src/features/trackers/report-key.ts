import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { inScope } from '../../identity/scope.ts';

/**
 * How often the key of a tracker was renewed.
 *
 * @throws NamedError `tracker-unknown`
 */
export async function keyVersion(db: Db, caller: Caller, trackerId: number): Promise<number> {
  const row = await db
    .selectFrom('tracker')
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', caller.accountId)
    .where(inScope(caller, 'tracker.group_id'))
    .select('report_key_version')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row.report_key_version;
}

/**
 * Renews the key of a tracker and returns how often that was done. The engine reads it after the commit.
 *
 * @throws NamedError `tracker-unknown`
 */
export async function renewKey(tx: Tx, caller: Caller, trackerId: number, call: Call): Promise<number> {
  const { accountId } = caller;
  const row = await tx
    .updateTable('tracker')
    .set((set) => ({ report_key_version: set('report_key_version', '+', 1) }))
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', accountId)
    .where(inScope(caller, 'tracker.group_id'))
    .returning(['name', 'report_key_version'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  await recordAudit(tx, caller, call, { action: 'renewTrackerKey', target: row.name });
  await sendEvent(tx, { type: 'trackers', accountId, changed: [trackerId], removed: [] });
  return row.report_key_version;
}
