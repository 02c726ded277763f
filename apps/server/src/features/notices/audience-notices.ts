import { ROLES } from '@wakeline/contract/roles';
import { type SqlBool, sql } from 'kysely';
import { HANDLING_COLUMNS } from '../../alarms/handling.ts';
import type { Db } from '../../db/database.ts';
import type { Audience, AudienceNotices } from '../../delivery/compose.ts';
import { findUser } from '../../identity/find-caller.ts';
import type { Addresses } from '../../places/addresses.ts';
import { loggedNotices } from './notice-columns.ts';
import { canReadNotice } from './notices.policy.ts';
import { preloadAddresses, presentNotice } from './present-notice.ts';
import { METRIC } from './quantity-texts.ts';
import { NOTICE_TTL_MS, type NoticeReader } from './select-notices.ts';

/**
 * Notices by number for messages outside the console, oldest first: the ones that their audience may see now. Null: the
 * user is disabled. An alarm is handled when a user has acknowledged it, another notice when a user has opened it.
 */
export async function readAudienceNotices(
  db: Db,
  addresses: Addresses,
  audience: Audience,
  { seqs, now }: { readonly seqs: readonly number[]; readonly now: number },
): Promise<AudienceNotices | null> {
  const reader = await findReader(db, audience, now);
  if (reader === null) return null;
  const { accountId } = audience;
  const rows = await loggedNotices(db, accountId)
    .leftJoin('alarm', (join) =>
      join.onRef('alarm.account_id', '=', 'log.account_id').onRef('alarm.seq', '=', 'log.seq'),
    )
    .where('log.created_at', '>', new Date(now - NOTICE_TTL_MS))
    .where(sql<SqlBool>`log.seq = any (${[...seqs]}::bigint[])`)
    .orderBy('log.seq')
    .select([
      ...HANDLING_COLUMNS,
      sql<boolean>`exists (
        select from app_user left join notice_read on notice_read.user_id = app_user.user_id and notice_read.seq = log.seq
        where app_user.account_id = ${accountId} and (app_user.read_to >= log.seq or notice_read.seq is not null))`.as(
        'is_opened',
      ),
    ])
    .execute();
  const visible = rows.filter((row) => canReadNotice(reader, row)).map((row) => ({ ...row, is_read: false }));
  await preloadAddresses(visible, reader.language, addresses);
  return {
    language: reader.language,
    notices: visible.map((row) => {
      const notice = presentNotice(row, reader, addresses.getImmediate);
      const { handling } = notice;
      return { notice, isHandled: handling === null ? row.is_opened : handling.state !== 'open' };
    }),
  };
}

/** Somebody outside sees what users with the right to do so have subscribed for them. */
async function findReader(
  db: Db,
  { accountId, userId, language }: Audience,
  now: number,
): Promise<NoticeReader | null> {
  if (userId !== null) {
    const user = await findUser(db, userId, now);
    return user === null || user.accountId !== accountId ? null : user;
  }
  const { time_zone: timeZone } = await db
    .selectFrom('account')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    userId: 0,
    login: '',
    via: 'session',
    permission: 'viewer',
    roles: ROLES,
    accountId,
    groupIds: null,
    language,
    units: METRIC,
    timeZone,
  };
}
