import type { Histogram } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type LatePositions, type LateTable, readDueLatePositions } from '../positions/late-positions.ts';
import type { RunInBackground } from './follow-changes.ts';
import type { ReportWriter } from './report-writer.ts';

interface LateRunOptions {
  readonly db: Db;
  readonly clock: Clock;
  /** Milliseconds between two runs. */
  readonly interval: number;
  readonly table: LateTable;
  /** The engines of other trackers process theirs. */
  readonly writer: Pick<ReportWriter, 'owned' | 'owns'>;
  /** Of what is done, for the log. */
  readonly name: string;
  readonly seconds: Pick<Histogram, 'observe'>;
  /** Processes the late positions of one device. It ends early when `signal` is aborted. */
  readonly recompute: (late: LatePositions, signal: AbortSignal) => Promise<void>;
}

/** Processes due late positions periodically, one device after the other. Returns a function that stops it. */
export function startLateRuns(
  { db, clock, interval, table, writer, name, seconds, recompute }: LateRunOptions,
  runInBackground: RunInBackground,
): () => void {
  const stopping = new AbortController();
  let isRunning = false;

  async function processDue(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const late of await readDueLatePositions(db, table, clock.now(), writer.owned)) {
        if (stopping.signal.aborted) return;
        if (!writer.owns(late.trackerId)) continue;
        const startedAt = performance.now();
        await recompute(late, stopping.signal);
        seconds.observe((performance.now() - startedAt) / 1_000);
      }
    } finally {
      isRunning = false;
    }
  }

  const run = () => runInBackground(name, processDue);
  run();
  const stop = clock.every(interval, run);
  return () => {
    stop();
    stopping.abort();
  };
}
