import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Failures count for this long. */
export const LOCKOUT_WINDOW_MS = 15 * 60_000;
/** Failures of one login within the window before it is locked: a person's typing errors, not a program's guesses. */
export const LOGIN_FAILURES = 10;
/** Failures from one address: an office behind one address has several people who mistype. */
export const ADDRESS_FAILURES = 100;

/** One attempt to sign in, as it is counted. */
export interface Attempt {
  readonly login: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Counts an attempt as failed before it is tried, so that guesses made at the same time count as well;
 * `forgive` takes it back.
 *
 * @throws NamedError `login-locked` with the `seconds` until the next attempt is taken. Attempts while locked do not
 * count: the lock ends by itself.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await refuseAbove(tx, loginSubject(attempt), LOGIN_FAILURES, attempt.at);
    await refuseAbove(tx, addressSubject(attempt), ADDRESS_FAILURES, attempt.at);
    const failed_at = new Date(attempt.at);
    await tx
      .insertInto('login_failure')
      .values([
        { subject: loginSubject(attempt), failed_at },
        { subject: addressSubject(attempt), failed_at },
      ])
      .execute();
  });
}

/** The attempt was right: the login starts anew, the address has one failure less. */
export async function forgive(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.deleteFrom('login_failure').where('subject', '=', loginSubject(attempt)).execute();
  await sql`
    delete from login_failure where ctid = (
      select ctid from login_failure
      where subject = ${addressSubject(attempt)} and failed_at = ${new Date(attempt.at)} limit 1)`.execute(
    tx,
  );
  // What is out of the window counts no more: signing in is the time to sweep.
  await tx
    .deleteFrom('login_failure')
    .where('failed_at', '<', new Date(attempt.at - LOCKOUT_WINDOW_MS))
    .execute();
}

async function refuseAbove(tx: Tx, subject: string, most: number, at: number): Promise<void> {
  // Attempts on one subject are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  const failures = await tx
    .selectFrom('login_failure')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', new Date(at - LOCKOUT_WINDOW_MS))
    .orderBy('failed_at', 'desc')
    .limit(most)
    .execute();
  const oldest = failures[most - 1];
  if (oldest === undefined) return;
  const until = oldest.failed_at.getTime() + LOCKOUT_WINDOW_MS;
  throw new NamedError('login-locked', { seconds: Math.ceil((until - at) / 1000) });
}

function loginSubject({ login }: Attempt): string {
  return `login:${login}`;
}

function addressSubject({ address }: Attempt): string {
  return `address:${address}`;
}
