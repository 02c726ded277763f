import type { Delivery } from '@wakeline/contract/delivery/deliveries';
import type { SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { appendNotices } from '../../db/account-log.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';
import { confirmRecipient } from '../recipients.ts';

/** A form that sends everything at once. */
export function subscriptionTo(recipientId: number, form: Partial<SubscriptionForm> = {}): SubscriptionForm {
  return {
    recipientId,
    channel: 'email',
    msgTypes: [],
    ruleIds: [],
    scope: { type: 'all' },
    quietHours: null,
    digestMinutes: 0,
    escalateMinutes: 0,
    enabled: true,
    ...form,
  };
}

/** A contact whose address is confirmed. */
export async function confirmedContact(
  world: World,
  person: Person,
  email: string,
  language: Language = 'en_US',
): Promise<number> {
  const { recipientId } = await person.call('addRecipient', {
    recipient: { kind: 'contact', recipientName: email, language, email, phone: null },
  });
  const now = world.clock.now();
  await world.database.db.transaction().execute((tx) => confirmRecipient(tx, recipientId, 'email', now));
  return recipientId;
}

/** Appends notices of one type, one for each tracker, in one transaction as the engine does. */
export async function appendMany(
  world: World,
  accountId: number,
  trackerIds: readonly number[],
  noticeType: NoticeType,
): Promise<void> {
  const now = world.clock.now();
  const details = { noticeType, time: now, latitude: null, longitude: null, battery: null, speed: null };
  await world.database.db.transaction().execute((tx) =>
    appendNotices(
      tx,
      trackerIds.map((trackerId) => ({ accountId, trackerId, notice: details })),
      now,
    ),
  );
}

/**
 * Waits until the messages of an account have these states, newest first, and returns them.
 *
 * @param attempts total number of attempts that they have had by then
 */
export async function deliveriesIn(
  person: Person,
  states: readonly Delivery['state'][],
  attempts = 0,
): Promise<readonly Delivery[]> {
  const expected = states.join(' ');
  return eventually(`messages: ${expected}`, async () => {
    const { list } = await person.call('queryDeliveries', { pageSize: 100 });
    const actual = list.map(({ state }) => state).join(' ');
    const made = list.reduce((sum, message) => sum + message.attempts, 0);
    return actual === expected && made >= attempts && list;
  });
}
