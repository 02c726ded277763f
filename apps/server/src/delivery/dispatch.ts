import { type PlannedNotice, planMessages } from '@wakeline/domain/delivery/plan';
import { quietUntil } from '@wakeline/domain/delivery/quiet-hours';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { formatLocalTime } from '../local-time.ts';
import { collectMessage, insertMessages, type NewMessage } from './outbox.ts';
import { addressState } from './recipients.ts';
import { readSubscriptions, type SubscriptionRow } from './subscriptions.ts';
import { readTaskSubscriptions, type TaskSubscription } from './task-contacts.ts';

type Subscription = SubscriptionRow | TaskSubscription;

/** Entries of the log that one transaction covers. */
const PAGE = 2_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface LogNotice extends PlannedNotice {
  readonly createdAt: number;
  readonly trackerId: number | null;
  readonly groupId: number | null;
  /** The rule that made it; null: none. */
  readonly ruleId: number | null;
  /** The task that made it; null: none. */
  readonly taskId: number | null;
  /** It says that an alarm of a task has ended. */
  readonly isEnd: boolean;
}

/** Accounts whose log has entries that are not dispatched yet. */
export async function findUndispatched(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('delivery_cursor as cursor')
    .innerJoin('account_log_head as head', 'head.account_id', 'cursor.account_id')
    .whereRef('head.seq', '>', 'cursor.seq')
    .select('cursor.account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

/**
 * Turns new entries of an account's log into messages. They are stored in the transaction that moves the account's cursor,
 * so each entry is dispatched once, whenever a server stops.
 *
 * @returns whether there are more entries
 */
export async function dispatchPage(db: Db, accountId: number, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const cursor = await tx
      .selectFrom('delivery_cursor')
      .select('seq')
      .where('account_id', '=', accountId)
      .forUpdate()
      // Another server is dispatching it.
      .skipLocked()
      .executeTakeFirst();
    if (cursor === undefined) return false;
    const head = await tx
      .selectFrom('account_log_head')
      .select('seq')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const to = Math.min(head?.seq ?? 0, cursor.seq + PAGE);
    if (to <= cursor.seq) return false;
    const notices = await readLog(tx, accountId, cursor.seq, to);
    if (notices.length > 0) await dispatch(tx, accountId, notices, now);
    await tx.updateTable('delivery_cursor').set({ seq: to }).where('account_id', '=', accountId).execute();
    return to < (head?.seq ?? 0);
  });
}

async function readLog(tx: Tx, accountId: number, above: number, to: number): Promise<readonly LogNotice[]> {
  const rows = await tx
    .selectFrom('account_log as log')
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .where('log.account_id', '=', accountId)
    .where('log.kind', '=', sql.lit('notice'))
    .where('log.seq', '>', above)
    .where('log.seq', '<=', to)
    .orderBy('log.seq')
    .select([
      'log.seq',
      'log.created_at',
      'log.tracker_id',
      'tracker.group_id',
      sql<NoticeType>`log.payload ->> 'noticeType'`.as('type'),
      sql<number | null>`(log.payload -> 'rule' ->> 'ruleId')::int`.as('rule_id'),
      sql<number | null>`(log.payload #>> '{task,taskId}')::int`.as('task_id'),
      sql<boolean>`coalesce(log.payload #>> '{task,deviation,kind}', log.payload #>> '{task,reporting,kind}', '') = 'back'`.as(
        'is_end',
      ),
    ])
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    type: row.type,
    createdAt: row.created_at.getTime(),
    trackerId: row.tracker_id,
    groupId: row.group_id,
    ruleId: row.rule_id,
    taskId: row.task_id,
    isEnd: row.is_end,
  }));
}

async function dispatch(
  tx: Tx,
  accountId: number,
  notices: readonly LogNotice[],
  now: number,
): Promise<void> {
  const taskIds = new Set(notices.flatMap(({ taskId }) => taskId ?? []));
  const subscriptions: readonly Subscription[] = [
    ...(await readSubscriptions(tx, accountId)),
    ...(await readTaskSubscriptions(tx, accountId, [...taskIds])),
  ].filter((row) => row.enabled && addressState(row, row.channel) === 'confirmed');
  if (subscriptions.length === 0) return;
  const localMinute = await localMinuteOf(tx, accountId);
  const counts = await countRecent(tx, accountId, now);
  const isInGroups = await groupTest(tx, accountId, subscriptions);
  /** Notices that a recipient gets on a channel at the same stage of escalation, by number. */
  const taken = new Set<string>();
  const singles: NewMessage[] = [];
  for (const subscription of subscriptions) {
    const { recipient_id: recipientId, channel, escalate_minutes: escalateMinutes } = subscription;
    const stage = `${recipientId} ${channel} ${escalateMinutes}`;
    const matching = notices.filter((notice) => {
      const key = `${stage} ${notice.seq}`;
      if (taken.has(key) || !matches(subscription, notice, isInGroups)) return false;
      taken.add(key);
      return true;
    });
    const { quiet_from: from, quiet_to: to, digest_minutes: digestMinutes } = subscription;
    // Quiet hours apply at the time at which the message would be sent.
    const dueAt = now + Math.max(digestMinutes, escalateMinutes) * MINUTE;
    const planned = planMessages(
      matching,
      { channel, digestMinutes, escalateMinutes },
      {
        now,
        quietUntil: from === null || to === null ? null : quietUntil({ from, to }, dueAt, localMinute),
        ofAddress: counts.get(`${recipientId} ${channel}`) ?? 0,
        ofAccount: counts.get(channel) ?? 0,
      },
    );
    for (const { group, ...message } of planned.map((one) => ({ subscription, ...one }))) {
      if (group === null) singles.push({ ...message, group });
      else await collectMessage(tx, { ...message, group }, now);
      count(counts, channel);
      if (group === null) count(counts, `${recipientId} ${channel}`);
    }
  }
  await insertMessages(tx, singles, now);
  await sendEvent(tx, { type: 'deliveries', accountId });
  await sendEvent(tx, { type: 'changed', what: 'deliveries', accountId, userId: null });
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function matches(
  subscription: Subscription,
  notice: LogNotice,
  isInGroups: (groupIds: readonly number[], groupId: number) => boolean,
): boolean {
  const { notice_types: types, rule_ids: ruleIds, scope, created_at: createdAt } = subscription;
  if (notice.createdAt < createdAt.getTime()) return false;
  if (subscription.subscription_id === null) {
    if (notice.taskId !== subscription.taskId) return false;
    // The end of an alarm cannot be acknowledged.
    if (notice.isEnd && subscription.escalate_minutes > 0) return false;
  }
  if (types.length > 0 && !types.includes(notice.type)) return false;
  if (ruleIds.length > 0 && (notice.ruleId === null || !ruleIds.includes(notice.ruleId))) return false;
  if (scope.type === 'all') return true;
  if (scope.type === 'trackers')
    return notice.trackerId !== null && scope.trackerIds.includes(notice.trackerId);
  return notice.groupId !== null && isInGroups(scope.groupIds, notice.groupId);
}

/** Whether a group is one of several, or below one of them. */
async function groupTest(tx: Tx, accountId: number, subscriptions: readonly Subscription[]) {
  const parents = new Map<number, number | null>();
  if (subscriptions.some(({ scope }) => scope.type === 'groups')) {
    const rows = await tx
      .selectFrom('tracker_group')
      .select(['group_id', 'parent_id'])
      .where('account_id', '=', accountId)
      .execute();
    for (const row of rows) parents.set(row.group_id, row.parent_id);
  }
  return (groupIds: readonly number[], groupId: number): boolean => {
    const seen = new Set<number>();
    for (let at: number | null = groupId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      if (groupIds.includes(at)) return true;
      seen.add(at);
    }
    return false;
  };
}

async function localMinuteOf(tx: Tx, accountId: number): Promise<(instant: number) => number> {
  const { time_zone: timeZone } = await tx
    .selectFrom('account')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return (instant) => {
    const [, hours = '0', minutes = '0'] = /(\d\d):(\d\d):/.exec(formatLocalTime(instant, timeZone)) ?? [];
    return Number(hours) * 60 + Number(minutes);
  };
}

/** Messages of the last hour by channel, and single ones of the last minute by recipient and channel. */
async function countRecent(tx: Tx, accountId: number, now: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select channel as key, count(*) as count from delivery
    where account_id = ${accountId} and kind = 'notices' and created_at > ${new Date(now - HOUR)}
    group by channel
    union all
    select recipient_id || ' ' || channel, count(*) from delivery
    where account_id = ${accountId} and kind = 'notices' and group_key is null
      and created_at > ${new Date(now - MINUTE)}
    group by recipient_id, channel`.execute(tx);
  return new Map(rows.map(({ key, count: number }) => [key, number]));
}
