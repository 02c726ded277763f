import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Call, Caller } from '../../http/caller.ts';
import { type Attempt, countAttempt } from '../../identity/lockout.ts';
import { verifyDigest } from '../../identity/password.ts';

/** The caller's password was right. */
export interface Proof {
  /** Counted as failed already; taken back when all that was asked for is right. */
  readonly attempt: Attempt;
  /** The hash that it was compared with: what is to be changed by this proof must still have it. */
  readonly passwordHash: string;
}

/**
 * Asks for the password of who is signed in already: a session that somebody left open is not enough to take the login
 * over. Tries count as those of signing in do.
 *
 * @throws NamedError `login-locked`, `password-wrong`
 */
export async function provePassword(db: Db, caller: Caller, digest: string, call: Call): Promise<Proof> {
  const attempt = { login: caller.login, address: call.address, at: call.now };
  await countAttempt(db, attempt);
  const user = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_id', '=', caller.userId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst();
  if (!(await verifyDigest(user?.password_hash ?? null, digest)) || user === undefined) {
    throw new NamedError('password-wrong');
  }
  return { attempt, passwordHash: user.password_hash };
}
