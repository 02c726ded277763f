import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { Routes } from '../http/routes.ts';
import { type Edge, runEdges } from '../satellite/edges/run-edges.ts';
import { createIridiumEmail } from '../satellite/gateways/iridium-email.ts';
import type { CheckResult, Gateway } from '../satellite/queue/gateway.ts';
import { startSatelliteQueue } from '../satellite/queue/worker.ts';

export type SatelliteConfig = Pick<Config, 'smtp' | 'iridiumEmail'>;

export interface SatelliteOptions {
  readonly db: Db;
  readonly config: SatelliteConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export interface SatelliteComposition {
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
  /** Where gateways deliver messages over HTTP. */
  readonly routes: readonly Routes[];
  /** Checks of gateways and edges, by name. */
  readonly checks: ReadonlyMap<string, () => Promise<CheckResult>>;
  /** Starts sending and receiving; returns the function that stops it. */
  start(options: { readonly events: EventSource; readonly isEngine: () => boolean }): () => Promise<void>;
}

/** Composes gateways and edges of satellite messages from the configuration. */
export function createSatellite({ db, config, clock, log }: SatelliteOptions): SatelliteComposition {
  const { smtp, iridiumEmail } = config;
  const gateways = new Map<MessageGateway, Gateway>();
  const edges: Edge[] = [];
  const routes: Routes[] = [];
  if (smtp !== null && iridiumEmail !== null)
    gateways.set('iridium-email', createIridiumEmail(smtp, iridiumEmail));
  return {
    gateways: new Set(gateways.keys()),
    routes,
    checks: new Map([
      ...[...gateways].map(([name, gateway]) => [name, () => gateway.check()] as const),
      ...edges.map((edge) => [edge.name, () => edge.check()] as const),
    ]),
    start({ events, isEngine }) {
      const stopEdges = runEdges(edges, { clock, log, isEngine });
      const stopQueue = startSatelliteQueue({ db, clock, log, events, gateways });
      return async () => {
        await stopQueue();
        await stopEdges();
      };
    },
  };
}
