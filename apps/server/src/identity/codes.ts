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
 * Codes that are sent to one phone within a day, by what they are for: whoever asks for those of one kind to annoy somebody
 * keeps him from no other.
 */
export const MAX_PHONE_CODES_PER_DAY: Readonly<Record<CodeType, number>> = {
  [CODE_TYPES.login]: 10,
  [CODE_TYPES.registration]: 5,
  [CODE_TYPES.recovery]: 5,
  [CODE_TYPES.bindPhone]: 5,
};
/** Codes that are asked for from one address within an hour: an office behind one address signs in in the morning. */
export const MAX_ADDRESS_CODES_PER_HOUR = 30;
/** Codes to register with within an hour, from all addresses together: each goes to a number of the asker's choice, and is paid for. */
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
 * Makes a code of six digits for a phone. Those before it of the same type stay good as long as they
 * would have: else whoever asks for one in somebody's name would take his from him. Asked for on behalf of
 * a phone that nobody has, it is made as well, so that limits tell nothing; then it is sent to nobody.
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

/** The message could not be sent: the code is good for nothing, and another may be asked for at once. It still counts for the limits of a day and an hour. */
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
  // Requests for one phone are counted one after the other, and so are those from one address, and those to register.
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

/** When the nth last of these codes was asked for; null where there were fewer since `from`. */
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
 * The id of the code that this is, which `redeemCode` uses up; null for a wrong one. A wrong one counts as a try of each code
 * of the phone and type that is still good, and each may be tried five times, also by guesses that come at the same time.
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
 * Uses a code up, with what it was given for, and those of the same phone and type with it: nobody needs them any more.
 *
 * @throws NamedError `code-wrong` where somebody else was faster.
 */
export async function useCode(tx: Tx, codeId: number): Promise<void> {
  const code = await tx
    .selectFrom('sms_code')
    .select(['phone', 'type'])
    .where('code_id', '=', codeId)
    .executeTakeFirst();
  if (code === undefined) throw new NamedError('code-wrong');
  // In the order in which they are locked to be checked: two calls wait for each other in no circle.
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

/** A day's codes are kept, for the limits. */
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
