import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { EngineLock, readHeldPartitions } from '../engine-lock.ts';
import { followRegistryChanges } from '../follow-changes.ts';
import { TrackerRegistry } from '../registry.ts';
import { ReportProcessing, type ReportProcessingOptions } from '../report-processing.ts';
import { OwnedPartition, type PartitionDependencies } from './owned-partition.ts';
import type { StreamSettings } from './streams.ts';

/** Milliseconds between two comparisons with the other engines. */
const BALANCE_INTERVAL = 500;
/** Milliseconds between two looks for engines that are cut off, while partitions are missing. */
const LOST_INTERVAL = 5_000;
/** Milliseconds between two deletions of stored messages. */
const DELETE_INTERVAL = 60_000;

/** What an engine needs to know of the others. */
export interface EngineMembers {
  /** Engines compare their numbers of partitions at intervals of this clock. */
  readonly clock: Clock;
  /** Number of live engines, this one included. */
  countEngines(): Promise<number>;
  /** Frees the partitions of engines that are cut off. */
  endLost(): Promise<void>;
}

export interface ClusterEngineOptions extends ReportProcessingOptions {
  /** Opens a database with one connection, which holds the lock of a partition and writes its batches. */
  readonly openWriter: () => Database;
  readonly partitionCount: number;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: StreamSettings;
  readonly members: EngineMembers;
  /** A partition was taken over: its former engine may not have published its last commits. */
  readonly onTakenOver: () => void;
}

export interface ClusterEngine {
  /** Reads what accounts set up, and takes the first partitions. Throws what the database throws. */
  start(): Promise<void>;
  /** Stores what was received, then releases all partitions. */
  stop(): Promise<void>;
  /** Indexes of the partitions that it writes. */
  readonly owned: readonly number[];
  /** False while commits fail because the database is unavailable. */
  readonly available: boolean;
  readonly queuedReports: number;
}

/**
 * Stores the reports of some partitions. Engines own about the same number of partitions: one with more releases one after
 * the other, one with fewer takes those that are free.
 */
export function createClusterEngine(options: ClusterEngineOptions): ClusterEngine {
  const { database, clock, log, metrics, limits, events, members, partitionCount } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const registry = new TrackerRegistry(database.db);
  const owned = new Map<number, OwnedPartition>();
  const processing = new ReportProcessing(
    options,
    registry,
    {
      partitionCount,
      // Each partition waits for room of its own.
      onFull: () => undefined,
      onLockLost: (partition) => void serialize(() => abandon(partition)),
      onTrackerRemoved({ tracker, protocol }) {
        registry.evict([tracker.trackerId]);
        metrics.refused.inc({ protocol, reason: 'unknown-device' });
      },
    },
    signal,
  );
  const { writer } = processing;
  const cleanups: (() => void)[] = [];
  let lastChange: Promise<void> = Promise.resolve();
  let isBalancing = false;
  let lostCheckedAt = Number.NEGATIVE_INFINITY;

  /** Runs changes of the owned partitions one after the other. */
  function serialize(step: () => Promise<void>): Promise<void> {
    const done = lastChange.then(step);
    lastChange = done.catch((error: unknown) => log.error({ err: error }, 'changing partitions failed'));
    return lastChange;
  }

  function runInBackground(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${what} failed`);
    });
  }

  async function abandon(partition: number): Promise<void> {
    const lost = owned.get(partition);
    if (lost === undefined) return;
    owned.delete(partition);
    metrics.partitions.set(owned.size);
    log.error({ partition }, 'a partition was lost; another engine continues');
    await lost.abandon();
  }

  async function acquire(partition: number): Promise<void> {
    const lock = new EngineLock(options.openWriter, partition, 'cluster');
    try {
      if (!(await lock.tryAcquire())) return;
      const dependencies: PartitionDependencies = {
        ...{ client: options.client, manager: options.manager, settings: options.streams },
        ...{ writer, registry, metrics, clock, log },
        onFailed: () => void serialize(() => abandon(partition)),
      };
      owned.set(partition, await OwnedPartition.open(partition, lock, dependencies));
    } catch (error) {
      writer.close(partition);
      await lock.release();
      throw error;
    }
    metrics.partitions.set(owned.size);
    options.onTakenOver();
    log.info({ partition }, 'writing a partition');
  }

  async function release(partition: OwnedPartition): Promise<void> {
    owned.delete(partition.partition);
    await partition.release(limits.stopTimeout);
    metrics.partitions.set(owned.size);
    log.info({ partition: partition.partition }, 'released a partition');
  }

  async function balance(): Promise<void> {
    if (signal.aborted) return;
    const engines = Math.max(1, await members.countEngines());
    const share = Math.ceil(partitionCount / engines);
    const last = [...owned.values()].at(-1);
    if (owned.size > share && last !== undefined) {
      await release(last);
      return;
    }
    const isMissing = await takeFree(share);
    if (!isMissing || members.clock.now() - lostCheckedAt < LOST_INTERVAL) return;
    lostCheckedAt = members.clock.now();
    await members.endLost();
  }

  /** Takes free partitions up to `share`. Resolves to whether fewer were free. */
  async function takeFree(share: number): Promise<boolean> {
    if (owned.size >= share) return false;
    // An attempt opens a connection, and some engines always have fewer than their share.
    const held = await readHeldPartitions(database.db);
    const free = Array.from({ length: partitionCount }, (_, index) => index).filter(
      (index) => !held.has(index) && !owned.has(index),
    );
    // Engines that start together would otherwise try the same ones.
    free.sort(() => Math.random() - 0.5);
    for (const partition of free) {
      if (owned.size >= share || signal.aborted) return false;
      await acquire(partition);
    }
    return owned.size < share;
  }

  function balanceSoon(): void {
    if (isBalancing) return;
    isBalancing = true;
    void serialize(async () => {
      try {
        await balance();
      } catch (error) {
        // The database or the stream is unavailable: the next attempt continues.
        if (!signal.aborted) log.warn({ err: error }, 'cannot take partitions yet');
      } finally {
        isBalancing = false;
      }
    });
  }

  return {
    async start() {
      cleanups.push(followRegistryChanges(events, registry, runInBackground));
      await registry.load();
      await processing.load(runInBackground);
      processing.start(runInBackground);
      cleanups.push(
        members.clock.every(BALANCE_INTERVAL, balanceSoon),
        clock.every(limits.sweepInterval, () => {
          for (const partition of owned.values()) partition.sweep(clock.now());
        }),
        clock.every(DELETE_INTERVAL, () => {
          runInBackground('deleting stored messages', async () => {
            for (const partition of owned.values()) await partition.deleteStored(clock.now());
          });
        }),
      );
      await serialize(balance);
    },
    async stop() {
      stopping.abort();
      for (const cleanup of cleanups) cleanup();
      await serialize(async () => {
        await Promise.all([...owned.values()].map((partition) => release(partition)));
      });
      processing.stopBackground();
    },
    get owned() {
      return [...owned.keys()].sort((a, b) => a - b);
    },
    get available() {
      return writer.available;
    },
    get queuedReports() {
      return writer.queuedReports;
    },
  };
}
