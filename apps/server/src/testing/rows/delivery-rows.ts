import type { SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of messages to recipients outside the console. */
export function deliveryRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  /** A webhook at an address to which nothing connects (RFC 5737), so that it is refused at once. */
  async function createWebhook({ accountId }: Owner): Promise<number> {
    const { recipient_id } = await db
      .insertInto('recipient')
      .values({
        account_id: accountId,
        kind: 'webhook',
        user_id: null,
        name: uniqueName(),
        email: null,
        phone: null,
        url: 'http://192.0.2.1/',
        created_at: new Date(clock.now()),
      })
      .returning('recipient_id')
      .executeTakeFirstOrThrow();
    return recipient_id;
  }

  async function createSubscription(owner: Owner): Promise<number> {
    const { subscription_id } = await db
      .insertInto('subscription')
      .values({
        account_id: owner.accountId,
        recipient_id: await createWebhook(owner),
        channel: 'webhook',
        notice_types: [],
        scope: JSON.stringify({ type: 'all' }),
        quiet_from: null,
        quiet_to: null,
        digest_minutes: 0,
        escalate_minutes: 0,
        enabled: true,
        created_at: new Date(clock.now()),
      })
      .returning('subscription_id')
      .executeTakeFirstOrThrow();
    return subscription_id;
  }

  async function createFailed(owner: Owner): Promise<number> {
    const { delivery_id } = await db
      .insertInto('delivery')
      .values({
        account_id: owner.accountId,
        recipient_id: await createWebhook(owner),
        subscription_id: null,
        channel: 'webhook',
        kind: 'test',
        group_key: null,
        idempotency_key: uniqueName(),
        seqs: [],
        counts: '{}',
        escalated: false,
        state: 'failed',
        reason: 'gone',
        created_at: new Date(clock.now()),
        next_at: new Date(clock.now()),
      })
      .returning('delivery_id')
      .executeTakeFirstOrThrow();
    return delivery_id;
  }

  const contact = () => ({
    kind: 'contact' as const,
    recipientName: uniqueName(),
    language: 'en_US' as const,
    email: 'duty@harbour.example',
    phone: null,
  });
  const webhook = () => ({
    kind: 'webhook' as const,
    recipientName: uniqueName(),
    url: 'https://8.8.8.8/',
  });
  const subscription = async (owner: Owner): Promise<SubscriptionForm> => ({
    recipientId: await createWebhook(owner),
    channel: 'webhook',
    ruleIds: [],
    msgTypes: [],
    scope: { type: 'all' },
    quietHours: null,
    digestMinutes: 0,
    escalateMinutes: 0,
    enabled: true,
  });
  const otherAccountError = 'recipient-unknown';
  return {
    queryRecipients: rowWithoutIds(() => ({})),
    addRecipient: rowWithoutIds(() => ({ recipient: contact() })),
    editRecipient: {
      payload: async (owner) => ({ recipientId: await createWebhook(owner), recipient: webhook() }),
      otherAccountError,
    },
    removeRecipient: {
      payload: async (owner) => ({ recipientId: await createWebhook(owner) }),
      otherAccountError,
    },
    sendAddressCode: {
      // The server of the test has no channel with codes.
      payload: async (owner) => ({ recipientId: await createWebhook(owner), channel: 'email' }),
      expectedError: 'channel-unavailable',
      otherAccountError,
    },
    confirmAddress: {
      payload: async (owner) => ({
        recipientId: await createWebhook(owner),
        channel: 'email',
        code: '123456',
      }),
      expectedError: 'code-wrong',
      otherAccountError,
    },
    sendTestMessage: {
      payload: async (owner) => ({ recipientId: await createWebhook(owner), channel: 'webhook' }),
      otherAccountError,
    },
    querySubscriptions: rowWithoutIds(() => ({})),
    addSubscription: { payload: subscription, otherAccountError },
    editSubscription: {
      payload: async (owner) => ({
        subscriptionId: await createSubscription(owner),
        ...(await subscription(owner)),
      }),
      otherAccountError: 'subscription-unknown',
    },
    removeSubscription: {
      payload: async (owner) => ({ subscriptionId: await createSubscription(owner) }),
      otherAccountError: 'subscription-unknown',
    },
    queryDeliveries: rowWithoutIds(() => ({})),
    retryDeliveries: {
      payload: async (owner) => ({ deliveryIds: [await createFailed(owner)] }),
      otherAccountError: 'delivery-unknown',
    },
    queryPushKey: rowWithoutIds(() => ({})),
    addPushSubscription: {
      // The server of the test sends no push messages.
      ...rowWithoutIds(() => ({ endpoint: 'https://push.example/1', p256dh: 'BA', auth: 'AA' })),
      expectedError: 'channel-unavailable',
    },
    removePushSubscription: rowWithoutIds(() => ({ endpoint: 'https://push.example/1' })),
  } satisfies Partial<Rows>;
}
