import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import { DeviceIntake, type DeviceIntakeOptions } from './device-intake.ts';
import type { EngineLock } from './engine-lock.ts';
import type { FeedHost } from './feeds/feed-host.ts';
import { followRegistryChanges } from './follow-changes.ts';
import type { Listener } from './listener.ts';
import { startMaintenance } from './maintenance.ts';
import { TrackerRegistry } from './registry.ts';
import type { ReportsItem } from './report-item.ts';
import { ReportProcessing, type ReportProcessingOptions } from './report-processing.ts';
import type { ReportWriter } from './report-writer.ts';

export interface EngineTermOptions extends DeviceIntakeOptions, ReportProcessingOptions {}

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
  const { database, positions, eventArchive, clock, log, metrics, limits, events } = options;
  const { db } = database;
  const stopping = new AbortController();
  const { signal } = stopping;
  const registry = new TrackerRegistry(db);
  let isLockLost = false;
  const handlers = {
    partitionCount: locks.length,
    onFull: (full: boolean) => intake.setFull(full),
    // All partitions lose their locks together; the engine stops once.
    onLockLost() {
      if (!isLockLost) onLockLost();
      isLockLost = true;
    },
    onTrackerRemoved({ tracker, protocol }: ReportsItem) {
      registry.evict([tracker.trackerId]);
      metrics.refused.inc({ protocol, reason: 'unknown-device' });
    },
  };
  const processing = new ReportProcessing(options, registry, handlers, signal);
  const { writer, partitions } = processing;
  const intake = new DeviceIntake(options, registry, writer);

  /** A failed job runs again at its next time, or after the event gap that a lost database connection causes. */
  function runInBackground(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${what} failed`);
    });
  }

  const cleanups = [followRegistryChanges(events, registry, runInBackground)];
  async function stopBackground(): Promise<void> {
    stopping.abort();
    for (const cleanup of cleanups) cleanup();
    processing.stopBackground();
    await intake.stopBackground();
  }

  let listeningSince = clock.now();
  /** Inactivity does not count while reading is paused. A pause between two sweeps is too short to matter. */
  function sweep(): void {
    if (writer.full || !writer.available) listeningSince = clock.now();
    else writer.sweep(clock.now(), listeningSince);
  }

  try {
    await registry.load();
    await processing.load(runInBackground);
    await Promise.all(locks.map((lock, partition) => writer.open(partition, lock, null)));
    await intake.start(signal, runInBackground);
    await intake.startFeeds();
  } catch (error) {
    await stopBackground();
    writer.stop();
    await intake.stopReading();
    await intake.close();
    throw error;
  }
  processing.start(runInBackground);
  cleanups.push(
    clock.every(limits.sweepInterval, sweep),
    startMaintenance(
      { db, positions, eventArchive, clock, limits, partitions, isWanted: () => true },
      runInBackground,
    ),
  );

  return {
    writer,
    listeners: intake.listeners,
    feeds: intake.feeds,
    messagesOf: (trackerId) => intake.messagesOf(trackerId),
    async finish() {
      await intake.stopReading();
      await writer.drain(limits.stopTimeout);
      await stopBackground();
      writer.stop();
      await intake.close();
      if (writer.available) await intake.flushLists();
    },
    async abandon() {
      await stopBackground();
      writer.stop();
      await intake.stopReading();
      await intake.close();
    },
  };
}
