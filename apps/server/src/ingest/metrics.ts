import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What the engine counts. Names as Prometheus asks for them: base units, `_total` for what only grows. */
export function createMetrics(registry: Registry) {
  const registers = [registry];
  return {
    frames: new Counter({
      name: 'wakeline_frames_total',
      help: 'Messages of devices that were understood',
      labelNames: ['protocol'] as const,
      registers,
    }),
    decodeErrors: new Counter({
      name: 'wakeline_frame_faults_total',
      help: 'Bytes of devices that were not understood, by kind',
      labelNames: ['protocol', 'fault'] as const,
      registers,
    }),
    refused: new Counter({
      name: 'wakeline_refused_total',
      help: 'Logins and reports that were refused: the device is unknown, or did not authenticate',
      labelNames: ['protocol', 'reason'] as const,
      registers,
    }),
    stored: new Counter({
      name: 'wakeline_positions_stored_total',
      help: 'Positions stored',
      registers,
    }),
    duplicates: new Counter({
      name: 'wakeline_positions_duplicate_total',
      help: 'Positions that were there already',
      registers,
    }),
    late: new Counter({
      name: 'wakeline_reports_late_total',
      help: 'Reports older than one that was there before them',
      registers,
    }),
    withoutFix: new Counter({
      name: 'wakeline_reports_without_place_total',
      help: 'Reports with no place in them',
      registers,
    }),
    rejected: new Counter({
      name: 'wakeline_reports_rejected_total',
      help: 'Reports that were set aside, by reason',
      labelNames: ['reason'] as const,
      registers,
    }),
    notices: new Counter({
      name: 'wakeline_notices_total',
      help: 'Notices put into the logs of accounts',
      labelNames: ['type'] as const,
      registers,
    }),
    suppressedCrossings: new Counter({
      name: 'wakeline_fence_notices_untold_total',
      help: 'Crossings of fences that were not told: too many of one report, or of one account at once',
      registers,
    }),
    fences: new Gauge({
      name: 'wakeline_fences',
      help: 'Fences that are watched',
      registers,
    }),
    fenceReloads: new Counter({
      name: 'wakeline_fence_readings_total',
      help: 'Times that the fences of an account were read, because they or its groups changed',
      registers,
    }),
    batchReports: new Histogram({
      name: 'wakeline_batch_reports',
      help: 'Reports in a transaction',
      buckets: [1, 10, 100, 500, 1_000, 2_000, 4_000],
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'wakeline_batch_seconds',
      help: 'From the first report of a batch to the acknowledgement of the last',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60],
      registers,
    }),
    commitFailures: new Counter({
      name: 'wakeline_commit_failures_total',
      help: 'Transactions that failed and were tried again',
      labelNames: ['kind'] as const,
      registers,
    }),
    queued: new Gauge({
      name: 'wakeline_queued_reports',
      help: 'Reports that wait for their commit',
      registers,
    }),
    pauses: new Counter({
      name: 'wakeline_reading_pauses_total',
      help: 'Times that reading from all devices paused because too many reports waited',
      registers,
    }),
    connections: new Gauge({
      name: 'wakeline_device_connections',
      help: 'Open connections of devices',
      labelNames: ['protocol', 'transport'] as const,
      registers,
    }),
    closed: new Counter({
      name: 'wakeline_device_connections_closed_total',
      help: 'Connections of devices that the server closed, by reason',
      labelNames: ['protocol', 'reason'] as const,
      registers,
    }),
    dropped: new Counter({
      name: 'wakeline_datagrams_dropped_total',
      help: 'Datagrams dropped: too many reports waited, or there was no port to answer to',
      labelNames: ['protocol'] as const,
      registers,
    }),
  };
}

export type IngestMetrics = ReturnType<typeof createMetrics>;
