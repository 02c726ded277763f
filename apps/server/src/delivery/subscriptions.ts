import type { SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { closeUnusedCursor, openCursor } from './cursor.ts';

function selectSubscriptions(db: Db) {
  return db
    .selectFrom('subscription')
    .innerJoin('recipient', 'recipient.recipient_id', 'subscription.recipient_id')
    .leftJoin('app_user', 'app_user.user_id', 'recipient.user_id')
    .selectAll('subscription')
    .select([
      'recipient.kind',
      'recipient.name',
      'app_user.login',
      'recipient.email',
      'recipient.email_confirmed_at',
      'recipient.email_unsubscribed_at',
      'recipient.phone',
      'recipient.phone_confirmed_at',
    ]);
}

/** A subscription with the addresses of its recipient. */
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['execute']>>[number];

/** The subscriptions of an account in the order of escalation. */
export function readSubscriptions(db: Db, accountId: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where('subscription.account_id', '=', accountId)
    .orderBy('subscription.escalate_minutes')
    .orderBy('subscription.subscription_id')
    .execute();
}

/** @throws NamedError `subscription-unknown` when the account has no such subscription */
export async function lockSubscription(
  tx: Tx,
  accountId: number,
  subscriptionId: number,
): Promise<SubscriptionRow> {
  const row = await selectSubscriptions(tx)
    .where('subscription.subscription_id', '=', subscriptionId)
    .where('subscription.account_id', '=', accountId)
    .forUpdate('subscription')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('subscription-unknown');
  return row;
}

/**
 * Adds a subscription. Only notices after it are sent.
 *
 * @throws NamedError `subscription-limit`
 */
export async function insertSubscription(
  tx: Tx,
  accountId: number,
  form: SubscriptionForm,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('subscription')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.subscriptionsPerAccount) throw new NamedError('subscription-limit');
  const { subscription_id: subscriptionId } = await tx
    .insertInto('subscription')
    .values({ account_id: accountId, created_at: new Date(now), ...columnsOf(form) })
    .returning('subscription_id')
    .executeTakeFirstOrThrow();
  await openCursor(tx, accountId);
  return subscriptionId;
}

export async function updateSubscription(
  tx: Tx,
  subscriptionId: number,
  form: SubscriptionForm,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set(columnsOf(form))
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** Removes a subscription with its messages. Without any, the account's log is not read any more. */
export async function deleteSubscription(tx: Tx, accountId: number, subscriptionId: number): Promise<void> {
  await lockAccount(tx, accountId);
  await tx.deleteFrom('subscription').where('subscription_id', '=', subscriptionId).execute();
  await closeUnusedCursor(tx, accountId);
}

export function formOf(row: SubscriptionRow): SubscriptionForm {
  const { quiet_from: from, quiet_to: to } = row;
  return {
    recipientId: row.recipient_id,
    channel: row.channel,
    msgTypes: row.notice_types,
    ruleIds: row.rule_ids,
    scope: row.scope,
    quietHours: from === null || to === null ? null : { from, to },
    // The contract's choices: no other value is stored.
    digestMinutes: row.digest_minutes as SubscriptionForm['digestMinutes'],
    escalateMinutes: row.escalate_minutes,
    enabled: row.enabled,
  };
}

function columnsOf(form: SubscriptionForm) {
  return {
    recipient_id: form.recipientId,
    channel: form.channel,
    notice_types: form.msgTypes,
    rule_ids: form.ruleIds,
    scope: JSON.stringify(form.scope),
    quiet_from: form.quietHours?.from ?? null,
    quiet_to: form.quietHours?.to ?? null,
    digest_minutes: form.digestMinutes,
    escalate_minutes: form.escalateMinutes,
    enabled: form.enabled,
  };
}
