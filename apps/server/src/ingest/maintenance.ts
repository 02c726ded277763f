import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type Partitions, weekOf } from '../db/partitions.ts';
import { applyRetention } from '../positions/retention.ts';
import type { RunInBackground } from './follow-changes.ts';
import type { IngestLimits } from './limits.ts';
import type { RefusedDevices } from './refused-devices.ts';
import { trimRejected } from './rejected-reports.ts';
import type { ReportWriter } from './report-writer.ts';
import { readSosClears } from './sos-clears.ts';
import type { UnregisteredDevices } from './unregistered.ts';

/** Milliseconds between two writes of the lists of unregistered and refused devices. */
const FLUSH_INTERVAL = 2_000;
/** Milliseconds between two checks whether rejected reports exceed their limit. */
const TRIM_INTERVAL = 60_000;
/** Milliseconds between two runs of the table maintenance. */
const MAINTENANCE_INTERVAL = 3_600_000;
/** Weeks whose partitions are created before their first position arrives. */
const WEEKS_AHEAD = 2;

export interface MaintenanceDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly partitions: Partitions;
  readonly writer: ReportWriter;
  readonly unregistered: UnregisteredDevices;
  readonly refused: RefusedDevices;
}

/** Starts the periodic jobs of the engine. Returns a function that stops them. */
export function startMaintenance(
  { db, clock, limits, partitions, writer, unregistered, refused }: MaintenanceDependencies,
  runInBackground: RunInBackground,
): () => void {
  async function maintain(): Promise<void> {
    const now = clock.now();
    const week = weekOf(now);
    await partitions.ensure(
      db,
      Array.from({ length: WEEKS_AHEAD + 1 }, (_, ahead) => week + ahead),
    );
    await applyRetention(db, partitions, now);
  }

  function trim(): Promise<void> {
    return trimRejected(db, { rows: limits.rejectedReports, bytes: limits.rejectedBytes });
  }

  /** Handles clears whose event was missed, or whose batch could not be stored. */
  async function clearPendingSos(): Promise<void> {
    for (const clear of await readSosClears(db)) writer.clearSos(clear);
  }

  let listeningSince = clock.now();
  /** Inactivity does not count while reading is paused. A pause between two sweeps is too short to matter. */
  function sweep(): void {
    if (writer.full || !writer.available) listeningSince = clock.now();
    else writer.sweep(clock.now(), listeningSince);
  }

  runInBackground('maintenance', maintain);
  runInBackground('clearing pending SOS', clearPendingSos);
  const cleanups = [
    clock.every(limits.sweepInterval, sweep),
    clock.every(limits.sweepInterval, () => runInBackground('clearing pending SOS', clearPendingSos)),
    clock.every(FLUSH_INTERVAL, () =>
      runInBackground('listing unregistered devices', () => unregistered.flush(db)),
    ),
    clock.every(FLUSH_INTERVAL, () => runInBackground('listing refused devices', () => refused.flush(db))),
    clock.every(TRIM_INTERVAL, () => runInBackground('trimming rejected reports', trim)),
    clock.every(MAINTENANCE_INTERVAL, () => runInBackground('maintenance', maintain)),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
