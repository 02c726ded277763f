import type { RecipientForm } from '@wakeline/contract/delivery/recipients';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { JsonFields } from '../../db/schema.ts';
import { allowCode, isAddressCode } from '../../delivery/address-codes.ts';
import { countTests, insertOwnMessage } from '../../delivery/outbox.ts';
import {
  addressState,
  confirmRecipient,
  deleteRecipient,
  formOf,
  insertRecipient,
  lockRecipient,
  nameOf,
  type RecipientRow,
  readRecipients,
  readUsers,
  updateRecipient,
} from '../../delivery/recipients.ts';
import type { WebhookSecret } from '../../delivery/webhook-secret.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { isAllowedUrl } from './allowed-url.ts';
import { canManageDelivery } from './delivery.policy.ts';

type RecipientOperation =
  | 'queryRecipients'
  | 'addRecipient'
  | 'editRecipient'
  | 'removeRecipient'
  | 'sendAddressCode'
  | 'confirmAddress'
  | 'sendTestMessage';

export interface DeliveryDependencies {
  readonly db: Db;
  /** The configured channels. */
  readonly channels: ReadonlySet<DeliveryChannel>;
  readonly webhookSecret: WebhookSecret;
  /** Whether webhooks may connect to this address. */
  readonly allowsAddress: (address: string) => boolean;
}

/** Recipients of messages outside the console, and the confirmation of their addresses. */
export function recipientHandlers({
  db,
  channels,
  webhookSecret,
  allowsAddress,
}: DeliveryDependencies): Pick<Handlers, RecipientOperation> {
  return {
    async queryRecipients(_payload, caller) {
      requireManager(caller);
      const rows = await readRecipients(db, caller.accountId);
      const list = rows.map((row) => ({
        recipientId: row.recipient_id,
        form: formOf(row),
        recipientName: nameOf(row),
        addresses: DELIVERY_CHANNELS.flatMap((channel) => {
          const state = addressState(row, channel);
          return state === null ? [] : [{ channel, state }];
        }),
        secret: row.kind === 'webhook' ? webhookSecret(row.recipient_id, row.secret_version) : null,
        createTime: row.created_at.getTime(),
      }));
      const users = await readUsers(db, caller.accountId);
      return { list, total: list.length, channels: [...channels], users };
    },

    async addRecipient({ recipient }, caller, call) {
      requireManager(caller);
      checkForm(recipient, allowsAddress);
      return transactionAs(db, caller, call, async (tx) => {
        const recipientId = await insertRecipient(tx, caller.accountId, recipient, call.now);
        const target = nameOf(await lockRecipient(tx, caller.accountId, recipientId));
        await recordChange(tx, caller, call, { action: 'addRecipient', target, after: detailsOf(recipient) });
        return { recipientId };
      });
    },

    async editRecipient({ recipientId, recipient, renewSecret = false }, caller, call) {
      requireManager(caller);
      checkForm(recipient, allowsAddress);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockRecipient(tx, caller.accountId, recipientId);
        if (before.kind !== recipient.kind)
          throw new NamedError('field-invalid', { field: 'recipient.kind', reason: before.kind });
        await updateRecipient(tx, before, recipient, renewSecret);
        const changed = difference(detailsOf(formOf(before)), detailsOf(recipient));
        await recordChange(tx, caller, call, {
          action: 'editRecipient',
          target: nameOf(before),
          before: changed.before,
          after: renewSecret ? { ...changed.after, secret: 'changed' } : changed.after,
        });
      });
      return {};
    },

    async removeRecipient({ recipientId }, caller, call) {
      requireManager(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockRecipient(tx, caller.accountId, recipientId);
        await deleteRecipient(tx, recipientId);
        await recordChange(tx, caller, call, {
          action: 'removeRecipient',
          target: nameOf(before),
          before: detailsOf(formOf(before)),
        });
      });
      return {};
    },

    async sendAddressCode({ recipientId, channel }, caller, call) {
      requireManager(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockRecipient(tx, caller.accountId, recipientId);
        requireChannel(row, channel);
        const number = await allowCode(tx, row, channel, call.now);
        await storeMessage(tx, caller, row, { channel, kind: 'code', key: String(number) }, call);
        await recordChange(tx, caller, call, {
          action: 'sendAddressCode',
          target: nameOf(row),
          after: { channel },
        });
      });
      return {};
    },

    async confirmAddress({ recipientId, channel, code }, caller, call) {
      requireManager(caller);
      const isRight = await transactionAs(db, caller, call, async (tx) => {
        const row = await lockRecipient(tx, caller.accountId, recipientId);
        if (!(await isAddressCode(tx, row, channel, { code, now: call.now }))) return false;
        await confirmRecipient(tx, recipientId, channel, call.now);
        await recordChange(tx, caller, call, {
          action: 'confirmAddress',
          target: nameOf(row),
          after: { channel },
        });
        return true;
      });
      // Thrown after the commit, which counts the attempt.
      if (!isRight) throw new NamedError('code-wrong');
      return {};
    },

    async sendTestMessage({ recipientId, channel }, caller, call) {
      requireManager(caller);
      return transactionAs(db, caller, call, async (tx) => {
        const row = await lockRecipient(tx, caller.accountId, recipientId);
        requireChannel(row, channel);
        if (addressState(row, channel) !== 'confirmed') throw new NamedError('address-unconfirmed');
        const count = await countTests(tx, caller.accountId, call.now);
        if (count >= LIMITS.testMessagesPerHour) throw new NamedError('test-message-limit');
        const message = { channel, kind: 'test', key: `${call.now}.${count}` } as const;
        const deliveryId = await storeMessage(tx, caller, row, message, call);
        await recordChange(tx, caller, call, {
          action: 'sendTestMessage',
          target: nameOf(row),
          after: { channel },
        });
        return { deliveryId };
      });
    },
  };

  /** @throws NamedError `channel-unavailable` */
  function requireChannel(row: RecipientRow, channel: DeliveryChannel): void {
    if (!channels.has(channel) || addressState(row, channel) === null)
      throw new NamedError('channel-unavailable');
  }
}

async function storeMessage(
  tx: Tx,
  { accountId }: Caller,
  { recipient_id: recipientId }: RecipientRow,
  message: { readonly channel: DeliveryChannel; readonly kind: 'code' | 'test'; readonly key: string },
  { now }: Call,
): Promise<number> {
  const deliveryId = await insertOwnMessage(tx, { accountId, recipientId, ...message }, now);
  await sendEvent(tx, { type: 'deliveries', accountId });
  return deliveryId;
}

export function requireManager(caller: Caller): void {
  if (!canManageDelivery(caller)) throw new NamedError('not-allowed');
}

/** Records a change in the audit log and notifies the account's consoles. */
export async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'deliveries', accountId: caller.accountId, userId: null });
}

/** @throws NamedError `recipient-without-address`, `webhook-address-refused` */
function checkForm(form: RecipientForm, allowsAddress: (address: string) => boolean): void {
  if (form.kind === 'contact' && form.email === null && form.phone === null)
    throw new NamedError('recipient-without-address');
  if (form.kind === 'webhook' && !isAllowedUrl(form.url, allowsAddress))
    throw new NamedError('webhook-address-refused');
}

/** Audit details, whose values are texts and numbers. The query of a URL may contain a key. */
function detailsOf(form: RecipientForm): JsonFields {
  if (form.kind !== 'webhook') return { ...form };
  const url = URL.parse(form.url);
  return { ...form, url: url === null ? '' : `${url.origin}${url.pathname}` };
}
