import { NamedError } from '@wakeline/contract/errors';
import type { Db, Tx } from '../db/database.ts';
import { type Attempt, countAttempt, undoAttempt } from './lockout.ts';
import { accountHashSource, verifyQueued } from './password.ts';

/** Who is signed in, and says that it is he. */
export interface SignedInUser {
  readonly login: string;
  readonly userId: number;
  readonly accountId: number;
}

/** The caller's password was right. */
export interface PasswordProof {
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
export async function verifyPassword(
  db: Db,
  caller: SignedInUser,
  digest: string,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<PasswordProof> {
  const attempt = { login: caller.login, address, at: now };
  await countAttempt(db, attempt);
  const user = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_id', '=', caller.userId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst();
  if (
    !(await verifyQueued(accountHashSource(caller), user?.password_hash ?? null, digest)) ||
    user === undefined
  ) {
    throw new NamedError('password-wrong');
  }
  return { attempt, passwordHash: user.password_hash };
}

/**
 * What the proof was asked for is done: it counts as no failure.
 *
 * @throws NamedError `password-wrong` where somebody changed the password since
 */
export async function completeProof(tx: Tx, { userId }: SignedInUser, proof: PasswordProof): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (user?.password_hash !== proof.passwordHash) throw new NamedError('password-wrong');
  await undoAttempt(tx, proof.attempt);
}
