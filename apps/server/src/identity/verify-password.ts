import { NamedError } from '@wakeline/contract/errors';
import type { Db, Tx } from '../db/database.ts';
import { type Attempt, countAttempt, undoAttempt } from './lockout.ts';
import { accountHashSource, verifyQueued } from './password.ts';

/** A signed-in user who must confirm their identity. */
export interface SignedInUser {
  readonly login: string;
  readonly userId: number;
  readonly accountId: number;
}

/** The result of a correct password. */
export interface PasswordProof {
  /** Counted as failed; reverted when everything required was correct. */
  readonly attempt: Attempt;
  /** The hash that it was compared with: it must be unchanged when the proof is used. */
  readonly passwordHash: string;
}

/**
 * Verifies the password of a user who is already signed in: an unattended session must not be enough to take over the
 * login. Attempts count like those of signing in.
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
 * Completes the action that required the proof: its attempt no longer counts as failed.
 *
 * @throws NamedError `password-wrong` when the password was changed in the meantime
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
