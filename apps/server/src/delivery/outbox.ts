import type { DeliveryReason, DeliveryState } from '@wakeline/domain/delivery/delivery';
import type { PlannedNotice } from '@wakeline/domain/delivery/plan';
import { WEBHOOK_NOTICES } from '@wakeline/domain/delivery/plan';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { SubscriptionRow } from './subscriptions.ts';
import type { TaskSubscription } from './task-contacts.ts';

/** Notices whose numbers are stored with a message to people: more do not fit into one. */
const MAX_SEQS = 100;
/** Rows of one statement, which takes 65,535 parameters at most. */
const INSERT_ROWS = 1_000;
/** Messages of the last week are kept, as notices are. */
const TTL_MS = 7 * 86_400_000;

type Counts = Readonly<Partial<Record<NoticeType, number>>>;

export interface NewMessage {
  readonly subscription: SubscriptionRow | TaskSubscription;
  readonly group: string | null;
  readonly dueAt: number;
  readonly notices: readonly PlannedNotice[];
}

/** Stores messages; one with a key that exists is not stored again. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[], now: number): Promise<void> {
  for (let at = 0; at < messages.length; at += INSERT_ROWS) {
    const rows = messages.slice(at, at + INSERT_ROWS).map((message) => rowOf(message, now));
    await tx
      .insertInto('delivery')
      .values(rows)
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .execute();
  }
}

/** Adds notices to the message of their group that is not due yet, or stores a new one. */
export async function collectMessage(tx: Tx, message: NewMessage, now: number): Promise<void> {
  const open = await tx
    .selectFrom('delivery')
    .select(['delivery_id', 'seqs', 'counts'])
    .where('subscription_id', 'is not distinct from', message.subscription.subscription_id)
    .where('recipient_id', '=', message.subscription.recipient_id)
    .where('channel', '=', message.subscription.channel)
    // The tasks of a recipient share their messages, but not with those of another tier.
    .where('escalated', '=', message.subscription.escalate_minutes > 0)
    .where('group_key', '=', message.group)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('next_at', '>', new Date(now))
    .orderBy('delivery_id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return insertMessages(tx, [message], now);
  const seqs = [...open.seqs, ...message.notices.map(({ seq }) => seq)].slice(0, MAX_SEQS);
  await tx
    .updateTable('delivery')
    .set({ seqs, counts: JSON.stringify(addCounts(open.counts, message.notices)) })
    .where('delivery_id', '=', open.delivery_id)
    .execute();
}

function rowOf({ subscription, group, dueAt, notices }: NewMessage, now: number) {
  const {
    account_id: accountId,
    recipient_id: recipientId,
    channel,
    escalate_minutes: escalate,
  } = subscription;
  const stage = escalate === 0 ? '' : `.e${escalate}`;
  const collected = group === null ? '' : '.c';
  return {
    account_id: accountId,
    recipient_id: recipientId,
    subscription_id: subscription.subscription_id,
    channel,
    kind: 'notices' as const,
    group_key: group,
    idempotency_key: `n${accountId}.${notices[0]?.seq}.r${recipientId}.${channel}${stage}${collected}`,
    seqs: notices.slice(0, channel === 'webhook' ? WEBHOOK_NOTICES : MAX_SEQS).map(({ seq }) => seq),
    counts: JSON.stringify(addCounts({}, notices)),
    escalated: escalate > 0,
    state: 'waiting' as const,
    created_at: new Date(now),
    next_at: new Date(dueAt),
  };
}

function addCounts(before: Counts, notices: readonly PlannedNotice[]): Counts {
  const counts: Partial<Record<NoticeType, number>> = { ...before };
  for (const { type } of notices) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** A message that this server sends now. `attempts` counts this attempt. */
export type ClaimedMessage = Awaited<ReturnType<typeof claimMessages>>[number];

export interface Claim {
  readonly now: number;
  /** When another server may take the messages. */
  readonly leaseUntil: number;
  readonly limit: number;
  /** Recipients and channels, `12 email`, to which this server is sending. */
  readonly busy: readonly string[];
}

/**
 * Takes messages that are due, or whose lease has ended because their server stopped: at most one of each recipient and
 * channel, so that a slow one delays no other.
 */
export async function claimMessages(db: Db, { now, leaseUntil, limit, busy }: Claim) {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ delivery_id: number }>`
      with due as (
        select distinct on (recipient_id, channel) delivery_id, next_at from delivery
        where state in ('waiting', 'sending') and next_at <= ${new Date(now)}
          and not (recipient_id || ' ' || channel = any (${[...busy]}::text[]))
        order by recipient_id, channel, next_at, delivery_id
      )
      select delivery.delivery_id from delivery join due using (delivery_id)
      where delivery.state in ('waiting', 'sending') and delivery.next_at <= ${new Date(now)}
      order by due.next_at, delivery.delivery_id limit ${limit}
      for update of delivery skip locked`.execute(tx);
    if (rows.length === 0) return [];
    return tx
      .updateTable('delivery')
      .set((set) => ({ state: 'sending', attempts: set('attempts', '+', 1), next_at: new Date(leaseUntil) }))
      .where(
        'delivery_id',
        'in',
        rows.map((row) => row.delivery_id),
      )
      .returningAll()
      .execute();
  });
}

export interface Result {
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  readonly reason: DeliveryReason | null;
  readonly detail: string;
  /** Next attempt; null: none. */
  readonly nextAt: number | null;
}

/**
 * Stores the result of an attempt, unless another server has taken the message after its lease.
 *
 * @returns whether it was stored
 */
export async function finishMessage(
  tx: Tx,
  { delivery_id: deliveryId, attempts }: ClaimedMessage,
  { state, reason, detail, nextAt }: Result,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({
      state,
      reason,
      detail,
      finished_at: nextAt === null ? new Date(now) : null,
      ...(nextAt !== null && { next_at: new Date(nextAt) }),
    })
    .where('delivery_id', '=', deliveryId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface OwnMessage {
  readonly accountId: number;
  readonly recipientId: number;
  readonly channel: SubscriptionRow['channel'];
  readonly kind: 'code' | 'test';
  /** Unique among the messages of this kind. */
  readonly key: string;
}

/** Stores a message that contains no notices. */
export async function insertOwnMessage(tx: Tx, message: OwnMessage, now: number): Promise<number> {
  const { delivery_id: deliveryId } = await tx
    .insertInto('delivery')
    .values({
      account_id: message.accountId,
      recipient_id: message.recipientId,
      subscription_id: null,
      channel: message.channel,
      kind: message.kind,
      group_key: null,
      idempotency_key: `${message.kind}.r${message.recipientId}.${message.channel}.${message.key}`,
      seqs: [],
      counts: '{}',
      escalated: false,
      state: 'waiting',
      created_at: new Date(now),
      next_at: new Date(now),
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow();
  return deliveryId;
}

export interface EscalationMessage {
  readonly accountId: number;
  readonly recipientId: number;
  readonly channel: SubscriptionRow['channel'];
  /** Alarms of which the next tier was notified. */
  readonly seqs: readonly number[];
}

/** Stores the message that the next tier was notified, once for each recipient and alarm. */
export async function insertEscalation(
  tx: Tx,
  { accountId, recipientId, channel, seqs }: EscalationMessage,
  now: number,
): Promise<void> {
  await tx
    .insertInto('delivery')
    .values({
      ...{ account_id: accountId, recipient_id: recipientId, subscription_id: null, channel },
      ...{ kind: 'escalation', group_key: null, seqs: [...seqs], counts: '{}', escalated: false },
      idempotency_key: `n${accountId}.${seqs[0]}.r${recipientId}.${channel}.escalation`,
      ...{ state: 'waiting', created_at: new Date(now), next_at: new Date(now) },
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
}

export interface ReportMessage {
  readonly accountId: number;
  readonly recipientId: number;
  readonly runId: number;
}

/** Stores the e-mail about a run of a scheduled report, once for each recipient. */
export async function insertReportMessage(
  tx: Tx,
  { accountId, recipientId, runId }: ReportMessage,
  now: number,
): Promise<void> {
  await tx
    .insertInto('delivery')
    .values({
      ...{ account_id: accountId, recipient_id: recipientId, subscription_id: null, channel: 'email' },
      ...{ kind: 'report', report_run_id: runId, group_key: null, seqs: [], counts: '{}', escalated: false },
      idempotency_key: `report.${runId}.r${recipientId}`,
      ...{ state: 'waiting', created_at: new Date(now), next_at: new Date(now) },
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
}

/** The number of e-mails about each of these runs, by state. */
export async function countReportMessages(db: Db, runIds: readonly number[]) {
  const rows = await db
    .selectFrom('delivery')
    .where(sql<boolean>`report_run_id = any (${[...runIds]}::int[])`)
    .groupBy(['report_run_id', 'state'])
    .select((query) => ['report_run_id', 'state', query.fn.countAll<number>().as('count')])
    .execute();
  return (runId: number, states: readonly DeliveryState[]): number =>
    rows.reduce(
      (sum, row) => (row.report_run_id === runId && states.includes(row.state) ? sum + row.count : sum),
      0,
    );
}

export async function dropOldDeliveries(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('delivery')
    .where('created_at', '<', new Date(now - TTL_MS))
    .execute();
}

/** Test messages of an account in the last hour; serialized with other changes of its quotas. */
export async function countTests(tx: Tx, accountId: number, now: number): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('delivery')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'test')
    .where('created_at', '>', new Date(now - 3_600_000))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
