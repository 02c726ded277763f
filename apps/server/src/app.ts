// Length: the composition of the whole server, in the order in which it starts.

import { join } from 'node:path';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { ClusterOptions } from './app/cluster.ts';
import { consoleUrl } from './app/console-url.ts';
import { createDelivery, type Delivery } from './app/delivery.ts';
import { openFiles } from './app/files.ts';
import { createForwarding, type ForwardingComposition } from './app/forwarding.ts';
import { createHandlers, type HandlerDependencies } from './app/handlers.ts';
import { type History, openHistory } from './app/history.ts';
import { createLiveEvents, type LiveEventComposition } from './app/live-events.ts';
import { createLiveReaders } from './app/live-readers.ts';
import { createLiveUpdates } from './app/live-updates.ts';
import {
  countConsoles,
  countSentStates,
  createInboundSmsCounter,
  createRegistry,
  createTaskCounter,
} from './app/metrics.ts';
import { readReadiness } from './app/readiness.ts';
import { createReportDefinitions } from './app/report-definitions.ts';
import { createSatellite, type SatelliteComposition } from './app/satellite.ts';
import { startWorker } from './app/start-worker.ts';
import { TASK_DEFINITIONS } from './app/task-definitions.ts';
import { createTaskWorkers } from './app/task-workers.ts';
import { createVideo, type VideoComposition } from './app/video.ts';
import { type Background, createBackground } from './background.ts';
import { offerBaseLayers } from './base-layers/base-layers.handlers.ts';
import { type BaseLayers, loadBaseLayers } from './base-layers/base-layers.ts';
import { serveArchives } from './base-layers/serve-archives.ts';
import { type Clock, systemClock } from './clock.ts';
import { originsOf } from './config/elevation.ts';
import type { Config } from './config.ts';
import { connect } from './db/database.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { openReadReplica } from './db/read-replica.ts';
import type { EventArchive } from './events/event-archive.ts';
import { serveAddressLinks } from './features/delivery/serve-address-links.ts';
import { EventSnapshots } from './features/event-page/event-snapshots.ts';
import { handleSmsReceipt } from './features/instructions/sms-receipts.ts';
import { serveMedia } from './features/media/serve-media.ts';
import { serveReportFiles } from './features/reports/schedules/serve-report-files.ts';
import { readSysNameOfAccount } from './features/settings/sys-name.ts';
import { loadFeedToken } from './feeds/feed-token.ts';
import type { Files } from './files/files.ts';
import { serveStoredFiles } from './files/serve-files.ts';
import { createHttp, type HttpServer } from './http/http.ts';
import { createProbeServer } from './http/probe-server.ts';
import { makeTemporaryFolder, removeStaleFiles } from './http/temporary-files.ts';
import { ensureFirstAccount } from './identity/create-account.ts';
import { loadReportKey } from './identity/report-key.ts';
import { createEngine, type Engine, type EngineDependencies } from './ingest/engine.ts';
import { startReportMaintenance } from './ingest/maintenance.ts';
import { createLiveHub, type LiveHub } from './live/hub.ts';
import { createGatewaySender } from './messages/gateway.ts';
import { createOutboxSender } from './messages/outbox.ts';
import { serveInboundSms } from './messages/serve-inbound-sms.ts';
import { createOutgoingGuard } from './outgoing/guard.ts';
import { openPlaces, type Places } from './places/open-places.ts';
import type { PositionStore } from './positions/position-store.ts';
import { createRaceBoards, type RaceBoards } from './races/race-boards.ts';
import { loadTerminalTokens } from './satellite/terminal-token.ts';
import { prepareQueue } from './tasks/queue.ts';
import { createTasks, type Tasks } from './tasks/tasks.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../web/dist');

/** Replacements for tests, the demo and benchmarks. */
export interface Overrides {
  readonly clock?: Clock;
  /** In place of the one that is configured. */
  readonly history?: History | undefined;
  /** Folder of the console build; null: only the service. */
  readonly webRoot?: string | null;
  /** Validate every response against the contract. */
  readonly validateResponses?: boolean;
  readonly replaceStreamClient?: ClusterOptions['replaceClient'];
}

export interface Addresses {
  /** Of the console, without a trailing slash: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Of the open device listeners, by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
}

export interface App {
  /** Opens everything in order; resolves when consoles and devices are served. On failure everything is closed again. */
  start(): Promise<Addresses>;
  /**
   * Stops accepting reports, stores and acknowledges the current batch, then closes consoles, API and database, in this
   * order. Can be called at any time, also while `start` runs.
   */
  stop(): Promise<void>;
}

/** Composes the server. The only module that imports all others. */
export function createApp(config: Config, log: FastifyBaseLogger, overrides: Overrides = {}): App {
  const clock = overrides.clock ?? systemClock;
  const registry = createRegistry();
  const stopping = new AbortController();
  const { roles } = config;
  /** Undo steps of `start`, latest last. */
  const cleanups: (() => Promise<void>)[] = [];

  async function start(): Promise<Addresses> {
    const baseLayers = await loadBaseLayers({
      source: config.baseLayers,
      keys: config.baseLayerKeys,
      prefix: config.prefix,
    });
    for (const warning of baseLayers.warnings) log.warn(warning);
    const open = await openDatabase(config, log, stopping.signal);
    cleanups.push(() => open.close());
    const { database, events, url } = open;
    const history = overrides.history ?? (await openHistory(database.db, config.history, { clock, log }));
    cleanups.push(() => history.close());
    const { positions, eventArchive } = history;
    if (config.firstAccount !== null) {
      const { created } = await ensureFirstAccount(database.db, config.firstAccount);
      if (created) log.info({ login: config.firstAccount.login }, 'created the first account');
    }

    const uploadFolder = join(config.dataDir, 'uploads');
    const { db } = database;
    const openedFiles = await openFiles({ db, config, clock, registry, temporaryFolder: uploadFolder });
    const { files, storage } = openedFiles;
    cleanups.push(async () => openedFiles.close());
    await prepareQueue(database.db);
    const replica = openReadReplica({ config, primary: database, registry });
    cleanups.push(() => replica.close());
    const satellite = createSatellite({ db: database.db, config, clock, log, registry });
    const background = createBackground(log);
    cleanups.push(() => background.drain());
    const { geocoder, routing, matching } = config;
    const places = openPlaces({ db: database.db, geocoder, routing, matching, background, clock, log });
    cleanups.push(async () => places.close());
    const workers = createTaskWorkers({
      ...{ db: database.db, reads: replica.db, positions, eventArchive },
      files,
      clock,
      satelliteGateways: satellite.gateways,
      reports: createReportDefinitions({ addresses: places.addresses, positions, eventArchive }),
    });
    const tasks = createTasks({
      db: database.db,
      files,
      events,
      log,
      definitions: TASK_DEFINITIONS,
      workers,
      connections: config.databaseConnections,
      counter: createTaskCounter(registry),
    });
    cleanups.push(() => tasks.stop());
    await tasks.start(roles.has('worker'));
    const forwarding = await createForwarding(database.db, config, clock);
    const guard = createOutgoingGuard(config.feedNetworks);
    // A single machine needs neither these modules nor their libraries.
    const modules = config.cluster === null ? null : await import('./app/cluster-modules.ts');
    const nats =
      config.cluster === null || modules === null
        ? null
        : await modules.connectNats(config.cluster.natsUrls, 'wakeline', log);
    cleanups.push(async () => nats?.drain().catch(() => nats.close()));
    const cluster =
      config.cluster === null || modules === null || nats === null
        ? null
        : await modules.createCluster({
            ...{ db: database.db, url, nats, config: config.cluster, roles, log },
            // Rows and leases have the time of the database.
            clock: systemClock,
            replaceClient: overrides.replaceStreamClient,
          });
    if (cluster !== null) cleanups.push(() => cluster.stop());
    // Nothing is awaited between hub and engine: the timers of the hub ask for the engine.
    const updates = createLiveUpdates({
      ...{ clock, log, registry },
      connection: cluster?.connection ?? null,
      engine: () => engine,
    });
    cleanups.push(async () => updates.stop());
    const hub = createLiveHub({
      db: database.db,
      readers: createLiveReaders({
        db: database.db,
        addresses: places.addresses,
        addressOf: files.addressOf,
      }),
      events,
      clock,
      log,
      changes: updates.changes,
      traffic: updates.traffic,
      members: cluster?.countApis ?? (() => 1),
    });
    countConsoles(registry, hub);
    countSentStates(registry, hub);
    const ingest: Omit<EngineDependencies, 'writers'> = {
      database,
      positions,
      eventArchive,
      openWriter: () => connect(url, 1),
      protocols: PROTOCOLS,
      host: config.deviceHost,
      ports: config.devicePorts,
      clock,
      log,
      registry,
      feed: updates.feed ?? hub,
      events,
      trustProxy: config.trustProxy,
      aisPort: config.aisPort,
      guard,
      mediaFiles: files,
      onForwarded: cluster?.onForwarded ?? forwarding.onForwarded,
      limits: {
        connections: config.deviceConnections,
        connectionsPerAddress: config.deviceConnectionsPerAddress,
      },
    };
    const engine: Engine =
      cluster === null || modules === null
        ? createEngine({ ...ingest, writers: config.writers })
        : modules.createClusterIngest({ ...ingest, ...cluster.ingest, onTakenOver: updates.onTakenOver });
    /** Whether this process does what only one may do. */
    const isLeader = cluster?.isLeader ?? (() => engine.status().role === 'engine');
    const boards = createRaceBoards({ db: database.db, positions, events, clock, log });
    cleanups.push(async () => boards.close());
    const video = createVideo({ db: database.db, files, events, clock, log, config });
    const snapshots = new EventSnapshots({
      ...{ db: database.db, boards, events, clock },
      readVideo: video.readEventVideo,
    });
    cleanups.push(async () => snapshots.close());
    const liveEvents = createLiveEvents(database.db, {
      ...{ events, clock, log, config, guard, snapshots },
      addressOf: files.addressOf,
    });
    cleanups.push(async () => liveEvents.close());
    const delivery = await createDelivery(database.db, config, clock);
    const readiness = () => readReadiness(open, engine, roles.has('api') ? openedFiles : null);
    const openHttpOf: typeof openHttp = roles.has('api') ? openHttp : openProbes;
    const http = await openHttpOf({
      config,
      overrides,
      open,
      positions,
      eventArchive,
      reads: replica.db,
      clock,
      log,
      baseLayers,
      files,
      uploadFolder,
      tasks,
      background,
      places,
      boards,
      snapshots,
      hub,
      registry,
      readiness,
      delivery,
      forwarding,
      satellite,
      video,
      liveEvents,
      readMessages: updates.readMessages,
      feeds: {
        state: updates.feedState,
        token: await loadFeedToken(database.db),
        allowsAddress: guard.allows,
        listenHost: config.devicePublicHost,
        listenPort: config.aisPort,
      },
    });
    cleanups.push(() => http.close());
    await makeTemporaryFolder(uploadFolder);
    await removeStaleFiles(uploadFolder);
    cleanups.push(async () => hub.close());
    const { port } = await http.listen().catch((error: unknown) => {
      const address = `${config.host} port ${config.port} (WAKELINE_PORT)`;
      throw new Error(`cannot listen on ${address}: ${String(error)}`, { cause: error });
    });

    cleanups.push(() => engine.stop());
    await engine.start();
    if (roles.has('api')) cleanups.push(await video.start());
    if (roles.has('worker')) {
      const { db } = database;
      cleanups.push(
        ...startWorker({
          ...{
            db,
            eventArchive,
            config,
            clock,
            log,
            events,
            files,
            storage,
            uploadFolder,
            places,
            delivery,
            forwarding,
            satellite,
          },
          ...{ tasks: tasks.queue, isLeader },
        }),
      );
      if (cluster !== null) {
        cluster.followForwarded(forwarding.onForwarded);
        const stop = startReportMaintenance({ db, positions, eventArchive, clock, log, isWanted: isLeader });
        cleanups.push(async () => stop());
      }
    }
    // The last entry of a protocol wins. TCP and UDP can have different (free) ports; reversed, the TCP port is returned.
    const listeners = engine.status().listeners.toReversed();
    return {
      url: consoleUrl(config.host, port),
      devicePorts: Object.fromEntries(listeners.map((listener) => [listener.protocol, listener.port])),
    };
  }

  async function close(): Promise<void> {
    for (let step = cleanups.pop(); step !== undefined; step = cleanups.pop()) await step();
  }

  let starting: Promise<Addresses> | undefined;
  return {
    start() {
      starting ??= start().catch(async (error: unknown) => {
        await close();
        throw error;
      });
      return starting;
    },
    async stop() {
      stopping.abort();
      // A failed start has closed what it opened, and its caller gets the error.
      await starting?.catch(() => undefined);
      await close();
    },
  };
}

interface HttpDependencies {
  readonly config: Config;
  readonly overrides: Overrides;
  readonly open: OpenDatabase;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  readonly reads: HandlerDependencies['reads'];
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly baseLayers: BaseLayers;
  readonly files: Files;
  readonly uploadFolder: string;
  readonly tasks: Tasks;
  readonly background: Background;
  readonly places: Places;
  readonly boards: RaceBoards;
  readonly snapshots: EventSnapshots;
  readonly hub: LiveHub;
  readonly registry: Registry;
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>;
  readonly readMessages: HandlerDependencies['readMessages'];
  readonly feeds: HandlerDependencies['feeds'];
  readonly delivery: Delivery;
  readonly forwarding: ForwardingComposition;
  readonly satellite: SatelliteComposition;
  readonly video: VideoComposition;
  readonly liveEvents: LiveEventComposition;
}

/** Health and metrics of a process that serves no consoles. */
function openProbes({ config, log, readiness, registry }: HttpDependencies): Promise<HttpServer> {
  const { host, port } = config;
  return createProbeServer({ host, port, log, readiness, metrics: config.metrics ? registry : null });
}

/** Creates the HTTP server with all its routes. It does not listen yet. */
async function openHttp(dependencies: HttpDependencies): Promise<HttpServer> {
  const { config, overrides, clock, log, baseLayers, files, background, hub, registry } = dependencies;
  const { database } = dependencies.open;
  const { elevation } = config;
  const sender =
    config.sms === null
      ? createOutboxSender({ db: database.db, clock, log })
      : createGatewaySender(config.sms);
  const inboundSms = serveInboundSms({
    gateway: config.inboundSms,
    db: database.db,
    clock,
    log,
    handlers: [handleSmsReceipt, dependencies.satellite.smsHandler],
    counter: createInboundSmsCounter(registry),
  });
  return createHttp({
    host: config.host,
    allowedHosts: [
      ...config.allowedHosts,
      ...(config.publicUrl === null ? [] : [new URL(config.publicUrl).hostname]),
    ],
    port: config.port,
    prefix: config.prefix,
    db: database.db,
    clock,
    log,
    uploadFolder: dependencies.uploadFolder,
    handlers: createHandlers({
      database,
      positions: dependencies.positions,
      eventArchive: dependencies.eventArchive,
      reads: dependencies.reads,
      files,
      tasks: dependencies.tasks.queue,
      places: dependencies.places,
      boards: dependencies.boards,
      elevation,
      devicePorts: config.devicePorts,
      devicePublicHost: config.devicePublicHost,
      reportKey: await loadReportKey(database.db),
      readMessages: dependencies.readMessages,
      countConsoles: (accountId) => hub.consolesOf(accountId),
      feeds: dependencies.feeds,
      delivery: dependencies.delivery,
      forwarding: dependencies.forwarding.handlers,
      satelliteGateways: dependencies.satellite.gateways,
      video: dependencies.video.handlers,
      liveEvents: dependencies.liveEvents.handlers,
      terminalTokens: await loadTerminalTokens(database.db),
      hasSmsGateway: config.sms !== null,
      baseLayersFor: offerBaseLayers(baseLayers),
      signingIn: { sender, background, log },
    }),
    acceptConsole: (socket, origin) => hub.acceptConsole(socket, origin),
    readiness: dependencies.readiness,
    metrics: config.metrics ? registry : null,
    routes: [
      serveArchives(baseLayers),
      serveStoredFiles(files),
      serveMedia({ db: database.db, files, clock }),
      serveReportFiles({ db: database.db, files }),
      inboundSms,
      ...dependencies.satellite.routes,
      dependencies.video.routes,
      ...dependencies.liveEvents.routes,
      serveAddressLinks({
        db: database.db,
        clock,
        readSysName: (accountId, language) => readSysNameOfAccount(database.db, accountId, language),
      }),
    ],
    tileOrigins: [...baseLayers.origins, ...originsOf(elevation)],
    webRoot: overrides.webRoot === undefined ? CONSOLE_FOLDER : overrides.webRoot,
    tls: config.tls,
    trustProxy: config.trustProxy,
    validateResponses: overrides.validateResponses ?? false,
  });
}
