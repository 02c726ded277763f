import type { ErrorName } from '@wakeline/contract/errors';
import { NamedError } from '@wakeline/contract/errors';
import type { AuditEvent } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Attempt } from '../../identity/lockout.ts';
import { isLogin } from '../../identity/login-name.ts';

/** Fields of a user that sign-in needs. */
export interface Candidate {
  readonly userId: number;
  readonly accountId: number;
  readonly login: string;
  readonly permission: 'holder' | 'administrator' | 'editor' | 'viewer';
  readonly passwordHash: string;
  readonly phone: string | null;
  readonly disabled: boolean;
  /** Whether two-factor sign-in is enabled. */
  readonly twoFactor: boolean;
  /** Secret that the account shares with third parties. */
  readonly signSecret: Buffer | null;
}

/** A verified first factor. */
export interface FirstFactor {
  readonly user: Candidate;
  /** Counted as a failure already; undone when sign-in succeeds. */
  readonly attempt: Attempt;
  /** Name of this way of signing in in the audit log. */
  readonly event: AuditEvent;
  /** Whether the second factor is required, too. A third party's signature replaces it. */
  readonly requiresSecondFactor: boolean;
  /**
   * Runs in the transaction that opens the session, with the user's row locked: checks that the factor is still valid, and
   * consumes single-use ones.
   *
   * @throws NamedError when it is no longer valid.
   */
  readonly complete: (tx: Tx, user: Candidate) => Promise<void>;
}

export interface Failure {
  readonly user: Candidate;
  readonly error: ErrorName;
}

/** The user with this login (case-insensitive) or with this bound phone. */
export async function findCandidate(
  db: Db,
  identifier: { readonly login: string } | { readonly phone: string },
): Promise<Candidate | null> {
  const query = selectCandidates(db);
  const row =
    'login' in identifier
      ? await query.where(isLogin(identifier.login)).executeTakeFirst()
      : await query.where('phone', '=', identifier.phone).executeTakeFirst();
  return row === undefined ? null : { ...row, twoFactor: row.confirmed !== null };
}

/**
 * Reads the user again and locks their row until the transaction ends.
 *
 * @throws NamedError `user-disabled`
 */
export async function lockCandidate(tx: Tx, userId: number): Promise<Candidate | null> {
  const row = await selectCandidates(tx)
    .where('user_id', '=', userId)
    .forUpdate('app_user')
    .executeTakeFirst();
  if (row?.disabled) throw new NamedError('user-disabled');
  return row === undefined ? null : { ...row, twoFactor: row.confirmed !== null };
}

function selectCandidates(db: Db) {
  return db
    .selectFrom('app_user')
    .innerJoin('account', 'account.account_id', 'app_user.account_id')
    .select([
      'user_id as userId',
      'app_user.account_id as accountId',
      'login',
      'permission',
      'password_hash as passwordHash',
      'phone',
      'disabled',
      'totp_confirmed_at as confirmed',
      'sign_secret as signSecret',
    ]);
}
