import { NamedError } from '@wakeline/contract/errors';
import type { Role } from '@wakeline/contract/roles';
import type { Db, Tx } from '../db/database.ts';
import { checkAccess } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { readCaller } from '../identity/find-caller.ts';
import { lockUserRights } from '../identity/lock-user-rights.ts';
import type { Call } from './call.ts';

/** The caller's rights are no longer the ones the handler checked; the handler runs again with the current ones. */
export class RightsChanged extends Error {
  readonly caller: Caller;

  constructor(caller: Caller) {
    super('the rights of the caller changed during the call');
    this.caller = caller;
  }
}

/**
 * Runs a transaction with the caller's current rights. It locks the caller's user, their session or token, and the
 * functions that allow the operation, then reads the caller again. A removal of these rights has either committed before
 * (the call is refused) or waits until the call has committed. Every operation that affects the account or a login makes
 * its changes in such a transaction.
 *
 * @throws NamedError `session-gone` or `not-allowed`
 * @throws RightsChanged if the operation is still allowed, but with other rights; `bind` runs the handler again
 */
export async function transactionAs<Result>(
  db: Db,
  caller: Caller,
  { access, now }: Pick<Call, 'access' | 'now'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockRights(tx, caller, typeof access === 'object' ? (access.roles ?? []) : [], now);
    // A separate statement: the one that waited for the lock sees the rows as of before the wait.
    const current = await readCaller(tx, caller, now);
    if (current === null) throw new NamedError('session-gone');
    checkAccess(access, current);
    if (!hasSameRights(caller, current)) throw new RightsChanged(current);
    return work(tx);
  });
}

async function lockRights(tx: Tx, caller: Caller, roles: readonly Role[], now: number): Promise<void> {
  const { tokenHash, via } = caller;
  await lockUserRights(tx, caller, roles, now);
  // Sessions and tokens are revoked by deleting their row; extending them must not wait.
  await tx
    .selectFrom(via === 'token' ? 'api_token' : 'session')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .execute();
}

function hasSameRights(one: Caller, other: Caller): boolean {
  return (
    one.permission === other.permission &&
    one.operator === other.operator &&
    hasSameItems(one.roles, other.roles) &&
    (one.groupIds === null || other.groupIds === null
      ? one.groupIds === other.groupIds
      : hasSameItems(one.groupIds, other.groupIds))
  );
}

function hasSameItems<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  const items = new Set(one);
  return items.size === new Set(other).size && other.every((item) => items.has(item));
}
