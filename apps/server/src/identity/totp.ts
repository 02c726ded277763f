import { createHash, randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Tx } from '../db/database.ts';

/** RFC 6238 with what every authenticator takes for granted: SHA-1, six digits, 30 s. */
const CODE_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time (RFC 6238, 5.2). */
const MAX_DRIFT_STEPS = 1;
/** Bytes of a secret: the length of SHA-1's output (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** 80 bits: too many to guess, few enough to type. */
const RECOVERY_BYTES = 10;

const ISSUER = 'Wakeline';

/** A secret that is shared with an authenticator: 160 random bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** What an authenticator is told: the secret in base32 (RFC 4648), and an address with it for a QR code. */
export function describeTotp(
  secret: Buffer,
  login: string,
): { readonly secret: string; readonly uri: string } {
  const totp = new TOTP({ ...CODE_OPTIONS, secret: toSecret(secret), issuer: ISSUER, label: login });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Step of time (RFC 6238's T) of which this is the code, at `now` in epoch milliseconds; null: a wrong code. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const counter = TOTP.counter({ period: CODE_OPTIONS.period, timestamp: now });
  const { algorithm, digits } = CODE_OPTIONS;
  const delta = HOTP.validate({
    token,
    secret: toSecret(secret),
    algorithm,
    digits,
    counter,
    window: MAX_DRIFT_STEPS,
  });
  return delta === null ? null : counter + delta;
}

/**
 * Whether this is the second factor of a user who has one: a code of his authenticator, of a later step than any
 * that was taken before, or one of his recovery codes, which is used up by it. Of a user who has none: no.
 */
export async function consumeSecondFactor(
  tx: Tx,
  userId: number,
  otp: string,
  now: number,
): Promise<boolean> {
  // Who comes at the same time with the same code waits here, and finds it taken.
  const user = await tx
    .selectFrom('app_user')
    .select(['totp_secret', 'totp_last_step'])
    .where('user_id', '=', userId)
    .where('totp_confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined || user.totp_secret === null) return false;
  const step = findTotpStep(user.totp_secret, otp, now);
  if (step !== null) {
    if (step <= (user.totp_last_step ?? -1)) return false;
    await tx.updateTable('app_user').set({ totp_last_step: step }).where('user_id', '=', userId).execute();
    return true;
  }
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(otp))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ten codes, each of which signs in once in place of the authenticator: `ABCD-EFGH-IJKL-MNOP`. Those from before are withdrawn. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<readonly string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Two-factor sign-in is off until the user sets it up anew; its recovery codes open nothing. */
export async function disableTwoFactor(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
    .where('user_id', '=', userId)
    .execute();
  await dropRecoveryCodes(tx, userId);
}

async function dropRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

function newRecoveryCode(): string {
  const { base32 } = toSecret(randomBytes(RECOVERY_BYTES));
  return base32.match(/.{4}/g)?.join('-') ?? base32;
}

/** However it is typed: with or without hyphens, in small letters. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest();
}

function toSecret(bytes: Buffer): Secret {
  // The library takes a buffer as a whole; Node's small ones are parts of a larger.
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
