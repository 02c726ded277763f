import type { Clock } from '../../clock.ts';
import type { Seal } from '../../db/seal.ts';
import { type Outcome, outcome } from '../../delivery/channels/channel.ts';
import { networkFailure } from '../../delivery/channels/network-failure.ts';
import { post } from '../../delivery/channels/post.ts';
import { classify, signatureHeaders } from '../../delivery/channels/webhook.ts';
import type { WebhookSecret } from '../../delivery/webhook-secret.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import type { ForwardMessage } from '../request-body.ts';
import type { Destination } from './sender.ts';

export interface HttpOptions {
  readonly guard: OutgoingGuard;
  readonly seal: Seal;
  readonly secret: WebhookSecret;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Posts a message as signed JSON. Any response but 2xx is a failure, after which it is repeated. */
export async function postMessage(
  { guard, seal, secret, clock, timeoutMs }: HttpOptions,
  { target_id: targetId, url, sealed_password: sealed, secret_version: version }: Destination,
  { key, body }: ForwardMessage,
): Promise<Outcome> {
  const token = sealed === null ? null : seal.open(sealed);
  if (sealed !== null && token === null) return outcome('retry', 'not-configured');
  const headers = {
    ...signatureHeaders(secret(targetId, version), { key, body, now: clock.now() }),
    'idempotency-key': key,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  try {
    return classify(await post(guard, { url, headers, body, timeoutMs }));
  } catch (error) {
    return networkFailure(error);
  }
}
