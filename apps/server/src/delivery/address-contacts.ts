import type { ConfirmedChannel } from '@wakeline/contract/delivery/recipients';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { allowCode } from './address-codes.ts';
import { insertOwnMessage } from './outbox.ts';
import { addressState, insertRecipient, lockRecipient, readRecipients } from './recipients.ts';

interface Address {
  readonly accountId: number;
  readonly channel: ConfirmedChannel;
  readonly address: string;
  /** Of a new recipient. */
  readonly language: Language;
}

/**
 * The recipient with this address: a confirmed one if there are several, or a new one. The account must be locked.
 *
 * @param now epoch milliseconds
 * @throws NamedError `recipient-limit`
 */
export async function findOrAddRecipient(
  tx: Tx,
  { accountId, channel, address, language }: Address,
  now: number,
): Promise<number> {
  const isPhone = channel === 'sms';
  const found = (await readRecipients(tx, accountId)).filter(
    (row) =>
      row.kind !== 'webhook' && (isPhone ? row.phone : row.email?.toLowerCase()) === address.toLowerCase(),
  );
  const recipient = found.find((row) => addressState(row, channel) === 'confirmed') ?? found[0];
  if (recipient !== undefined) return recipient.recipient_id;
  const form = {
    ...({ kind: 'contact', recipientName: address, language } as const),
    email: isPhone ? null : address,
    phone: isPhone ? address : null,
  };
  return insertRecipient(tx, accountId, form, now);
}

/** Sends a code to an address that needs one, unless one was sent a moment ago. */
export async function sendFirstCode(
  tx: Tx,
  accountId: number,
  recipientId: number,
  channel: ConfirmedChannel,
  now: number,
): Promise<void> {
  const recipient = await lockRecipient(tx, accountId, recipientId);
  if (addressState(recipient, channel) !== 'unconfirmed') return;
  try {
    const key = String(await allowCode(tx, recipient, channel, now));
    await insertOwnMessage(tx, { accountId, recipientId, channel, kind: 'code', key }, now);
    await sendEvent(tx, { type: 'deliveries', accountId });
  } catch (error) {
    // An administrator can send it later.
    const isLimited =
      error instanceof NamedError && ['code-too-soon', 'code-limit'].includes(error.errorName);
    if (!isLimited) throw error;
  }
}
