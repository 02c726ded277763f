import type { SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import { NamedError } from '@wakeline/contract/errors';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { difference } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import { addressState, lockRecipient, nameOf, type RecipientRow } from '../../delivery/recipients.ts';
import {
  deleteSubscription,
  formOf,
  insertSubscription,
  lockSubscription,
  readSubscriptions,
  updateSubscription,
} from '../../delivery/subscriptions.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { recordChange, requireManager } from './recipients.handlers.ts';
import { checkReferences, findRemoved, readReferences } from './subscription-references.ts';

type SubscriptionOperation =
  | 'querySubscriptions'
  | 'addSubscription'
  | 'editSubscription'
  | 'removeSubscription';

export interface SubscriptionDependencies {
  readonly db: Db;
  /** The configured channels. */
  readonly channels: ReadonlySet<DeliveryChannel>;
}

/** Subscriptions: which notices are sent to whom. */
export function subscriptionHandlers({
  db,
  channels,
}: SubscriptionDependencies): Pick<Handlers, SubscriptionOperation> {
  return {
    async querySubscriptions(_payload, caller) {
      requireManager(caller);
      const rows = await readSubscriptions(db, caller.accountId);
      const forms = rows.map((row) => ({ row, form: formOf(row) }));
      const references = await readReferences(
        db,
        caller.accountId,
        forms.map(({ form }) => form),
      );
      const list = forms.map(({ row, form }) => ({
        ...form,
        subscriptionId: row.subscription_id,
        recipientName: nameOf(row),
        removed: findRemoved(form, references),
        isConfirmed: addressState(row, row.channel) === 'confirmed',
        isUnsubscribed: addressState(row, row.channel) === 'unsubscribed',
      }));
      return { list, total: list.length, rules: [...references.rules] };
    },

    async addSubscription({ uid: _, ...form }, caller, call) {
      requireManager(caller);
      const { accountId } = caller;
      checkForm(form);
      return transactionAs(db, caller, call, async (tx) => {
        const recipient = await lockReachable(tx, accountId, form);
        await checkReferences(tx, accountId, form, null);
        const subscriptionId = await insertSubscription(tx, accountId, form, call.now);
        await recordChange(tx, caller, call, {
          action: 'addSubscription',
          target: nameOf(recipient),
          after: detailsOf(form),
        });
        return { subscriptionId };
      });
    },

    async editSubscription({ uid: _, subscriptionId, ...form }, caller, call) {
      requireManager(caller);
      const { accountId } = caller;
      checkForm(form);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockSubscription(tx, accountId, subscriptionId);
        await lockReachable(tx, accountId, form);
        await checkReferences(tx, accountId, form, formOf(before));
        await updateSubscription(tx, subscriptionId, form);
        await recordChange(tx, caller, call, {
          action: 'editSubscription',
          target: nameOf(before),
          ...difference(detailsOf(formOf(before)), detailsOf(form)),
        });
      });
      return {};
    },

    async removeSubscription({ subscriptionId }, caller, call) {
      requireManager(caller);
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockSubscription(tx, accountId, subscriptionId);
        await deleteSubscription(tx, accountId, subscriptionId);
        await recordChange(tx, caller, call, {
          action: 'removeSubscription',
          target: nameOf(before),
          before: detailsOf(formOf(before)),
        });
      });
      return {};
    },
  };

  /** @throws NamedError `recipient-unknown`, `channel-unavailable` */
  async function lockReachable(
    tx: Tx,
    accountId: number,
    { recipientId, channel }: SubscriptionForm,
  ): Promise<RecipientRow> {
    const recipient = await lockRecipient(tx, accountId, recipientId);
    if (!channels.has(channel) || addressState(recipient, channel) === null)
      throw new NamedError('channel-unavailable');
    return recipient;
  }
}

/** @throws NamedError `subscription-rules-types`, `subscription-webhook-times`, `subscription-quiet-empty` */
function checkForm(form: SubscriptionForm): void {
  const { channel, msgTypes, ruleIds, quietHours, digestMinutes, escalateMinutes } = form;
  if (ruleIds.length > 0 && msgTypes.length > 0) throw new NamedError('subscription-rules-types');
  if (channel === 'webhook' && (quietHours !== null || digestMinutes > 0 || escalateMinutes > 0))
    throw new NamedError('subscription-webhook-times');
  if (quietHours !== null && quietHours.from === quietHours.to)
    throw new NamedError('subscription-quiet-empty');
}

/** Audit details, whose values are texts and numbers. */
function detailsOf({
  msgTypes,
  ruleIds,
  scope,
  quietHours,
  recipientId: _,
  ...form
}: SubscriptionForm): JsonFields {
  const ids = scope.type === 'groups' ? scope.groupIds : scope.type === 'trackers' ? scope.trackerIds : [];
  return {
    ...form,
    msgTypes: msgTypes.join(' '),
    ruleIds: ruleIds.join(' '),
    scope: [scope.type, ...ids].join(' '),
    quietHours: quietHours === null ? null : `${clockTime(quietHours.from)}-${clockTime(quietHours.to)}`,
  };
}

function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
