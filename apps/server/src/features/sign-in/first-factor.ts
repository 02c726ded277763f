import type { ErrorName } from '@wakeline/contract/errors';
import { NamedError } from '@wakeline/contract/errors';
import type { AuditEvent } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Attempt } from '../../identity/lockout.ts';
import { isLogin } from '../../identity/login-name.ts';

/** What signing in has to know of a user. */
export interface Candidate {
  readonly userId: number;
  readonly accountId: number;
  readonly login: string;
  readonly permission: 'holder' | 'administrator' | 'editor' | 'viewer';
  readonly passwordHash: string;
  readonly phone: string | null;
  readonly disabled: boolean;
  /** Whether an authenticator is asked for as well. */
  readonly twoFactor: boolean;
  /** The account's secret for third parties. */
  readonly signSecret: Buffer | null;
}

/** Somebody has shown who he is, as far as one thing can show it. */
export interface FirstFactor {
  readonly user: Candidate;
  /** Counted as failed already; given back when all is right. */
  readonly attempt: Attempt;
  /** What the audit log calls this way of signing in. */
  readonly event: AuditEvent;
  /** Whether the user's authenticator is asked for: a third party vouches for the whole person. */
  readonly requiresSecondFactor: boolean;
  /**
   * In the transaction that opens the session, with the user's row locked: makes sure that what was shown still holds,
   * and uses up what is good once.
   *
   * @throws NamedError where it does not hold any more.
   */
  readonly complete: (tx: Tx, user: Candidate) => Promise<void>;
}

export interface Failure {
  readonly user: Candidate;
  readonly error: ErrorName;
}

/** The user with this login, in whatever capitals, or with this bound phone. */
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
 * The same user as he is now; nobody changes him until the transaction ends.
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
