import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import type { Protocol } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { Partitions, weekOf } from '../db/partitions.ts';
import type { MediaFiles } from '../device-media/store-media.ts';
import type { TrustedProxies } from '../http/address.ts';
import { createHttpsCheck } from '../http/forwarded-https.ts';
import { loadReportKey } from '../identity/report-key.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';
import { ActivityRecomputations } from './activity-recomputations.ts';
import { loadAuthCode } from './auth-code.ts';
import { DeviceLookup } from './device-lookup.ts';
import type { EngineLock } from './engine-lock.ts';
import { FeedHost } from './feeds/feed-host.ts';
import { FenceRegistry } from './fence-registry.ts';
import { followChanges } from './follow-changes.ts';
import { ForwardRegistry } from './forward-registry.ts';
import { InstructionDelivery } from './instructions/delivery.ts';
import { LegRecomputations } from './leg-recomputations.ts';
import type { IngestLimits } from './limits.ts';
import type { Listener } from './listener.ts';
import { startMaintenance } from './maintenance.ts';
import { MediaIntake } from './media/media-intake.ts';
import { presentMessages } from './messages/present-messages.ts';
import { MessageRecorder } from './messages/recorder.ts';
import type { IngestMetrics } from './metrics.ts';
import { openListeners } from './open-listeners.ts';
import { PendingBytes } from './pending-bytes.ts';
import { PlaneRegistry } from './plane-registry.ts';
import { RaceRegistry } from './race-registry.ts';
import { RefusedDevices } from './refused-devices.ts';
import { detailsOf, TrackerRegistry } from './registry.ts';
import { ReportWriter } from './report-writer.ts';
import { RuleRegistry } from './rule-registry.ts';
import { MessagePositions } from './satellite/message-positions.ts';
import { UnregisteredDevices } from './unregistered.ts';

export interface EngineTermOptions {
  /** For look-ups and maintenance. What devices report is written on the connections of the locks. */
  readonly database: Database;
  readonly protocols: readonly Protocol[];
  readonly host: string;
  /** By protocol: 0 is any free port; null or a missing entry means no listener. */
  readonly ports: Readonly<Record<string, number | null>>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: IngestMetrics;
  readonly feed: LiveFeed;
  readonly events: EventSource;
  readonly limits: IngestLimits;
  /** Proxies in front of the listener for HTTP. */
  readonly trustProxy: TrustedProxies;
  /** Port for senders of AIS feeds: 0 is any free port, null means no listener. */
  readonly aisPort: number | null;
  /** Where feeds may connect to. */
  readonly guard: OutgoingGuard;
  /** Where photos and recordings of devices are stored. */
  readonly mediaFiles: MediaFiles;
  /** Something was stored that is forwarded to other systems. */
  readonly onForwarded: () => void;
}

/** The time during which this server is the engine: everything that depends on the locks. */
export interface EngineTerm {
  readonly writer: ReportWriter;
  readonly listeners: readonly Listener[];
  readonly feeds: FeedHost;
  /** The connection and last messages of a tracker; null: it is not registered. */
  messagesOf(trackerId: number): DeviceMessages | null;
  /** Commits and acknowledges pending reports, then closes everything. */
  finish(): Promise<void>;
  /** Closes everything at once: another server has the lock. Nothing is acknowledged any more. */
  abandon(): Promise<void>;
}

/** Loads the trackers and their states, and opens the listeners. Rejects when one of these fails. */
export async function startEngineTerm(
  options: EngineTermOptions,
  locks: readonly EngineLock[],
  onLockLost: () => void,
): Promise<EngineTerm> {
  const { database, clock, log, metrics, limits, events } = options;
  const { db } = database;
  const stopping = new AbortController();
  const registry = new TrackerRegistry(db);
  const fences = new FenceRegistry(db, metrics, log, stopping.signal);
  const rules = new RuleRegistry(db, fences, metrics, stopping.signal);
  const planes = new PlaneRegistry(db, log, stopping.signal);
  const forwards = new ForwardRegistry(db, stopping.signal);
  const races = new RaceRegistry(db, stopping.signal);
  const partitions = new Partitions();
  const unregistered = new UnregisteredDevices(limits.unregisteredDevices);
  const refused = new RefusedDevices();
  const messages = new MessageRecorder(limits, clock.now());
  const lookup = new DeviceLookup({
    registry,
    clock,
    unknownTtl: limits.unknownTtl,
    maxUnknown: limits.unregisteredDevices,
    stopping: stopping.signal,
  });
  const instructions = new InstructionDelivery({
    db,
    clock,
    log,
    findTracker: (trackerId) => registry.findByTrackerId(trackerId),
    passwordOf: ({ password }) => password,
    count: (outcome) => metrics.instructions.inc({ outcome }),
  });
  const media = new MediaIntake({ db, files: options.mediaFiles, clock, log, metrics });
  let listeners: readonly Listener[] = [];
  const writer = new ReportWriter({
    locks,
    partitions,
    feed: options.feed,
    fences: (tracker) => fences.watchFor(tracker),
    rules: (tracker) => rules.rulesOf(tracker),
    plane: (tracker) => planes.planeOf(tracker),
    wasCarried: (tracker) => planes.wasCarried(tracker),
    isRacing: (tracker, time) => races.isRacing(tracker, time),
    dayOf: (accountId) => registry.dayOf(accountId),
    minimums: (accountId) => registry.minimums(accountId),
    forwarded(trackerId) {
      const tracker = forwards.hasTargets ? registry.findByTrackerId(trackerId) : undefined;
      const targets = tracker === undefined ? null : forwards.targetsOf(tracker);
      return tracker === undefined || targets === null ? null : { tracker, targets };
    },
    onForwarded: options.onForwarded,
    findTracker: (trackerId) => registry.findByTrackerId(trackerId),
    offlineAfter: (accountId) => registry.offlineAfter(accountId),
    metrics,
    limits,
    clock,
    log,
    onFull(full) {
      for (const listener of listeners) listener.setEngineFull(full);
      feeds.setEngineFull(full);
    },
    onTrackerRemoved: ({ tracker, protocol }) => {
      registry.evict([tracker.trackerId]);
      metrics.refused.inc({ protocol, reason: 'unknown-device' });
    },
    onLockLost,
  });

  const feeds = new FeedHost({
    db,
    registry,
    writer,
    guard: options.guard,
    metrics,
    limits,
    clock,
    host: options.host,
    aisPort: options.aisPort,
  });

  /** A failed job runs again at its next time, or after the event gap that a lost database connection causes. */
  function runInBackground(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, `${what} failed`);
    });
  }

  // Subscribe before the tables are read: a change in between is applied twice instead of being missed.
  const cleanups = [
    followChanges(
      events,
      {
        registry,
        fences,
        rules,
        planes,
        forwards,
        races,
        feeds,
        writer,
        lookup,
        unregistered,
        messages,
        instructions,
      },
      runInBackground,
    ),
  ];
  const stopBackground = () => {
    stopping.abort();
    for (const cleanup of cleanups) cleanup();
  };

  try {
    await registry.load();
    await fences.load();
    await rules.load();
    await planes.load();
    await forwards.load();
    await races.load();
    await writer.load();
    await instructions.load();
    const authCode = await loadAuthCode(db);
    const reportKey = await loadReportKey(db);
    await partitions.ensure(db, [weekOf(clock.now())]);
    const pending = new PendingBytes(limits.pendingBytes);
    const services = {
      lookup,
      unregistered,
      refused,
      writer,
      pending,
      messages,
      instructions,
      media,
      authCode,
      reportKey,
      isHttps: createHttpsCheck(options.trustProxy),
      metrics,
      limits,
      clock,
      log,
    };
    listeners = await openListeners(options, services);
    await feeds.start();
  } catch (error) {
    stopBackground();
    writer.stop();
    await Promise.all([...listeners.map((listener) => listener.stopReading()), feeds.stopReading()]);
    await Promise.all([...listeners.map((listener) => listener.close()), feeds.close()]);
    throw error;
  }

  cleanups.push(
    instructions.start(),
    media.start(),
    new MessagePositions({ db, registry, writer, events, clock, log }).start(),
    new LegRecomputations({ db, writer, clock, metrics, interval: limits.sweepInterval }).start(
      runInBackground,
    ),
    new ActivityRecomputations({
      db,
      registry,
      writer,
      clock,
      metrics,
      interval: limits.sweepInterval,
    }).start(runInBackground),
    startMaintenance({ db, clock, limits, partitions, writer, unregistered, refused }, runInBackground),
  );

  return {
    writer,
    listeners: [...listeners, ...feeds.listeners],
    feeds,
    messagesOf(trackerId) {
      const tracker = registry.findByTrackerId(trackerId);
      const device = detailsOf(tracker);
      if (tracker === undefined || device === null) return null;
      const { accountId } = tracker.account;
      return presentMessages(messages, options.protocols, { trackerId, accountId, device });
    },
    async finish() {
      await Promise.all([...listeners, feeds].map((listener) => listener.stopReading()));
      await writer.drain(limits.stopTimeout);
      await media.stop();
      stopBackground();
      writer.stop();
      await Promise.all([...listeners, feeds].map((listener) => listener.close()));
      if (!writer.available) return;
      await unregistered.flush(db).catch((error: unknown) => {
        // Unknown devices are listed again when they reconnect, so the stop continues.
        log.warn({ err: error }, 'listing unregistered devices failed');
      });
      await refused.flush(db).catch((error: unknown) => {
        log.warn({ err: error }, 'listing refused devices failed');
      });
    },
    async abandon() {
      stopBackground();
      await media.stop();
      writer.stop();
      await Promise.all([...listeners, feeds].map((listener) => listener.stopReading()));
      await Promise.all([...listeners, feeds].map((listener) => listener.close()));
    },
  };
}
