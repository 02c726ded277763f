import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';
import { limitKey } from './limit-key.ts';

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Codes sent to one phone per day, by purpose: requesting codes of one purpose to annoy a person does not block the
 * others.
 */
export const MAX_PHONE_CODES_PER_DAY: Readonly<Record<CodeType, number>> = {
  [CODE_TYPES.login]: 10,
  [CODE_TYPES.registration]: 5,
  [CODE_TYPES.recovery]: 5,
  [CODE_TYPES.bindPhone]: 5,
};
/** Codes requested from one address per hour: an office behind one address signs in in the morning. */
export const MAX_ADDRESS_CODES_PER_HOUR = 30;
/** Registration codes per hour from all addresses together: each goes to an arbitrary phone number and costs money. */
export const MAX_REGISTRATION_CODES_PER_HOUR = 300;

const SECRET_NAME = 'text-message-code';

export interface CodeRequest {
  readonly phone: string;
  readonly type: CodeType;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Creates a six-digit code for a phone. Earlier codes of the same type stay valid until they expire; otherwise anyone
 * could invalidate a user's code by requesting another. A code for an unknown phone is created, too, but sent to
 * nobody, so that limits reveal nothing.
 *
 * @throws NamedError `code-too-soon`, `code-limit`, with the `seconds` to wait.
 */
export async function issueCode(tx: Tx, { phone, type, address, now }: CodeRequest): Promise<string> {
  await requireCodeQuota(tx, { phone, type, address: limitKey(address), now });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx
    .insertInto('sms_code')
    .values({
      phone,
      type,
      code_hash: await hashCode(tx, { phone, type, code }),
      address: limitKey(address),
      created_at: new Date(now),
    })
    .execute();
  return code;
}

/**
 * Revokes a code whose message could not be sent, and allows another request at once. It still counts towards the
 * daily and hourly limits.
 */
export async function revokeCode(tx: Tx, { phone, type, now }: Omit<CodeRequest, 'address'>): Promise<void> {
  await tx
    .updateTable('sms_code')
    .set({ used: true, created_at: new Date(now - LIMITS.codeWaitSeconds * 1000) })
    .where('phone', '=', phone)
    .where('type', '=', type)
    .where('created_at', '=', new Date(now))
    .execute();
}

async function requireCodeQuota(tx: Tx, { phone, type, address, now }: CodeRequest): Promise<void> {
  // Locks that serialize requests for the same phone, from the same address, and for registration.
  const isRegistration = type === CODE_TYPES.registration;
  const subjects = [
    `codes to ${phone}`,
    `codes from ${address}`,
    ...(isRegistration ? ['codes to register'] : []),
  ];
  for (const subject of subjects) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  }
  const latest = await nthLatestTime(tx, 1, { phone }, now - DAY);
  if (latest !== null) requireElapsed('code-too-soon', latest + LIMITS.codeWaitSeconds * 1000, now);
  const firstOfDay = await nthLatestTime(tx, MAX_PHONE_CODES_PER_DAY[type], { phone, type }, now - DAY);
  if (firstOfDay !== null) requireElapsed('code-limit', firstOfDay + DAY, now);
  const hourly = [await nthLatestTime(tx, MAX_ADDRESS_CODES_PER_HOUR, { address }, now - HOUR)];
  if (isRegistration)
    hourly.push(await nthLatestTime(tx, MAX_REGISTRATION_CODES_PER_HOUR, { type }, now - HOUR));
  for (const first of hourly) if (first !== null) requireElapsed('code-limit', first + HOUR, now);
}

/** The time of the nth latest of these codes; null when there are fewer since `from`. */
async function nthLatestTime(
  tx: Tx,
  nth: number,
  criteria: Readonly<Partial<Pick<CodeRequest, 'phone' | 'type' | 'address'>>>,
  from: number,
): Promise<number | null> {
  const row = await tx
    .selectFrom('sms_code')
    .select('created_at')
    .where((where) => where.and(criteria))
    .where('created_at', '>', new Date(from))
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : row.created_at.getTime();
}

function requireElapsed(name: 'code-too-soon' | 'code-limit', until: number, now: number): void {
  if (until > now) throw new NamedError(name, { seconds: Math.ceil((until - now) / 1000) });
}

export interface CodeProof {
  readonly phone: string;
  readonly type: CodeType;
  readonly code: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the id of the matching code, which `useCode` takes; null when there is none. A wrong code counts as an
 * attempt on each valid code of the phone and type. Each allows five attempts, including concurrent ones.
 */
export async function checkCode(db: Db, { phone, type, code, now }: CodeProof): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const hash = await hashCode(tx, { phone, type, code });
    const valid = await tx
      .selectFrom('sms_code')
      .select(['code_id', 'code_hash'])
      .where('phone', '=', phone)
      .where('type', '=', type)
      .where('used', '=', false)
      .where('tries', '<', LIMITS.codeAttempts)
      .where('created_at', '>', new Date(now - LIMITS.codeTtlSeconds * 1000))
      .orderBy('code_id')
      .forUpdate()
      .execute();
    const match = valid.find(({ code_hash }) => timingSafeEqual(code_hash, hash));
    if (match !== undefined) return match.code_id;
    const codeIds = valid.map(({ code_id }) => code_id);
    await tx
      .updateTable('sms_code')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('code_id', 'in', codeIds.length > 0 ? codeIds : [0])
      .execute();
    return null;
  });
}

/**
 * Marks a code as used in the transaction of its purpose, together with all others of the same phone and type.
 *
 * @throws NamedError `code-wrong` when it was used concurrently.
 */
export async function useCode(tx: Tx, codeId: number): Promise<void> {
  const code = await tx
    .selectFrom('sms_code')
    .select(['phone', 'type'])
    .where('code_id', '=', codeId)
    .executeTakeFirst();
  if (code === undefined) throw new NamedError('code-wrong');
  // Locked in the same order as in `checkCode`, which prevents deadlocks.
  const unused = await tx
    .selectFrom('sms_code')
    .select('code_id')
    .where((where) => where.and(code))
    .where('used', '=', false)
    .orderBy('code_id')
    .forUpdate()
    .execute();
  if (!unused.some(({ code_id }) => code_id === codeId)) throw new NamedError('code-wrong');
  await tx
    .updateTable('sms_code')
    .set({ used: true })
    .where((where) => where.and(code))
    .where('used', '=', false)
    .execute();
}

/** Codes of the last day are retained for the limits. */
export async function dropOldCodes(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('sms_code')
    .where('created_at', '<', new Date(now - DAY))
    .execute();
}

async function hashCode(db: Db, { phone, type, code }: Omit<CodeProof, 'now'>): Promise<Buffer> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return createHmac('sha256', secret).update(`${type} ${phone} ${code}`).digest();
}
