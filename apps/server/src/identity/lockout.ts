import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { isKnownAddress } from './known-address.ts';
import { limitKey } from './limit-key.ts';

/** Milliseconds for which failures count. */
export const LOCKOUT_WINDOW_MS = 15 * 60_000;
/**
 * Failures of one login from one address within the window before it is locked there: enough for typing errors, too
 * few for guessing.
 */
export const MAX_LOGIN_FAILURES = 10;
/**
 * Failures of one login from all addresses before it is locked, except at addresses from which its user recently
 * signed in: knowing only a login must not be enough to lock out its user.
 */
export const MAX_LOGIN_FAILURES_ANYWHERE = 50;
/** Failures from one address: several people in an office may share one. */
export const MAX_ADDRESS_FAILURES = 100;

/** One authentication attempt, as it is counted. */
export interface Attempt {
  /** The claimed identity: the login, or the phone of a code; for activation codes the account's number, for terminals the card number. */
  readonly login: string;
  /**
   * The credential type, by default the password. Types are counted separately: guessing codes of a phone number does
   * not lock a login of that name. Signatures and reset tokens are counted by address only: 256 bits cannot be
   * guessed, and wrong ones must not lock out others. Authenticator codes are counted by login only: guessing them
   * requires the first factor.
   */
  readonly method?: 'password' | 'code' | 'factor' | 'sign' | 'ticket' | 'activation' | 'terminal';
  readonly address: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Counts an attempt as failed before it is checked, so that concurrent guesses count, too; `clearFailures` and
 * `undoAttempt` revert it.
 *
 * @throws NamedError `login-locked` with the `seconds` until the next attempt is allowed. Attempts while locked do
 * not count, so the lock expires.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const subjects = subjectsOf(attempt);
    for (const { subject, maxFailures, exemptsKnownAddress } of subjects) {
      const error = await lockError(tx, subject, maxFailures, attempt.at);
      if (error !== null && !(exemptsKnownAddress && (await isKnownAddress(tx, attempt)))) throw error;
    }
    const failed_at = new Date(attempt.at);
    await tx
      .insertInto('login_failure')
      .values(subjects.map(({ subject }) => ({ subject, failed_at })))
      .execute();
  });
}

/** Reverts this attempt only: it was correct so far, and a further factor is required. Earlier failures stay. */
export async function undoAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  for (const { subject } of subjectsOf(attempt)) await deleteFailure(tx, subject, attempt.at);
}

/**
 * The attempt succeeded: clears the failures of the login from this address, and one failure of the address. Failures
 * from other addresses stay.
 */
export async function clearFailures(tx: Tx, attempt: Attempt): Promise<void> {
  const [loginAtAddress, loginAnywhere] = [loginAtAddressSubject(attempt), loginSubject(attempt)];
  if (isCountedAnywhere(attempt)) {
    await tx.deleteFrom('login_failure').where('subject', '=', loginAnywhere).execute();
  } else {
    // Deletes the same number of entries from the total count, also of entries with equal times.
    await sql`
      with own as (delete from login_failure where subject = ${loginAtAddress} returning failed_at),
        taken as (select failed_at, row_number() over (partition by failed_at) as nth from own),
        kept as (
          select ctid as row_id, failed_at, row_number() over (partition by failed_at) as nth
          from login_failure where subject = ${loginAnywhere})
      delete from login_failure where ctid in (select row_id from kept join taken using (failed_at, nth))`.execute(
      tx,
    );
  }
  if (attempt.method !== 'factor') await deleteFailure(tx, addressSubject(attempt), attempt.at);
}

/** Unlocks a login for all addresses, on behalf of the operator. */
export async function unlockLogin(tx: Tx, login: string): Promise<void> {
  const subject = loginSubject({ login });
  // The login follows the address, which contains no space: see `loginAtAddressSubject`.
  await sql`
    delete from login_failure
    where subject = ${subject}
      or (subject like 'from %' and regexp_replace(subject, '^from [^ ]* ', '') = ${subject})`.execute(tx);
}

/** Failures outside the window no longer count. */
export async function dropOldFailures(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('login_failure')
    .where('failed_at', '<', new Date(now - LOCKOUT_WINDOW_MS))
    .execute();
}

async function deleteFailure(tx: Tx, subject: string, at: number): Promise<void> {
  await sql`
    delete from login_failure where ctid = (
      select ctid from login_failure
      where subject = ${subject} and failed_at = ${new Date(at)} limit 1)`.execute(tx);
}

async function lockError(
  tx: Tx,
  subject: string,
  maxFailures: number,
  at: number,
): Promise<NamedError | null> {
  // Serializes attempts on the same subject.
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  const failures = await tx
    .selectFrom('login_failure')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', new Date(at - LOCKOUT_WINDOW_MS))
    .orderBy('failed_at', 'desc')
    .limit(maxFailures)
    .execute();
  const oldest = failures[maxFailures - 1];
  if (oldest === undefined) return null;
  const until = oldest.failed_at.getTime() + LOCKOUT_WINDOW_MS;
  return new NamedError('login-locked', { seconds: Math.ceil((until - at) / 1000) });
}

interface CountedSubject {
  readonly subject: string;
  readonly maxFailures: number;
  /** Whether the lock exempts addresses from which the user recently signed in. */
  readonly exemptsKnownAddress: boolean;
}

/**
 * The subjects under which an attempt is counted, with their limits. Always in this order, which prevents deadlocks.
 */
function subjectsOf(attempt: Attempt): readonly CountedSubject[] {
  const loginSubjectLimit = {
    subject: loginSubject(attempt),
    maxFailures: MAX_LOGIN_FAILURES,
    exemptsKnownAddress: false,
  };
  const addressSubjectLimit = {
    subject: addressSubject(attempt),
    maxFailures: MAX_ADDRESS_FAILURES,
    exemptsKnownAddress: false,
  };
  if (attempt.method === 'factor') return [loginSubjectLimit];
  if (attempt.method === 'sign' || attempt.method === 'ticket') return [addressSubjectLimit];
  if (isCountedAnywhere(attempt)) return [loginSubjectLimit, addressSubjectLimit];
  return [
    { subject: loginAtAddressSubject(attempt), maxFailures: MAX_LOGIN_FAILURES, exemptsKnownAddress: false },
    { ...loginSubjectLimit, maxFailures: MAX_LOGIN_FAILURES_ANYWHERE, exemptsKnownAddress: true },
    addressSubjectLimit,
  ];
}

/** Whether few attempts lock from any address: those that require an authenticated step first. */
function isCountedAnywhere({ method }: Attempt): boolean {
  return method === 'activation' || method === 'factor';
}

function loginSubject({ login, method = 'password' }: Pick<Attempt, 'login' | 'method'>): string {
  return method === 'password' ? `login:${login.toLowerCase()}` : `${method}:${login.toLowerCase()}`;
}

function loginAtAddressSubject(attempt: Attempt): string {
  return `from ${limitKey(attempt.address)} ${loginSubject(attempt)}`;
}

function addressSubject({ address }: Attempt): string {
  return `address:${limitKey(address)}`;
}
