import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { serverSecret } from '../db/server-secret.ts';
import { limitKey } from './limit-key.ts';

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Codes that are sent to one phone within a day, by what they are for: whoever asks for those of one kind to annoy somebody
 * keeps him from no other.
 */
export const PHONE_CODES_A_DAY: Readonly<Record<CodeType, number>> = {
  [CODE_TYPES.login]: 10,
  [CODE_TYPES.registration]: 5,
  [CODE_TYPES.recovery]: 5,
  [CODE_TYPES.bindPhone]: 5,
};
/** Codes that are asked for from one address within an hour: an office behind one address signs in in the morning. */
export const ADDRESS_CODES_AN_HOUR = 30;
/** Codes to register with within an hour, from all addresses together: each goes to a number of the asker's choice, and is paid for. */
export const REGISTRATION_CODES_AN_HOUR = 300;

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
  await refuseTooMany(tx, { phone, type, address: limitKey(address), now });
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
export async function withdrawCode(
  tx: Tx,
  { phone, type, now }: Omit<CodeRequest, 'address'>,
): Promise<void> {
  await tx
    .updateTable('sms_code')
    .set({ used: true, created_at: new Date(now - LIMITS.codeWaitSeconds * 1000) })
    .where('phone', '=', phone)
    .where('type', '=', type)
    .where('created_at', '=', new Date(now))
    .execute();
}

async function refuseTooMany(tx: Tx, { phone, type, address, now }: CodeRequest): Promise<void> {
  // Requests for one phone are counted one after the other, and so are those from one address, and those to register.
  const registers = type === CODE_TYPES.registration;
  const subjects = [
    `codes to ${phone}`,
    `codes from ${address}`,
    ...(registers ? ['codes to register'] : []),
  ];
  for (const subject of subjects) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  }
  const last = await nthLast(tx, 1, { phone }, now - DAY);
  if (last !== null) refuseUntil('code-too-soon', last + LIMITS.codeWaitSeconds * 1000, now);
  const firstOfDay = await nthLast(tx, PHONE_CODES_A_DAY[type], { phone, type }, now - DAY);
  if (firstOfDay !== null) refuseUntil('code-limit', firstOfDay + DAY, now);
  const hourly = [await nthLast(tx, ADDRESS_CODES_AN_HOUR, { address }, now - HOUR)];
  if (registers) hourly.push(await nthLast(tx, REGISTRATION_CODES_AN_HOUR, { type }, now - HOUR));
  for (const first of hourly) if (first !== null) refuseUntil('code-limit', first + HOUR, now);
}

/** When the nth last of these codes was asked for; null where there were fewer since `from`. */
async function nthLast(
  tx: Tx,
  nth: number,
  facts: Readonly<Partial<Pick<CodeRequest, 'phone' | 'type' | 'address'>>>,
  from: number,
): Promise<number | null> {
  const row = await tx
    .selectFrom('sms_code')
    .select('created_at')
    .where((where) => where.and(facts))
    .where('created_at', '>', new Date(from))
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : row.created_at.getTime();
}

function refuseUntil(name: 'code-too-soon' | 'code-limit', until: number, now: number): void {
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
 * The id of the code that this is, which `useCode` uses up; null for a wrong one. A wrong one counts as a try of each code
 * of the phone and type that is still good, and each may be tried five times, also by guesses that come at the same time.
 */
export async function checkCode(db: Db, { phone, type, code, now }: CodeProof): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const hash = await hashCode(tx, { phone, type, code });
    const good = await tx
      .selectFrom('sms_code')
      .select(['code_id', 'code_hash'])
      .where('phone', '=', phone)
      .where('type', '=', type)
      .where('used', '=', false)
      .where('tries', '<', LIMITS.codeTries)
      .where('created_at', '>', new Date(now - LIMITS.codeLifeSeconds * 1000))
      .orderBy('code_id')
      .forUpdate()
      .execute();
    const right = good.find(({ code_hash }) => timingSafeEqual(code_hash, hash));
    if (right !== undefined) return right.code_id;
    const tried = good.map(({ code_id }) => code_id);
    await tx
      .updateTable('sms_code')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('code_id', 'in', tried.length > 0 ? tried : [0])
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
  const secret = await serverSecret(db, SECRET_NAME);
  return createHmac('sha256', secret).update(`${type} ${phone} ${code}`).digest();
}
