import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConfirmedChannel } from '@wakeline/contract/delivery/recipients';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { loadServerSecret } from '../db/server-secret.ts';
import type { RecipientRow } from './recipients.ts';

const SECRET_NAME = 'address-code';
const HOUR = 3_600_000;
/** How long a code is valid: the owner of the address may be away from it. */
const CODE_TTL_MS = 24 * HOUR;

/**
 * Allows another code for an address, whose message must be stored in the same transaction.
 *
 * @throws NamedError `code-too-soon`, `code-limit`
 */
export async function allowCode(
  tx: Tx,
  { recipient_id: recipientId, account_id: accountId }: RecipientRow,
  channel: ConfirmedChannel,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const last = await readCode(tx, recipientId, channel);
  const elapsed = last === undefined ? Infinity : now - last.created_at.getTime();
  const wait = LIMITS.codeWaitSeconds * 1_000 - elapsed;
  if (wait > 0) throw new NamedError('code-too-soon', { seconds: Math.ceil(wait / 1_000) });
  const { count } = await tx
    .selectFrom('delivery')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'code')
    .where('created_at', '>', new Date(now - HOUR))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.addressCodesPerHour) throw new NamedError('code-limit', { seconds: HOUR / 1_000 });
  const number = (last?.number ?? 0) + 1;
  const values = { number, created_at: new Date(now), tries: 0 };
  await tx
    .insertInto('address_code')
    .values({ recipient_id: recipientId, channel, ...values })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'channel']).doUpdateSet(values))
    .execute();
  return number;
}

/** The code of the last message to an address, with its number; null: it has expired or was used. */
export async function currentCode(
  db: Db,
  recipient: RecipientRow,
  channel: ConfirmedChannel,
  now: number,
): Promise<{ readonly code: string; readonly number: number } | null> {
  const row = await readCode(db, recipient.recipient_id, channel);
  if (row === undefined || row.tries >= LIMITS.codeAttempts) return null;
  if (now - row.created_at.getTime() > CODE_TTL_MS) return null;
  return { code: await derive(db, recipient, channel, row.number), number: row.number };
}

/** Ends the validity of a code that has been used, or whose link has. */
export async function takeCode(tx: Tx, recipientId: number, channel: ConfirmedChannel): Promise<void> {
  await tx
    .updateTable('address_code')
    .set({ tries: LIMITS.codeAttempts })
    .where('recipient_id', '=', recipientId)
    .where('channel', '=', channel)
    .execute();
}

/** Whether this is the code of an address. A wrong one counts as an attempt; five are permitted. */
export async function isAddressCode(
  tx: Tx,
  recipient: RecipientRow,
  channel: ConfirmedChannel,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<boolean> {
  const current = await currentCode(tx, recipient, channel, now);
  if (current === null) return false;
  const expected = current.code;
  const isRight = timingSafeEqual(Buffer.from(expected), Buffer.from(code.padStart(expected.length, ' ')));
  await tx
    .updateTable('address_code')
    .set((set) => ({ tries: isRight ? LIMITS.codeAttempts : set('tries', '+', 1) }))
    .where('recipient_id', '=', recipient.recipient_id)
    .where('channel', '=', channel)
    .execute();
  return isRight;
}

function readCode(db: Db, recipientId: number, channel: ConfirmedChannel) {
  return db
    .selectFrom('address_code')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}

/** Six digits of an HMAC over the address and the number of the code, so that no code is stored. */
async function derive(
  db: Db,
  { recipient_id: recipientId, email, phone }: RecipientRow,
  channel: ConfirmedChannel,
  number: number,
): Promise<string> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  const address = channel === 'email' ? email : phone;
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([recipientId, channel, address, number]))
    .digest();
  // Of 48 bits, the remainder is as good as uniform.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
