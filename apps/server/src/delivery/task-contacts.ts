import {
  type PresentTaskContacts,
  type TaskTier,
  TIER_MINUTES,
} from '@wakeline/contract/aviation/task-contacts';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { findOrAddRecipient, sendFirstCode } from './address-contacts.ts';
import { closeUnusedCursor, openCursor } from './cursor.ts';
import { insertEscalation } from './outbox.ts';
import { addressState } from './recipients.ts';
import type { SubscriptionRow } from './subscriptions.ts';

/** Addresses of a task with their tiers. */
export interface TaskContacts {
  readonly phones: readonly TaskContact[];
  readonly emails: readonly TaskContact[];
}

interface TaskContact {
  readonly address: string;
  readonly tier: TaskTier;
}

function selectContacts(db: Db) {
  return db
    .selectFrom('watch_task_contact as contact')
    .innerJoin('recipient', 'recipient.recipient_id', 'contact.recipient_id')
    .leftJoin('app_user', 'app_user.user_id', 'recipient.user_id')
    .selectAll('contact')
    .select([
      'recipient.account_id',
      'recipient.kind',
      'recipient.name',
      'app_user.login',
      'recipient.email',
      'recipient.email_confirmed_at',
      'recipient.email_unsubscribed_at',
      'recipient.phone',
      'recipient.phone_confirmed_at',
    ])
    .orderBy('contact.tier')
    .orderBy('contact.recipient_id');
}

/** The contacts of these tasks, by task. An address that its recipient has lost is left out. */
export async function readTaskContacts(
  db: Db,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, PresentTaskContacts>> {
  const contacts = new Map(
    taskIds.map((taskId): [number, PresentTaskContacts] => [taskId, { phones: [], emails: [] }]),
  );
  const rows = await selectContacts(db)
    .where(sql<boolean>`contact.task_id = any (${[...taskIds]}::int[])`)
    .execute();
  for (const row of rows) {
    const state = addressState(row, row.channel);
    const address = row.channel === 'sms' ? row.phone : row.email;
    if (state === null || address === null) continue;
    contacts
      .get(row.task_id)
      ?.[row.channel === 'sms' ? 'phones' : 'emails'].push({ address, tier: row.tier, state });
  }
  return contacts;
}

export interface ContactChange {
  readonly accountId: number;
  readonly taskId: number;
  readonly contacts: TaskContacts;
  /** Of new recipients. */
  readonly language: Language;
  /** The configured channels. */
  readonly channels: ReadonlySet<string>;
}

/**
 * Replaces the contacts of a task. An address that no recipient of the account has becomes one, and a code is sent to each
 * added address that is not confirmed. The account must be locked.
 *
 * @param now epoch milliseconds
 * @throws NamedError `channel-unavailable`, `recipient-limit`
 */
export async function replaceTaskContacts(
  tx: Tx,
  { accountId, taskId, contacts, language, channels }: ContactChange,
  now: number,
): Promise<void> {
  const before = await tx
    .selectFrom('watch_task_contact')
    .selectAll()
    .where('task_id', '=', taskId)
    .execute();
  await tx.deleteFrom('watch_task_contact').where('task_id', '=', taskId).execute();
  const wanted = [
    ...contacts.phones.map((contact) => ({ ...contact, channel: 'sms' as const })),
    ...contacts.emails.map((contact) => ({ ...contact, channel: 'email' as const })),
  ];
  if (wanted.length > 0) await openCursor(tx, accountId);
  for (const { channel, address, tier } of wanted) {
    const recipientId = await findOrAddRecipient(tx, { accountId, channel, address, language }, now);
    const known = before.find((row) => row.recipient_id === recipientId && row.channel === channel);
    if (known === undefined && !channels.has(channel)) throw new NamedError('channel-unavailable');
    await tx
      .insertInto('watch_task_contact')
      .values({
        ...{ task_id: taskId, recipient_id: recipientId, channel, tier },
        created_at: known?.created_at ?? new Date(now),
      })
      .execute();
    if (known === undefined) await sendFirstCode(tx, accountId, recipientId, channel, now);
  }
  if (wanted.length === 0 && before.length > 0) await closeUnusedCursor(tx, accountId);
}

/** A contact of a task as a subscription to its notices. */
export interface TaskSubscription extends Omit<SubscriptionRow, 'subscription_id'> {
  readonly subscription_id: null;
  readonly taskId: number;
}

/** The contacts of these tasks of an account, in the order of escalation. */
export async function readTaskSubscriptions(
  db: Db,
  accountId: number,
  taskIds: readonly number[],
): Promise<readonly TaskSubscription[]> {
  if (taskIds.length === 0) return [];
  const rows = await selectContacts(db)
    .where('recipient.account_id', '=', accountId)
    .where(sql<boolean>`contact.task_id = any (${[...taskIds]}::int[])`)
    .execute();
  return rows.map(({ task_id: taskId, tier, ...row }) => ({
    ...row,
    taskId,
    ...{ subscription_id: null, notice_types: [], rule_ids: [], scope: { type: 'all' } as const },
    ...{ quiet_from: null, quiet_to: null, digest_minutes: 0, enabled: true },
    escalate_minutes: tier === 1 ? 0 : TIER_MINUTES,
  }));
}

/** Notifies the first tier of the tasks of these notices that the second one was notified. */
export async function informFirstTier(
  tx: Tx,
  accountId: number,
  seqs: readonly number[],
  now: number,
): Promise<void> {
  const notices = await tx
    .selectFrom('account_log')
    .where('account_id', '=', accountId)
    .where('seq', 'in', seqs)
    .select(['seq', sql<number | null>`(payload #>> '{task,taskId}')::int`.as('task_id')])
    .execute();
  const taskIds = notices.flatMap(({ task_id }) => task_id ?? []);
  const firstTier = (await readTaskSubscriptions(tx, accountId, taskIds)).filter(
    (row) => row.escalate_minutes === 0 && addressState(row, row.channel) === 'confirmed',
  );
  for (const { recipient_id: recipientId, channel, taskId } of firstTier) {
    const ofTask = notices.flatMap(({ seq, task_id }) => (task_id === taskId ? [seq] : []));
    await insertEscalation(tx, { accountId, recipientId, channel, seqs: ofTask }, now);
  }
}
