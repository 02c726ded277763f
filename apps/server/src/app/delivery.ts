import { DELIVERY_CHANNELS, type DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { loadServerSecret } from '../db/server-secret.ts';
import { loadAddressLinks } from '../delivery/address-links.ts';
import { createEmailChannel } from '../delivery/channels/email.ts';
import { createPushChannel } from '../delivery/channels/push.ts';
import { createVapid } from '../delivery/channels/push-encryption.ts';
import { createSmsChannel } from '../delivery/channels/sms.ts';
import { createWebhookChannel } from '../delivery/channels/webhook.ts';
import { loadWebhookSecret, type WebhookSecret } from '../delivery/webhook-secret.ts';
import { type Channels, startDelivery } from '../delivery/worker.ts';
import { readAudienceNotices } from '../features/notices/audience-notices.ts';
import { loadFileLinks } from '../features/reports/schedules/file-links.ts';
import { readReportMail } from '../features/reports/schedules/report-mail.ts';
import { readSysNameOfAccount } from '../features/settings/sys-name.ts';
import type { Files } from '../files/files.ts';
import { createGatewaySender } from '../messages/gateway.ts';
import { createOutgoingGuard } from '../outgoing/guard.ts';
import type { Addresses } from '../places/addresses.ts';

/** Name of the private key under which push services know this installation. */
const VAPID_SECRET = 'push-vapid';

export interface Delivery {
  readonly channels: ReadonlySet<DeliveryChannel>;
  readonly webhookSecret: WebhookSecret;
  /** Key with which browsers subscribe; null: no push messages. */
  readonly pushKey: string | null;
  /** Whether webhooks and push messages may go to this address. */
  readonly allowsAddress: (address: string) => boolean;
  /** Starts sending; returns the function that stops it. */
  start(options: {
    readonly log: FastifyBaseLogger;
    readonly events: EventSource;
    readonly addresses: Addresses;
    readonly files: Files;
  }): () => Promise<void>;
}

/** Composes the delivery of notices outside the console from the configured channels. */
export async function createDelivery(
  db: Db,
  config: Pick<Config, 'smtp' | 'sms' | 'pushContact' | 'webhookNetworks' | 'publicUrl' | 'prefix'>,
  clock: Clock,
): Promise<Delivery> {
  const guard = createOutgoingGuard(config.webhookNetworks);
  const webhookSecret = await loadWebhookSecret(db);
  const vapid =
    config.pushContact === null
      ? null
      : createVapid(await loadServerSecret(db, VAPID_SECRET), config.pushContact);
  const { publicUrl, prefix } = config;
  const links = publicUrl === null ? null : await loadAddressLinks(db, `${publicUrl}${prefix}`);
  const fileLinks = publicUrl === null ? null : await loadFileLinks(db, `${publicUrl}${prefix}`);
  const channels: Channels = {
    ...(config.smtp !== null && { email: createEmailChannel(config.smtp) }),
    ...(config.sms !== null && { sms: createSmsChannel(createGatewaySender(config.sms)) }),
    ...(vapid !== null && { push: createPushChannel({ db, guard, vapid, clock }) }),
    webhook: createWebhookChannel({ guard, secret: webhookSecret, clock }),
  };
  return {
    channels: new Set(DELIVERY_CHANNELS.filter((channel) => channels[channel] !== undefined)),
    webhookSecret,
    pushKey: vapid?.publicKey ?? null,
    allowsAddress: guard.allows,
    start: ({ log, events, addresses, files }) =>
      startDelivery({
        db,
        clock,
        log,
        events,
        channels,
        sources: {
          readNotices: (audience, seqs, now) => readAudienceNotices(db, addresses, audience, { seqs, now }),
          readReport: (runId, recipient, now) =>
            readReportMail({ db, files, links: fileLinks }, runId, recipient, now),
          readSysName: (accountId, language) => readSysNameOfAccount(db, accountId, language),
          links,
        },
      }),
  };
}
