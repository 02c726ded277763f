import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import { countAttempt } from '../../identity/lockout.ts';
import { computeSignature, signaturesMatch } from '../../identity/third-party-sign.ts';
import { type FirstFactor, findCandidate } from './first-factor.ts';
import type { RecordFailure } from './record-failure.ts';

const SIGN_TTL_MS = LIMITS.signatureTtlSeconds * 1000;

/** Used when there is no secret, so that the timing is the same as with one. */
const DUMMY_SECRET = randomBytes(32);

export interface SignedLogin {
  readonly login: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** Hexadecimal. */
  readonly sign: string;
}

/**
 * Verifies the signature of a third party that shares a secret with the user's account. An unknown login, or an account
 * without a secret, counts as a wrong signature. A server without any such secret reports that this way is unavailable.
 *
 * @throws NamedError `login-locked`, `login-way-unavailable`, `sign-expired`, `sign-wrong`
 */
export async function verifyLoginSign(
  db: Db,
  { login, timestamp, sign }: SignedLogin,
  call: Call,
  recordFailure: RecordFailure,
): Promise<FirstFactor> {
  const attempt = { login, method: 'sign', address: call.address, at: call.now } as const;
  await countAttempt(db, attempt);
  const accountWithSecret = await db
    .selectFrom('account')
    .select('account_id')
    .where('sign_secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (accountWithSecret === undefined) throw new NamedError('login-way-unavailable');
  if (Math.abs(call.now - timestamp) > SIGN_TTL_MS) throw new NamedError('sign-expired');
  const user = await findCandidate(db, { login });
  const expectedSign = computeSignature(user?.signSecret ?? DUMMY_SECRET, login, timestamp);
  if (!signaturesMatch(expectedSign, sign) || user === null || user.signSecret === null) {
    recordFailure(user, call, 'sign-wrong');
    throw new NamedError('sign-wrong');
  }
  return {
    user,
    attempt,
    event: 'third-party-sign-in',
    requiresSecondFactor: false,
    async complete(tx, current) {
      if (current.signSecret === null || !current.signSecret.equals(user.signSecret ?? Buffer.of())) {
        throw new NamedError('sign-wrong');
      }
      if (!(await markSignUsed(tx, expectedSign, timestamp))) throw new NamedError('sign-used');
    },
  };
}

/** Marks a signature as used until it expires; returns false if it was used before. */
export async function markSignUsed(tx: Tx, sign: string, timestamp: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_sign')
    .values({ sign, expires_at: new Date(timestamp + SIGN_TTL_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes used signatures that have expired, since these are refused anyway. */
export async function dropOldSigns(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('used_sign').where('expires_at', '<', new Date(now)).execute();
}
