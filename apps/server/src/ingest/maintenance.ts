import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { Partitions, weekOf } from '../db/partitions.ts';
import type { DeviceHistory } from '../positions/position-store.ts';
import { applyRetention } from '../positions/retention.ts';
import type { RunInBackground } from './follow-changes.ts';
import { DEFAULT_LIMITS, type IngestLimits } from './limits.ts';
import { trimRejected } from './rejected-reports.ts';

/** Milliseconds between two checks whether rejected reports exceed their limit. */
const TRIM_INTERVAL = 60_000;
/** Milliseconds between two runs of the table maintenance. */
const MAINTENANCE_INTERVAL = 3_600_000;
/** Weeks whose partitions are created before their first position arrives. */
const WEEKS_AHEAD = 2;

export interface MaintenanceDependencies extends DeviceHistory {
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly partitions: Partitions;
  /** Whether this process does it for all. */
  readonly isWanted: () => boolean;
}

/** The maintenance in a cluster, by a worker: engines may own only some trackers. Returns a function that stops it. */
export function startReportMaintenance({
  log,
  ...options
}: Pick<MaintenanceDependencies, 'db' | 'positions' | 'eventArchive' | 'clock' | 'isWanted'> & {
  readonly log: FastifyBaseLogger;
}): () => void {
  return startMaintenance(
    { ...options, limits: DEFAULT_LIMITS, partitions: new Partitions() },
    (what, work) => {
      work().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
    },
  );
}

/** Starts the periodic maintenance of the tables of reports. Returns a function that stops it. */
export function startMaintenance(
  { db, positions, eventArchive, clock, limits, partitions, isWanted }: MaintenanceDependencies,
  runInBackground: RunInBackground,
): () => void {
  async function maintain(): Promise<void> {
    if (!isWanted()) return;
    const now = clock.now();
    const week = weekOf(now);
    await partitions.ensure(
      db,
      Array.from({ length: WEEKS_AHEAD + 1 }, (_, ahead) => week + ahead),
    );
    await applyRetention({ db, positions, eventArchive }, partitions, now);
  }

  async function trim(): Promise<void> {
    if (!isWanted()) return;
    await trimRejected(db, { rows: limits.rejectedReports, bytes: limits.rejectedBytes });
  }

  runInBackground('maintenance', maintain);
  const cleanups = [
    clock.every(TRIM_INTERVAL, () => runInBackground('trimming rejected reports', trim)),
    clock.every(MAINTENANCE_INTERVAL, () => runInBackground('maintenance', maintain)),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
