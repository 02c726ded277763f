import type { Role } from '@wakeline/contract/roles';
import { authorSetting } from '../db/author.ts';
import type { Tx } from '../db/database.ts';
import type { Caller } from './caller.ts';

/**
 * Locks a user and the functions of their account until the transaction ends. A removal of these rights has either committed
 * before, and is seen by the next statement, or waits. The user becomes the author of the changes of the transaction.
 */
export async function lockUserRights(
  tx: Tx,
  { userId, login, accountId }: Pick<Caller, 'userId' | 'login' | 'accountId'>,
  roles: readonly Role[],
  now: number,
): Promise<void> {
  // Not a shared lock: two calls of one user that then change the user's row would deadlock.
  await tx
    .selectFrom('app_user')
    .select(['user_id', authorSetting({ userId, login, at: now }).as('author')])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute();
  if (roles.length === 0) return;
  // Functions are revoked by deleting their row; extending them must not wait.
  await tx
    .selectFrom('account_plugin')
    .select('role')
    .where('account_id', '=', accountId)
    .where('role', 'in', roles)
    .forKeyShare()
    .execute();
}
