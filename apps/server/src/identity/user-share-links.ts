import { type Actor, type RequestOrigin, recordAudit } from '../audit/record.ts';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/** Maximum number of link names in an audit entry. */
const NAMES_LISTED = 20;

/** Counts the open share links of a user. */
export async function countOpenLinks(db: Db, userId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('share_link')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Revokes every open share link of a user, records it in the audit log, and notifies the consoles of the account.
 * Links outlive the session that created them, so they must be revoked separately after a theft.
 *
 * @returns how many there were
 */
export async function revokeUserLinks(
  tx: Tx,
  actor: Actor & { readonly userId: number },
  call: RequestOrigin,
): Promise<number> {
  const revoked = await tx
    .updateTable('share_link')
    .set({ withdrawn_at: new Date(call.now) })
    .where('user_id', '=', actor.userId)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date(call.now))
    .returning('name')
    .execute();
  const names = revoked.slice(0, NAMES_LISTED).map(({ name }) => name);
  await recordAudit(tx, actor, call, {
    action: 'withdrawOwnShareLinks',
    target: actor.login,
    before: { links: revoked.length, names: names.join(', ') },
    after: { links: 0 },
  });
  await sendEvent(tx, { type: 'changed', what: 'shares', accountId: actor.accountId, userId: null });
  return revoked.length;
}
