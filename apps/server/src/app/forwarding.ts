import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { loadSeal } from '../db/seal.ts';
import { loadWebhookSecret } from '../delivery/webhook-secret.ts';
import type { ForwardTargetDependencies } from '../features/delivery/forward-targets.handlers.ts';
import { createSender } from '../forwarding/senders/create-sender.ts';
import { type Forwarding, startForwarding } from '../forwarding/worker.ts';
import { createOutgoingGuard } from '../outgoing/guard.ts';

/** Names of the secrets from which the keys of signatures are derived, and that encrypts passwords. */
const SIGNATURE_SECRET = 'forward-signature';
const PASSWORD_SECRET = 'forward-passwords';

export interface ForwardingComposition {
  readonly handlers: Omit<ForwardTargetDependencies, 'db'>;
  /** The engine stored something that is forwarded. */
  readonly onForwarded: () => void;
  /** Starts sending; returns the function that stops it. */
  start(options: {
    readonly log: FastifyBaseLogger;
    readonly events: EventSource;
    readonly isLeader: () => boolean;
  }): () => Promise<void>;
}

/** Composes the forwarding of positions and events to other systems. */
export async function createForwarding(
  db: Db,
  config: Pick<Config, 'webhookNetworks'>,
  clock: Clock,
): Promise<ForwardingComposition> {
  const guard = createOutgoingGuard(config.webhookNetworks);
  const secret = await loadWebhookSecret(db, SIGNATURE_SECRET);
  const seal = await loadSeal(db, PASSWORD_SECRET);
  const open = () => createSender({ guard, seal, secret, clock });
  let forwarding: Forwarding | null = null;
  return {
    handlers: { seal, secret, allowsAddress: guard.allows, openSender: open },
    onForwarded: () => forwarding?.wake(),
    start(options) {
      const started = startForwarding({ db, clock, sender: open(), ...options });
      forwarding = started;
      return () => started.stop();
    },
  };
}
