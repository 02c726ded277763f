import type { Clock } from '../../clock.ts';
import type { Seal } from '../../db/seal.ts';
import type { WebhookSecret } from '../../delivery/webhook-secret.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import { postMessage } from './http.ts';
import { MqttConnections } from './mqtt.ts';
import type { Sender } from './sender.ts';

/** Timeout of a request, of a login and of an acknowledgement, milliseconds. */
const TIMEOUT_MS = 10_000;

export interface SenderOptions {
  readonly guard: OutgoingGuard;
  readonly seal: Seal;
  readonly secret: WebhookSecret;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

export function createSender({ timeoutMs = TIMEOUT_MS, ...options }: SenderOptions): Sender {
  const mqtt = new MqttConnections({ ...options, timeoutMs });
  return {
    send: (target, message) =>
      target.kind === 'http'
        ? postMessage({ ...options, timeoutMs }, target, message)
        : mqtt.publish(target, message),
    close: (unusedSince) => mqtt.close(unusedSince),
  };
}
