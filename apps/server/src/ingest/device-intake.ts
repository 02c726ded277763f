import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import type { Protocol } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { MediaFiles } from '../device-media/store-media.ts';
import type { TrustedProxies } from '../http/address.ts';
import { createHttpsCheck } from '../http/forwarded-https.ts';
import { loadReportKey } from '../identity/report-key.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';
import { AccountRates } from './account-rates.ts';
import { loadAuthCode } from './auth-code.ts';
import { DeviceLookup } from './device-lookup.ts';
import { FeedHost } from './feeds/feed-host.ts';
import { followIntakeChanges, type RunInBackground } from './follow-changes.ts';
import { InstructionDelivery } from './instructions/delivery.ts';
import type { IngestLimits } from './limits.ts';
import type { Listener } from './listener.ts';
import { MediaIntake } from './media/media-intake.ts';
import { presentMessages } from './messages/present-messages.ts';
import { MessageRecorder } from './messages/recorder.ts';
import type { IngestMetrics } from './metrics.ts';
import { openListeners } from './open-listeners.ts';
import { PendingBytes } from './pending-bytes.ts';
import { RefusedDevices } from './refused-devices.ts';
import { detailsOf, type TrackerRegistry } from './registry.ts';
import type { ReportSink } from './report-sink.ts';
import { UnregisteredDevices } from './unregistered.ts';

/** Milliseconds between two writes of the lists of unregistered and refused devices. */
const FLUSH_INTERVAL = 2_000;
/** Milliseconds over which the positions of accounts with a limit are measured. */
const RATE_INTERVAL = 10_000;

export interface DeviceIntakeOptions {
  readonly database: Database;
  readonly protocols: readonly Protocol[];
  readonly host: string;
  /** By protocol: 0 is any free port; null or a missing entry means no listener. */
  readonly ports: Readonly<Record<string, number | null>>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: IngestMetrics;
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
  /** Of the process in a cluster; absent: there is only one. */
  readonly memberId?: string;
  /** Number of processes that receive reports; absent: only this one. */
  readonly countGateways?: () => number;
}

/**
 * The side of devices: listeners and feeds, authentication, acknowledgements, instructions, media and raw messages. Reports
 * go to a sink.
 */
export class DeviceIntake {
  readonly #options: DeviceIntakeOptions;
  readonly #registry: TrackerRegistry;
  readonly #sink: ReportSink;
  readonly #unregistered: UnregisteredDevices;
  readonly #refused = new RefusedDevices();
  readonly #messages: MessageRecorder;
  readonly #instructions: InstructionDelivery;
  readonly #media: MediaIntake;
  readonly #rates: AccountRates;
  readonly feeds: FeedHost;
  #listeners: readonly Listener[] = [];
  #cleanups: (() => void)[] = [];

  constructor(options: DeviceIntakeOptions, registry: TrackerRegistry, sink: ReportSink) {
    const { database, clock, log, metrics, limits } = options;
    const { db } = database;
    this.#options = options;
    this.#registry = registry;
    this.#sink = sink;
    this.#unregistered = new UnregisteredDevices(limits.unregisteredDevices);
    this.#messages = new MessageRecorder(limits, clock.now());
    this.#instructions = new InstructionDelivery({
      db,
      clock,
      log,
      findTracker: (trackerId) => registry.findByTrackerId(trackerId),
      passwordOf: ({ password }) => password,
      count: (outcome) => metrics.instructions.inc({ outcome }),
      memberId: options.memberId ?? null,
    });
    this.#media = new MediaIntake({ db, files: options.mediaFiles, clock, log, metrics });
    this.#rates = new AccountRates({
      ...{ clock, log, metrics },
      member: options.memberId ?? '',
      members: options.countGateways ?? (() => 1),
    });
    this.feeds = new FeedHost({
      db,
      registry,
      writer: sink,
      rates: this.#rates,
      guard: options.guard,
      metrics,
      limits,
      clock,
      host: options.host,
      aisPort: options.aisPort,
    });
  }

  get listeners(): readonly Listener[] {
    return [...this.#listeners, ...this.feeds.listeners];
  }

  /**
   * Opens the listeners; the registry must be loaded. Rejects when a port is not available, and with what the database
   * throws; `stopReading` and `close` then close what was opened.
   */
  async start(stopping: AbortSignal, runInBackground: RunInBackground): Promise<void> {
    const { database, clock, limits, metrics, log, trustProxy } = this.#options;
    const { db } = database;
    const registry = this.#registry;
    const lookup = new DeviceLookup({
      ...{ registry, clock, stopping },
      unknownTtl: limits.unknownTtl,
      maxUnknown: limits.unregisteredDevices,
    });
    const caches = {
      registry,
      lookup,
      unregistered: this.#unregistered,
      messages: this.#messages,
      instructions: this.#instructions,
      feeds: this.feeds,
    };
    this.#cleanups = [followIntakeChanges(this.#options.events, caches, runInBackground)];
    await this.#instructions.load();
    const services = {
      lookup,
      unregistered: this.#unregistered,
      refused: this.#refused,
      writer: this.#sink,
      rates: this.#rates,
      pending: new PendingBytes(limits.pendingBytes),
      messages: this.#messages,
      instructions: this.#instructions,
      media: this.#media,
      authCode: await loadAuthCode(db),
      reportKey: await loadReportKey(db),
      isHttps: createHttpsCheck(trustProxy),
      metrics,
      limits,
      clock,
      log,
    };
    this.#listeners = await openListeners(this.#options, services);
    this.#cleanups.push(
      this.#instructions.start(),
      this.#media.start(),
      clock.every(FLUSH_INTERVAL, () => {
        runInBackground('listing unregistered devices', () => this.#unregistered.flush(db));
        runInBackground('listing refused devices', () => this.#refused.flush(db));
      }),
      clock.every(RATE_INTERVAL, () => runInBackground('measuring accounts', () => this.#rates.flush(db))),
      () => this.#rates.stop(),
    );
  }

  /** Runs the feeds of all accounts. Rejects as `start`. */
  startFeeds(): Promise<void> {
    return this.feeds.start();
  }

  /** Pauses reading from devices while the sink is full, and resumes it. */
  setFull(full: boolean): void {
    for (const listener of this.#listeners) listener.setEngineFull(full);
    this.feeds.setEngineFull(full);
  }

  /** The connection and last messages of a tracker; null: it is not registered. */
  messagesOf(trackerId: number): DeviceMessages | null {
    const tracker = this.#registry.findByTrackerId(trackerId);
    const device = detailsOf(tracker);
    if (tracker === undefined || device === null) return null;
    const { accountId } = tracker.account;
    return presentMessages(this.#messages, this.#options.protocols, { trackerId, accountId, device });
  }

  async stopReading(): Promise<void> {
    await Promise.all([...this.#listeners, this.feeds].map((listener) => listener.stopReading()));
  }

  /** Stores the photos and recordings that were received, and stops everything periodic. */
  async stopBackground(): Promise<void> {
    await this.#media.stop();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#listeners, this.feeds].map((listener) => listener.close()));
  }

  /** Writes the lists of unregistered and refused devices. A failure is logged: they are listed again later. */
  async flushLists(): Promise<void> {
    const { database, log } = this.#options;
    await this.#unregistered.flush(database.db).catch((error: unknown) => {
      log.warn({ err: error }, 'listing unregistered devices failed');
    });
    await this.#refused.flush(database.db).catch((error: unknown) => {
      log.warn({ err: error }, 'listing refused devices failed');
    });
  }
}
