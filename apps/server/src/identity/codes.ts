import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { CODE_TYPES } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { serverSecret } from '../db/server-secret.ts';

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Codes that are sent to one phone within a day, whatever they are for. */
export const PHONE_CODES_A_DAY = 10;
/** Codes that are asked for from one address within an hour: an office behind one address signs in in the morning. */
export const ADDRESS_CODES_AN_HOUR = 30;

const SECRET_NAME = 'text-message-code';

export interface CodeRequest {
  readonly phone: string;
  readonly type: CodeType;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Makes a code of six digits for a phone. It takes the place of the one before it of the same type. Asked for on behalf of
 * a phone that nobody has, it is made as well, so that limits tell nothing; then it is sent to nobody.
 *
 * @throws NamedError `code-too-soon`, `code-limit`, with the `seconds` to wait.
 */
export async function issueCode(tx: Tx, { phone, type, address, now }: CodeRequest): Promise<string> {
  await refuseTooMany(tx, { phone, address, now });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx
    .insertInto('sms_code')
    .values({
      phone,
      type,
      code_hash: await hashCode(tx, { phone, type, code }),
      address,
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

async function refuseTooMany(tx: Tx, { phone, address, now }: Omit<CodeRequest, 'type'>): Promise<void> {
  // Requests for one phone are counted one after the other, and so are those from one address.
  for (const subject of [`codes to ${phone}`, `codes from ${address}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  }
  const toPhone = await timesOf(tx, 'phone', phone, now - DAY);
  const last = toPhone[0];
  if (last !== undefined) refuseUntil('code-too-soon', last + LIMITS.codeWaitSeconds * 1000, now);
  const firstOfDay = toPhone[PHONE_CODES_A_DAY - 1];
  if (firstOfDay !== undefined) refuseUntil('code-limit', firstOfDay + DAY, now);
  const fromAddress = await timesOf(tx, 'address', address, now - HOUR);
  const firstOfHour = fromAddress[ADDRESS_CODES_AN_HOUR - 1];
  if (firstOfHour !== undefined) refuseUntil('code-limit', firstOfHour + HOUR, now);
}

/** When codes were asked for since `from`, latest first, as many as matter. */
async function timesOf(tx: Tx, column: 'phone' | 'address', value: string, from: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('sms_code')
    .select('created_at')
    .where(column, '=', value)
    .where('created_at', '>', new Date(from))
    .orderBy('created_at', 'desc')
    .limit(Math.max(PHONE_CODES_A_DAY, ADDRESS_CODES_AN_HOUR))
    .execute();
  return rows.map(({ created_at }) => created_at.getTime());
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
 * The id of the code that this is, which `useCode` uses up; null for a wrong one. A wrong one counts: the newest code
 * of a phone and type may be tried five times, also by guesses that come at the same time.
 */
export async function checkCode(db: Db, { phone, type, code, now }: CodeProof): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const newest = await tx
      .selectFrom('sms_code')
      .selectAll()
      .where('phone', '=', phone)
      .where('type', '=', type)
      .orderBy('created_at', 'desc')
      .orderBy('code_id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (newest === undefined || newest.used || newest.tries >= LIMITS.codeTries) return null;
    if (now >= newest.created_at.getTime() + LIMITS.codeLifeSeconds * 1000) return null;
    if (timingSafeEqual(newest.code_hash, await hashCode(tx, { phone, type, code }))) return newest.code_id;
    await tx
      .updateTable('sms_code')
      .set({ tries: newest.tries + 1 })
      .where('code_id', '=', newest.code_id)
      .execute();
    return null;
  });
}

/**
 * Uses a code up, with what it was given for.
 *
 * @throws NamedError `code-wrong` where somebody else was faster.
 */
export async function useCode(tx: Tx, codeId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_code')
    .set({ used: true })
    .where('code_id', '=', codeId)
    .where('used', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NamedError('code-wrong');
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
