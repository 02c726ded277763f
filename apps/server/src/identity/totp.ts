import { createHash, randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Tx } from '../db/database.ts';

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, 30 s. */
const CODE_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one: clocks differ, and typing takes time (RFC 6238, 5.2). */
const MAX_DRIFT_STEPS = 1;
/** Bytes of a secret: the length of SHA-1's output (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** 80 bits: too many to guess, few enough to type. */
const RECOVERY_BYTES = 10;

const ISSUER = 'Wakeline';

/** A secret for an authenticator: 160 random bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The data for an authenticator: the secret in base32 (RFC 4648), and a URI with it for a QR code. */
export function describeTotp(
  secret: Buffer,
  login: string,
): { readonly secret: string; readonly uri: string } {
  const totp = new TOTP({ ...CODE_OPTIONS, secret: toSecret(secret), issuer: ISSUER, label: login });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step (RFC 6238's T) of this code, at `now` in epoch milliseconds; null for a wrong code. */
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
 * Whether this is a valid second factor of the user: a code of their authenticator of a later step than any used
 * before, or a recovery code, which is used up. False for a user without two-factor sign-in.
 */
export async function consumeSecondFactor(
  tx: Tx,
  userId: number,
  otp: string,
  now: number,
): Promise<boolean> {
  // A concurrent call with the same code waits here, and then finds it used.
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

/**
 * Creates ten recovery codes, each of which replaces the authenticator once: `ABCD-EFGH-IJKL-MNOP`. Earlier codes are
 * revoked.
 */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<readonly string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Disables two-factor sign-in until the user sets it up again; its recovery codes are revoked. */
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

/** Ignores hyphens, spaces and case. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest();
}

function toSecret(bytes: Buffer): Secret {
  // The library uses the complete underlying buffer, but small Node buffers are views of a larger one.
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
