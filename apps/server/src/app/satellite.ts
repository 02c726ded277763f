import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { SatelliteMessageDependencies } from '../features/satellite/messages.handlers.ts';
import { createIridiumEmail } from '../satellite/gateways/iridium-email.ts';
import type { Gateways } from '../satellite/queue/gateway.ts';
import { startSatelliteQueue } from '../satellite/queue/worker.ts';

export interface SatelliteComposition {
  /** The configured gateways. */
  readonly gateways: SatelliteMessageDependencies['gateways'];
  /** Starts sending; returns the function that stops it. */
  start(options: { readonly log: FastifyBaseLogger; readonly events: EventSource }): () => Promise<void>;
}

/** Composes the sending of satellite messages from the configured gateways. */
export function createSatellite(
  db: Db,
  { smtp, iridiumEmail }: Pick<Config, 'smtp' | 'iridiumEmail'>,
  clock: Clock,
): SatelliteComposition {
  const gateways: Gateways = new Map(
    smtp === null || iridiumEmail === null ? [] : [['iridium-email', createIridiumEmail(smtp, iridiumEmail)]],
  );
  return {
    gateways: new Set(gateways.keys()),
    start: ({ log, events }) => startSatelliteQueue({ db, clock, log, events, gateways }),
  };
}
