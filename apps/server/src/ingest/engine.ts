import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import type { Protocol } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { MediaFiles } from '../device-media/store-media.ts';
import type { EventArchive } from '../events/event-archive.ts';
import type { TrustedProxies } from '../http/address.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';
import type { PositionStore } from '../positions/position-store.ts';
import { EngineLock } from './engine-lock.ts';
import { type EngineTerm, type EngineTermOptions, startEngineTerm } from './engine-term.ts';
import type { FeedHost } from './feeds/feed-host.ts';
import { DEFAULT_LIMITS, type IngestLimits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { ListenError } from './open-listeners.ts';

/** Milliseconds between two attempts of a standby to become the engine. */
const STANDBY_RETRY_INTERVAL = 500;

export interface EngineDependencies {
  /** For look-ups and maintenance. */
  readonly database: Database;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  /** Opens a database with one connection that only the engine uses: it holds a lock and writes the batches of a partition. */
  readonly openWriter: () => Database;
  /** Number of partitions of trackers that are written side by side. */
  readonly writers: number;
  readonly protocols: readonly Protocol[];
  /** The address on which the listeners bind. */
  readonly host: string;
  /** By protocol: 0 is any free port; null or a missing entry means no listener. */
  readonly ports: Readonly<Record<string, number | null>>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  readonly feed: LiveFeed;
  readonly events: EventSource;
  /** Trusted proxies in front of the HTTP listener (WAKELINE_TRUST_PROXY). */
  readonly trustProxy: TrustedProxies;
  readonly limits?: Partial<IngestLimits>;
  /** Port for senders of AIS feeds: 0 is any free port, null means no listener. */
  readonly aisPort: number | null;
  /** Where feeds may connect to. */
  readonly guard: OutgoingGuard;
  /** Where photos and recordings of devices are stored. */
  readonly mediaFiles: MediaFiles;
  /** Something was stored that is forwarded to other systems. */
  readonly onForwarded: () => void;
}

export interface EngineStatus {
  /** `engine`: it receives or stores reports. `standby`: another server on the database is the engine; this one takes over when that one stops. */
  readonly role: 'starting' | 'engine' | 'standby' | 'stopped';
  /** False while the database accepts no reports. */
  readonly storing: boolean;
  readonly listeners: readonly {
    readonly protocol: string;
    readonly transport: 'tcp' | 'udp' | 'http';
    readonly port: number;
  }[];
  readonly queuedReports: number;
}

export interface Engine {
  /**
   * Resolves when devices can report, or when this server is a standby. Rejects with ListenError when a port is not
   * available, and with what the database throws.
   */
  start(): Promise<void>;
  /** Closes the listeners, commits and acknowledges pending reports, then releases the lock. */
  stop(): Promise<void>;
  status(): EngineStatus;
  /**
   * The connection and last messages of a tracker; null: this server is not the engine, or the tracker is not
   * registered.
   */
  messagesOf(trackerId: number): DeviceMessages | null;
  /** The feeds; null: this server is not the engine. */
  readonly feeds: FeedHost | null;
}

/**
 * Receives the reports of all devices and stores them. On each database only one server does, the one that holds the
 * lock; the others stand by.
 */
export function createEngine(deps: EngineDependencies): Engine {
  const { log, clock } = deps;
  const first = new EngineLock(deps.openWriter);
  const locks = Array.from({ length: deps.writers }, (_, partition) =>
    partition === 0 ? first : new EngineLock(deps.openWriter, partition, first),
  );
  const options: EngineTermOptions = {
    ...deps,
    metrics: createMetrics(deps.registry),
    limits: { ...DEFAULT_LIMITS, ...deps.limits },
  };
  let role: EngineStatus['role'] = 'starting';
  let term: EngineTerm | null = null;
  let stopStandby: (() => void) | null = null;
  let lastChange: Promise<void> = Promise.resolve();
  let isRetrying = false;

  /** Runs changes of the role one after the other. */
  function serialize(step: () => Promise<void>): Promise<void> {
    const done = lastChange.then(step);
    lastChange = done.catch(() => undefined);
    return done;
  }

  async function tryToStart(): Promise<void> {
    if (role === 'stopped' || term !== null) return;
    try {
      if (!(await acquireAll())) {
        await releaseAll();
        standBy();
        return;
      }
      term = await startEngineTerm(options, locks, () => void serialize(handleLockLost));
    } catch (error) {
      await releaseAll();
      throw error;
    }
    stopStandby?.();
    stopStandby = null;
    role = 'engine';
    log.info({ listeners: describeListeners(term) }, 'devices can report');
  }

  /** The first lock, then those of the partitions. */
  async function acquireAll(): Promise<boolean> {
    for (const lock of locks) if (!(await lock.tryAcquire())) return false;
    return true;
  }

  /** The first lock is the last one, so that another server finds the others free. */
  async function releaseAll(): Promise<void> {
    for (const lock of locks.toReversed()) await lock.release();
  }

  function standBy(): void {
    if (role !== 'standby') log.info('another server is the engine; standing by');
    role = 'standby';
    stopStandby ??= clock.every(STANDBY_RETRY_INTERVAL, () => void retryStart());
  }

  async function retryStart(): Promise<void> {
    // A database that hangs must not cause attempts to pile up.
    if (isRetrying) return;
    isRetrying = true;
    try {
      await serialize(tryToStart);
    } catch (error) {
      // The database is unavailable, or the ports of the other server are not free yet.
      log.warn({ err: error }, error instanceof ListenError ? error.message : 'cannot become the engine yet');
      standBy();
    } finally {
      isRetrying = false;
    }
  }

  async function handleLockLost(): Promise<void> {
    const lostTerm = term;
    if (lostTerm === null) return;
    term = null;
    log.error('the engine lock was lost; devices are disconnected');
    await lostTerm.abandon();
    await releaseAll();
    if (role !== 'stopped') standBy();
  }

  return {
    start: () => serialize(tryToStart),
    stop: () =>
      serialize(async () => {
        role = 'stopped';
        stopStandby?.();
        await term?.finish();
        term = null;
        await releaseAll();
      }),
    get feeds() {
      return term?.feeds ?? null;
    },
    messagesOf: (trackerId) => term?.messagesOf(trackerId) ?? null,
    status: () => ({
      role,
      storing: term?.writer.available ?? false,
      listeners: term === null ? [] : describeListeners(term),
      queuedReports: term?.writer.queuedReports ?? 0,
    }),
  };
}

function describeListeners({ listeners }: EngineTerm): EngineStatus['listeners'] {
  return listeners.map(({ protocol, transport, port }) => ({ protocol, transport, port }));
}
