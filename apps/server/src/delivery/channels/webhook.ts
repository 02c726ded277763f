import { createHmac } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import type { WebhookSecret } from '../webhook-secret.ts';
import { type Channel, DELIVERED, type Outcome, outcome } from './channel.ts';
import { networkFailure } from './network-failure.ts';
import { post } from './post.ts';

/** Timeout of a whole request, milliseconds. */
const TIMEOUT_MS = 10_000;

export interface WebhookOptions {
  readonly guard: OutgoingGuard;
  readonly secret: WebhookSecret;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/**
 * Sends messages as JSON over HTTP, signed as Standard Webhooks 1.0 says (standardwebhooks.com): `webhook-id` is the
 * idempotency key, `webhook-signature` an HMAC-SHA-256 of key, time and body.
 */
export function createWebhookChannel({
  guard,
  secret,
  clock,
  timeoutMs = TIMEOUT_MS,
}: WebhookOptions): Channel {
  return {
    async send({ recipient_id: recipientId, secret_version: version, url }, { key, data }) {
      const body = JSON.stringify(data);
      const headers = signatureHeaders(secret(recipientId, version), { key, body, now: clock.now() });
      try {
        const response = await post(guard, { url: url ?? '', headers, body, timeoutMs });
        return classify(response);
      } catch (error) {
        return networkFailure(error);
      }
    },
  };
}

/** The headers of a signed request with JSON. `now`: epoch milliseconds. */
export function signatureHeaders(
  secret: string,
  { key, body, now }: { readonly key: string; readonly body: string; readonly now: number },
): Readonly<Record<string, string | number>> {
  const timestamp = Math.floor(now / 1000);
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Wakeline',
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': signWebhook(secret, { key, timestamp, body }),
  };
}

/** @param secret `whsec_` and the key in base64 */
export function signWebhook(
  secret: string,
  { key, timestamp, body }: { readonly key: string; readonly timestamp: number; readonly body: string },
): string {
  const hmac = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
  return `v1,${hmac.update(`${key}.${timestamp}.${body}`).digest('base64')}`;
}

/** Standard Webhooks: 2xx is success, 410 ends the webhook; others may be temporary. */
export function classify({ status, text }: { readonly status: number; readonly text: string }): Outcome {
  const detail = `${status} ${text}`;
  if (status >= 200 && status < 300) return DELIVERED;
  if (status >= 300 && status < 400) return outcome('refused', 'redirected', String(status));
  if (status === 410) return outcome('refused', 'gone', detail);
  if (status === 429 || status >= 500) return outcome('retry', 'busy', detail);
  return outcome('retry', 'rejected', detail);
}
