import type { Protocol } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { TrustedProxies } from '../http/address.ts';
import type { LiveFeed } from '../live/feed.ts';
import { EngineLock } from './engine-lock.ts';
import { DEFAULT_LIMITS, type IngestLimits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { ListenError } from './open-listeners.ts';
import { beginTenure, type Tenure, type TenureOptions } from './tenure.ts';

/** Milliseconds between two tries of a standby to become the engine. */
const STANDBY_EVERY = 500;

export interface EngineDeps {
  /** For look-ups and upkeep. */
  readonly database: Database;
  /** Opens a database of one connection, for the engine alone: it holds the lock and takes the batches. */
  readonly openWriter: () => Database;
  readonly protocols: readonly Protocol[];
  /** Where the listeners bind. */
  readonly host: string;
  /** By protocol: 0 is any free port; null, or none, is no listener. */
  readonly ports: Readonly<Record<string, number | null>>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  readonly feed: LiveFeed;
  readonly events: EventSource;
  /** Proxies in front of the listener for HTTP (WAKELINE_TRUST_PROXY). */
  readonly trustProxy: TrustedProxies;
  readonly limits?: Partial<IngestLimits>;
}

export interface EngineStatus {
  /** `standby`: another server on the database is the engine; this one takes over when that ends. */
  readonly role: 'starting' | 'engine' | 'standby' | 'stopped';
  /** False while the database takes no reports. */
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
   * Resolves when devices can report, or when this server is a standby. Rejects with ListenError when a port cannot be had,
   * and with what the database throws.
   */
  start(): Promise<void>;
  /** Listeners first; then what is in hand is committed and acknowledged; then the lock is free. */
  stop(): Promise<void>;
  status(): EngineStatus;
}

/**
 * Takes the reports of all devices and stores them. On each database one server at a time does, the one that holds the
 * lock; the others stand by.
 */
export function createEngine(deps: EngineDeps): Engine {
  const { log, clock } = deps;
  const lock = new EngineLock(deps.openWriter);
  const options: TenureOptions = {
    ...deps,
    metrics: createMetrics(deps.registry),
    limits: { ...DEFAULT_LIMITS, ...deps.limits },
  };
  let role: EngineStatus['role'] = 'starting';
  let tenure: Tenure | null = null;
  let stopStandby: (() => void) | null = null;
  let change: Promise<void> = Promise.resolve();
  let trying = false;

  /** Changes of the role come one after the other. */
  function next(step: () => Promise<void>): Promise<void> {
    const done = change.then(step);
    change = done.catch(() => undefined);
    return done;
  }

  async function tryToBegin(): Promise<void> {
    if (role === 'stopped' || tenure !== null) return;
    if (!(await lock.tryAcquire())) {
      standBy();
      return;
    }
    try {
      tenure = await beginTenure(options, lock, () => void next(lose));
    } catch (error) {
      await lock.release();
      throw error;
    }
    stopStandby?.();
    stopStandby = null;
    role = 'engine';
    log.info({ listeners: describe(tenure) }, 'devices can report');
  }

  function standBy(): void {
    if (role !== 'standby') log.info('another server is the engine; standing by');
    role = 'standby';
    stopStandby ??= clock.every(STANDBY_EVERY, () => void tryAgain());
  }

  async function tryAgain(): Promise<void> {
    // A database that hangs must not leave a queue of tries behind.
    if (trying) return;
    trying = true;
    try {
      await next(tryToBegin);
    } catch (error) {
      // The database is away, or the other server's ports are not free yet.
      log.warn({ err: error }, error instanceof ListenError ? error.message : 'cannot become the engine yet');
      standBy();
    } finally {
      trying = false;
    }
  }

  async function lose(): Promise<void> {
    const lost = tenure;
    if (lost === null) return;
    tenure = null;
    log.error('the engine lock was lost; devices are disconnected');
    await lost.abandon();
    await lock.release();
    if (role !== 'stopped') standBy();
  }

  return {
    start: () => next(tryToBegin),
    stop: () =>
      next(async () => {
        role = 'stopped';
        stopStandby?.();
        await tenure?.finish();
        tenure = null;
        await lock.release();
      }),
    status: () => ({
      role,
      storing: tenure?.writer.available ?? false,
      listeners: tenure === null ? [] : describe(tenure),
      queuedReports: tenure?.writer.queuedReports ?? 0,
    }),
  };
}

function describe({ listeners }: Tenure): EngineStatus['listeners'] {
  return listeners.map(({ protocol, transport, port }) => ({ protocol, transport, port }));
}
