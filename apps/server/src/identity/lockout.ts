import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { isKnownAddress } from './known-address.ts';
import { limitKey } from './limit-key.ts';

/** Failures count for this long. */
export const LOCKOUT_WINDOW_MS = 15 * 60_000;
/** Failures of one login from one address within the window before it is locked there: a person's typing errors, not a program's guesses. */
export const MAX_LOGIN_FAILURES = 10;
/**
 * Failures of one login from all addresses together before it is locked everywhere but where its user has signed in
 * lately: who knows no more than a login must not be able to keep its user out.
 */
export const MAX_LOGIN_FAILURES_ANYWHERE = 50;
/** Failures from one address: an office behind one address has several people who mistype. */
export const MAX_ADDRESS_FAILURES = 100;

/** One attempt to prove who one is, as it is counted. */
export interface Attempt {
  /** Who one says that one is: the login, or the phone that a code was sent to; of activation codes the account's number. */
  readonly login: string;
  /**
   * What one proves it with, by default the password. Each is counted apart: who guesses codes of a number does not lock a
   * login of that name. A signature and a ticket are counted for the address alone: nobody guesses 256 bits, and nobody
   * shall lock others out with wrong ones. Codes of an authenticator are counted for the login alone, wherever they come
   * from: only who has shown the first factor can guess them.
   */
  readonly way?: 'password' | 'code' | 'factor' | 'sign' | 'ticket' | 'activation';
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
    for (const { subject, most, sparesKnown } of subjects) {
      const error = await lockError(tx, subject, most, attempt.at);
      if (error !== null && !(sparesKnown && (await isKnownAddress(tx, attempt)))) throw error;
    }
    const failed_at = new Date(attempt.at);
    await tx
      .insertInto('login_failure')
      .values(subjects.map(({ subject }) => ({ subject, failed_at })))
      .execute();
  });
}

/** The attempt was right so far, and more is asked for: it alone counts no more, those before it do. */
export async function undoAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  for (const { subject } of subjectsOf(attempt)) await deleteFailure(tx, subject, attempt.at);
}

/**
 * The attempt was right: the login starts anew from this address, which has one failure less. What came from other
 * addresses stays counted.
 */
export async function clearFailures(tx: Tx, attempt: Attempt): Promise<void> {
  const [loginAtAddress, loginAnywhere] = [loginAtAddressSubject(attempt), loginSubject(attempt)];
  if (isCountedAnywhere(attempt)) {
    await tx.deleteFrom('login_failure').where('subject', '=', loginAnywhere).execute();
  } else {
    // As many of all as are taken from here, also of several at the same moment.
    await sql`
      with own as (delete from login_failure where subject = ${loginAtAddress} returning failed_at),
        taken as (select failed_at, row_number() over (partition by failed_at) as nth from own),
        kept as (
          select ctid as place, failed_at, row_number() over (partition by failed_at) as nth
          from login_failure where subject = ${loginAnywhere})
      delete from login_failure where ctid in (select place from kept join taken using (failed_at, nth))`.execute(
      tx,
    );
  }
  if (attempt.way !== 'factor') await deleteFailure(tx, addressSubject(attempt), attempt.at);
}

/** The operator opens a login, wherever it was locked from. */
export async function unlockLogin(tx: Tx, login: string): Promise<void> {
  const subject = loginSubject({ login });
  // Behind the address, which has no space in it: see `loginAtAddressSubject`.
  await sql`
    delete from login_failure
    where subject = ${subject}
      or (subject like 'from %' and regexp_replace(subject, '^from [^ ]* ', '') = ${subject})`.execute(tx);
}

/** What is out of the window counts no more. */
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
  // Attempts on one subject are counted one after the other.
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
  readonly most: number;
  /** Whether it locks nobody out of an address at which he has signed in lately. */
  readonly sparesKnown: boolean;
}

/** What an attempt is counted under, and how often. Always in this order: two attempts wait for each other in no circle. */
function subjectsOf(attempt: Attempt): readonly CountedSubject[] {
  const loginSubjectLimit = { subject: loginSubject(attempt), most: MAX_LOGIN_FAILURES, sparesKnown: false };
  const addressSubjectLimit = {
    subject: addressSubject(attempt),
    most: MAX_ADDRESS_FAILURES,
    sparesKnown: false,
  };
  if (attempt.way === 'factor') return [loginSubjectLimit];
  if (attempt.way === 'sign' || attempt.way === 'ticket') return [addressSubjectLimit];
  if (isCountedAnywhere(attempt)) return [loginSubjectLimit, addressSubjectLimit];
  return [
    { subject: loginAtAddressSubject(attempt), most: MAX_LOGIN_FAILURES, sparesKnown: false },
    { ...loginSubjectLimit, most: MAX_LOGIN_FAILURES_ANYWHERE, sparesKnown: true },
    addressSubjectLimit,
  ];
}

/** Whether a few attempts lock, wherever they come from: those that not anybody can make. */
function isCountedAnywhere({ way }: Attempt): boolean {
  return way === 'activation' || way === 'factor';
}

function loginSubject({ login, way = 'password' }: Pick<Attempt, 'login' | 'way'>): string {
  return way === 'password' ? `login:${login.toLowerCase()}` : `${way}:${login.toLowerCase()}`;
}

function loginAtAddressSubject(attempt: Attempt): string {
  return `from ${limitKey(attempt.address)} ${loginSubject(attempt)}`;
}

function addressSubject({ address }: Attempt): string {
  return `address:${limitKey(address)}`;
}
