import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Failures count for this long. */
export const LOCKOUT_WINDOW_MS = 15 * 60_000;
/** Failures of one login within the window before it is locked: a person's typing errors, not a program's guesses. */
export const LOGIN_FAILURES = 10;
/** Failures from one address: an office behind one address has several people who mistype. */
export const ADDRESS_FAILURES = 100;

/** One attempt to prove who one is, as it is counted. */
export interface Attempt {
  /** Who one says that one is: the login, or the phone that a code was sent to; of activation codes the account's number. */
  readonly login: string;
  /**
   * What one proves it with, by default the password. Each is counted apart: who guesses codes of a number does not lock a
   * login of that name. A signature and a ticket are counted for the address alone: nobody guesses 256 bits, and nobody
   * shall lock others out with wrong ones.
   */
  readonly way?: 'password' | 'code' | 'sign' | 'ticket' | 'activation';
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
    const subjects = subjectsOf(attempt);
    for (const { subject, most } of subjects) await refuseAbove(tx, subject, most, attempt.at);
    const failed_at = new Date(attempt.at);
    await tx
      .insertInto('login_failure')
      .values(subjects.map(({ subject }) => ({ subject, failed_at })))
      .execute();
  });
}

/** The attempt was right so far, and more is asked for: it alone counts no more, those before it do. */
export async function takeBack(tx: Tx, attempt: Attempt): Promise<void> {
  for (const { subject } of subjectsOf(attempt)) await dropOne(tx, subject, attempt.at);
}

/** The attempt was right: the login starts anew, the address has one failure less. */
export async function forgive(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.deleteFrom('login_failure').where('subject', '=', loginSubject(attempt)).execute();
  await dropOne(tx, addressSubject(attempt), attempt.at);
}

/** What is out of the window counts no more. */
export async function dropOldFailures(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('login_failure')
    .where('failed_at', '<', new Date(now - LOCKOUT_WINDOW_MS))
    .execute();
}

async function dropOne(tx: Tx, subject: string, at: number): Promise<void> {
  await sql`
    delete from login_failure where ctid = (
      select ctid from login_failure
      where subject = ${subject} and failed_at = ${new Date(at)} limit 1)`.execute(tx);
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

/** What an attempt is counted under, and how often. */
function subjectsOf(attempt: Attempt): readonly { readonly subject: string; readonly most: number }[] {
  const ofAddress = { subject: addressSubject(attempt), most: ADDRESS_FAILURES };
  if (attempt.way === 'sign' || attempt.way === 'ticket') return [ofAddress];
  return [{ subject: loginSubject(attempt), most: LOGIN_FAILURES }, ofAddress];
}

function loginSubject({ login, way = 'password' }: Attempt): string {
  return way === 'password' ? `login:${login}` : `${way}:${login}`;
}

function addressSubject({ address }: Attempt): string {
  return `address:${address}`;
}
