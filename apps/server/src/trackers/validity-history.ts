import type { Db } from '../db/database.ts';

/** A page of the changes of a tracker's validity while it belonged to this account, newest first, and their number. */
export async function readValidityChanges(
  db: Db,
  { accountId, trackerId }: { readonly accountId: number; readonly trackerId: number },
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) {
  const changes = db
    .selectFrom('validity_change')
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', accountId);
  const [rows, { total }] = await Promise.all([
    changes
      .select(['change_id', 'changed_at', 'login', 'valid_from', 'valid_until'])
      .orderBy('change_id', 'desc')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    changes.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
