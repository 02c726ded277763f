import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import { noticePayload } from '../../db/account-log.ts';
import type { Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { clearNotices } from './delete-notices.ts';
import { canReadNotice } from './notices.policy.ts';
import { NOTICE_TTL_MS } from './select-notices.ts';

/**
 * Deletes a notice that the caller can read, for everybody in the account. Its log entry is emptied and keeps its number,
 * so that a console with an older cursor can still continue.
 *
 * @throws NamedError `message-unknown` when the caller can read no notice of this number
 */
export async function deleteNotice(tx: Tx, caller: Caller, call: Call, seq: number): Promise<void> {
  const { accountId } = caller;
  const row = await tx
    .selectFrom('account_log as log')
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .where('log.account_id', '=', accountId)
    .where('log.seq', '=', seq)
    .where('log.kind', '=', 'notice')
    .where('log.created_at', '>', new Date(call.now - NOTICE_TTL_MS))
    .select([
      noticePayload.as('payload'),
      'log.tracker_id as about',
      'log.created_at',
      'tracker.group_id',
      'tracker.name',
    ])
    // Of two concurrent calls the second one finds it deleted.
    .forUpdate('log')
    .executeTakeFirst();
  if (row === undefined || !canReadNotice(caller, row)) throw new NamedError('message-unknown');
  await clearNotices(tx, accountId, [seq]);
  const { noticeType, latitude, longitude } = row.payload;
  await recordAudit(tx, caller, call, {
    action: 'deleteMsgById',
    target: row.name ?? '',
    before: { msgType: noticeType, createTime: row.created_at.getTime(), latitude, longitude },
  });
}
