import { NamedError } from '@wakeline/contract/errors';
import type { Access } from '@wakeline/contract/operation';
import type { Db, Tx } from '../db/database.ts';
import { hasAccess } from './access.ts';
import type { Caller } from './caller.ts';
import { findUser } from './find-caller.ts';
import { lockUserRights } from './lock-user-rights.ts';
import { scopeKey } from './scope.ts';

/** Who requested a background task. */
export interface Requester {
  readonly accountId: number;
  /** Null: the user was deleted. */
  readonly userId: number | null;
}

/**
 * Reads the requester of a background task with the rights that they have now: rights can be withdrawn while a task waits
 * and while it runs.
 *
 * @param access of the operation that added the task
 * @throws NamedError `not-allowed`
 */
export async function requireRequester(
  db: Db,
  { accountId, userId }: Requester,
  access: Access,
  now: number,
): Promise<Caller> {
  const user = userId === null ? null : await findUser(db, userId, now);
  if (user?.accountId !== accountId || !hasAccess(access, user)) throw new NamedError('not-allowed');
  return user;
}

/**
 * The same, and locks these rights until the transaction ends: a removal of them has either committed before, or waits.
 *
 * @throws NamedError `not-allowed`
 */
export async function lockRequester(
  tx: Tx,
  requester: Requester,
  access: Access,
  now: number,
): Promise<Caller> {
  const user = await requireRequester(tx, requester, access, now);
  await lockUserRights(tx, user, typeof access === 'object' ? (access.roles ?? []) : [], now);
  return requireRequester(tx, requester, access, now);
}

/**
 * A function that checks and locks the rights of a requester in the transaction that ends their task, so that nothing is left
 * of a task whose requester lost the right, or some of the groups, while it ran. It throws a NamedError `not-allowed`.
 *
 * @param requester with the rights that the task has used
 */
export function confirmRequester(
  requester: Caller,
  access: Access,
  now: () => number,
): (tx: Tx) => Promise<void> {
  return async (tx) => {
    const current = await lockRequester(tx, requester, access, now());
    if (scopeKey(current) !== scopeKey(requester)) throw new NamedError('not-allowed');
  };
}
