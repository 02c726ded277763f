import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { Partitions, weekOf } from '../db/partitions.ts';
import type { EventArchive } from '../events/event-archive.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { PositionStore } from '../positions/position-store.ts';
import { ActivityRecomputations } from './activity-recomputations.ts';
import { FenceRegistry } from './fence-registry.ts';
import { followProcessingChanges, type RunInBackground } from './follow-changes.ts';
import { ForwardRegistry } from './forward-registry.ts';
import { LegRecomputations } from './leg-recomputations.ts';
import type { IngestLimits } from './limits.ts';
import type { IngestMetrics } from './metrics.ts';
import { PlaneRegistry } from './plane-registry.ts';
import { RaceRegistry } from './race-registry.ts';
import type { TrackerRegistry } from './registry.ts';
import type { ReportsItem } from './report-item.ts';
import { ReportWriter } from './report-writer.ts';
import { RuleRegistry } from './rule-registry.ts';
import { MessagePositions } from './satellite/message-positions.ts';
import { readSosClears } from './sos-clears.ts';

export interface ReportProcessingOptions {
  readonly database: Database;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: IngestMetrics;
  readonly feed: LiveFeed;
  readonly events: EventSource;
  readonly limits: IngestLimits;
  /** Something was stored that is forwarded to other systems. */
  readonly onForwarded: () => void;
}

interface ProcessingHandlers {
  /** Number of partitions of all trackers. */
  readonly partitionCount: number;
  readonly onFull: (full: boolean) => void;
  readonly onLockLost: (partition: number) => void;
  /** A tracker that reported has been removed. */
  readonly onTrackerRemoved: (item: ReportsItem) => void;
}

/** The side of the rules: what accounts set up for their trackers, and the writer that applies it to reports. */
export class ReportProcessing {
  readonly #options: ReportProcessingOptions;
  readonly #registry: TrackerRegistry;
  readonly #fences: FenceRegistry;
  readonly #rules: RuleRegistry;
  readonly #planes: PlaneRegistry;
  readonly #forwards: ForwardRegistry;
  readonly #races: RaceRegistry;
  /** Weeks of the tables, which exist before their first row is stored. */
  readonly partitions = new Partitions();
  readonly writer: ReportWriter;
  #cleanups: (() => void)[] = [];

  constructor(
    options: ReportProcessingOptions,
    registry: TrackerRegistry,
    handlers: ProcessingHandlers,
    stopping: AbortSignal,
  ) {
    const { database, metrics, log } = options;
    const { db } = database;
    this.#options = options;
    this.#registry = registry;
    const fences = new FenceRegistry(db, metrics, log, stopping);
    const rules = new RuleRegistry(db, fences, metrics, stopping);
    const planes = new PlaneRegistry(db, log, stopping);
    const forwards = new ForwardRegistry(db, stopping);
    const races = new RaceRegistry(db, stopping);
    this.#fences = fences;
    this.#rules = rules;
    this.#planes = planes;
    this.#forwards = forwards;
    this.#races = races;
    this.writer = new ReportWriter({
      ...handlers,
      positions: options.positions,
      eventArchive: options.eventArchive,
      partitions: this.partitions,
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
      limits: options.limits,
      clock: options.clock,
      log,
    });
  }

  /** Reads what accounts set up; the registry must be loaded. Throws what the database throws. */
  async load(runInBackground: RunInBackground): Promise<void> {
    const { database, events, clock } = this.#options;
    const caches = {
      fences: this.#fences,
      rules: this.#rules,
      planes: this.#planes,
      forwards: this.#forwards,
      races: this.#races,
      writer: this.writer,
      registry: this.#registry,
    };
    // Subscribe before the tables are read: a change in between is applied twice instead of being missed.
    this.#cleanups = [followProcessingChanges(events, caches, runInBackground)];
    await this.#fences.load();
    await this.#rules.load();
    await this.#planes.load();
    await this.#forwards.load();
    await this.#races.load();
    await this.partitions.ensure(database.db, [weekOf(clock.now())]);
  }

  /** Starts the periodic jobs, besides sweeps. */
  start(runInBackground: RunInBackground): void {
    const { database, positions, clock, metrics, events, limits, log } = this.#options;
    const { db } = database;
    const { writer } = this;
    const registry = this.#registry;
    const interval = limits.sweepInterval;
    /** Handles clears whose event was missed, or whose batch could not be stored. */
    const clearPendingSos = () =>
      runInBackground('clearing pending SOS', async () => {
        for (const clear of await readSosClears(db)) writer.clearSos(clear);
      });
    clearPendingSos();
    this.#cleanups.push(
      clock.every(interval, clearPendingSos),
      new MessagePositions({ db, registry, writer, events, clock, log }).start(),
      new LegRecomputations({ db, positions, writer, clock, metrics, interval }).start(runInBackground),
      new ActivityRecomputations({ db, positions, registry, writer, clock, metrics, interval }).start(
        runInBackground,
      ),
    );
  }

  stopBackground(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }
}
