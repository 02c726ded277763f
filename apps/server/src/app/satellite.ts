import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { Routes } from '../http/routes.ts';
import type { InboundSmsHandler } from '../messages/inbound-sms.ts';
import { type CountReceived, createReceivedCounter } from '../satellite/count-received.ts';
import { type Edge, runEdges } from '../satellite/edges/run-edges.ts';
import { createIridiumEmail } from '../satellite/gateways/iridium-email.ts';
import type { CheckResult, Gateway } from '../satellite/queue/gateway.ts';
import { startSatelliteQueue } from '../satellite/queue/worker.ts';
import { createIridiumMailHandler } from '../satellite/receive/iridium-email.ts';
import { receiveFromTerminal } from '../satellite/receive/receive-from-terminal.ts';
import { checkWeather } from '../satellite/weather/weather-service.ts';
import { startWeatherHelper } from '../satellite/weather/worker.ts';
import { type BeidouMessagesConfig, createBeidouMessages } from './beidou-messages.ts';
import { createPeopleGateways, createPeopleReceiving, type PeopleMessagesConfig } from './people-messages.ts';
import { addInreach, addIridium, type IridiumNetworksConfig } from './satellite-iridium.ts';

export type SatelliteConfig = PeopleMessagesConfig &
  BeidouMessagesConfig &
  IridiumNetworksConfig &
  Pick<Config, 'smtp' | 'iridiumEmail' | 'iridiumEmailSenders' | 'weather'>;

export interface SatelliteOptions {
  readonly db: Db;
  readonly config: SatelliteConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
}

/** What a network adds its gateways and edges to. */
export interface SatelliteParts {
  readonly gateways: Map<MessageGateway, Gateway>;
  readonly edges: Edge[];
  readonly routes: Routes[];
  /** Counts what arrives at an edge. */
  countOf(edge: string): CountReceived;
  readonly log: FastifyBaseLogger;
}

export interface SatelliteComposition {
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
  /** Where gateways deliver messages over HTTP. */
  readonly routes: readonly Routes[];
  /** Takes text messages of people to terminals. */
  readonly smsHandler: InboundSmsHandler;
  /** Checks of gateways and edges, by name. */
  readonly checks: ReadonlyMap<string, () => Promise<CheckResult>>;
  /** Starts sending and receiving; returns the function that stops it. */
  start(options: { readonly events: EventSource; readonly isLeader: () => boolean }): () => Promise<void>;
}

/** Composes gateways and edges of satellite messages from the configuration. */
export function createSatellite({
  db,
  config,
  clock,
  log,
  registry,
}: SatelliteOptions): SatelliteComposition {
  const { smtp, iridiumEmail, weather } = config;
  const gateways = new Map<MessageGateway, Gateway>();
  const edges: Edge[] = [];
  const routes: Routes[] = [];
  if (smtp !== null && iridiumEmail !== null)
    gateways.set('iridium-email', createIridiumEmail(smtp, iridiumEmail));
  const received = createReceivedCounter(registry);
  const beidou = createBeidouMessages({
    db,
    config,
    clock,
    log,
    counter: received,
    receive: (tx, message) => receiveFromTerminal(tx, new Set(gateways.keys()), message),
  });
  for (const [name, gateway] of beidou.gateways) gateways.set(name, gateway);
  edges.push(...beidou.edges);
  routes.push(...beidou.routes);
  const parts: SatelliteParts = {
    gateways,
    edges,
    routes,
    log,
    countOf: (edge) => (outcome) => received.inc({ edge, outcome }),
  };
  addIridium(parts, { db, config, clock });
  addInreach(parts, { db, config, clock });
  for (const [name, gateway] of createPeopleGateways({ db, config, clock })) gateways.set(name, gateway);
  const names = new Set(gateways.keys());
  const people = createPeopleReceiving({
    db,
    config,
    clock,
    log,
    registry,
    gateways: names,
    mailHandlers: [
      createIridiumMailHandler({
        gateways: names,
        position: config.iridiumPosition,
        senders: config.iridiumEmailSenders,
      }),
    ],
  });
  edges.push(...people.edges);
  routes.push(...people.routes);
  return {
    gateways: names,
    routes,
    smsHandler: people.smsHandler,
    checks: new Map([
      ...[...gateways].map(([name, gateway]) => [name, () => gateway.check()] as const),
      ...edges.map((edge) => [edge.name, () => edge.check()] as const),
      ...(weather === null ? [] : [['weather', () => checkWeather(weather)] as const]),
    ]),
    start({ events, isLeader }) {
      const stopEdges = runEdges(edges, { clock, log, isLeader });
      const stopQueue = startSatelliteQueue({ db, clock, log, events, gateways });
      const stopWeather = startWeatherHelper({ db, clock, log, events, gateways: names, service: weather });
      return async () => {
        await stopWeather();
        await stopQueue();
        await stopEdges();
      };
    },
  };
}
