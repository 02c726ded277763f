import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { FrameCounter } from './frame-counter.ts';

/** The metrics of the engine. Names follow the Prometheus conventions: base units, `_total` for counters. */
export function createMetrics(registry: Registry) {
  const registers = [registry];
  return {
    frames: new FrameCounter(registry),
    decodeErrors: new Counter({
      name: 'wakeline_frame_faults_total',
      help: 'Input of devices that could not be decoded, by kind of error',
      labelNames: ['protocol', 'fault'] as const,
      registers,
    }),
    refused: new Counter({
      name: 'wakeline_refused_total',
      help: 'Logins and reports that were refused: the device is unknown, or did not authenticate',
      labelNames: ['protocol', 'reason'] as const,
      registers,
    }),
    instructions: new Counter({
      name: 'wakeline_instructions_total',
      help: 'Instructions to devices that ended, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    published: new Counter({
      name: 'wakeline_stream_published_total',
      help: 'Messages of reports that the stream has stored',
      registers,
    }),
    publishFailures: new Counter({
      name: 'wakeline_stream_publish_failures_total',
      help: 'Attempts to publish reports that the stream did not acknowledge',
      registers,
    }),
    streamPending: new Gauge({
      name: 'wakeline_stream_pending',
      help: 'Messages of reports that wait for their engine, by partition',
      labelNames: ['partition'] as const,
      registers,
    }),
    partitions: new Gauge({
      name: 'wakeline_partitions',
      help: 'Partitions of trackers that this process writes',
      registers,
    }),
    stored: new Counter({
      name: 'wakeline_positions_stored_total',
      help: 'Positions stored',
      registers,
    }),
    duplicates: new Counter({
      name: 'wakeline_positions_duplicate_total',
      help: 'Positions that were already stored',
      registers,
    }),
    late: new Counter({
      name: 'wakeline_reports_late_total',
      help: 'Reports older than one that was stored before them',
      registers,
    }),
    withoutFix: new Counter({
      name: 'wakeline_reports_without_place_total',
      help: 'Reports without a valid position',
      registers,
    }),
    rejected: new Counter({
      name: 'wakeline_reports_rejected_total',
      help: 'Reports that were set aside, by reason',
      labelNames: ['reason'] as const,
      registers,
    }),
    media: new Counter({
      name: 'wakeline_device_media_total',
      help: 'Photos and recordings of devices, by outcome',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    notices: new Counter({
      name: 'wakeline_notices_total',
      help: 'Notices appended to the logs of accounts',
      labelNames: ['type'] as const,
      registers,
    }),
    events: new Counter({
      name: 'wakeline_events_total',
      help: 'Events stored: what began or ended for a device',
      registers,
    }),
    droppedCrossings: new Counter({
      name: 'wakeline_fence_events_dropped_total',
      help: 'Fence crossings not stored as events: too many of one account at once',
      registers,
    }),
    suppressedCrossings: new Counter({
      name: 'wakeline_fence_notices_untold_total',
      help: 'Fence crossings without a notice: too many from one report, or from one account at once',
      registers,
    }),
    fences: new Gauge({
      name: 'wakeline_fences',
      help: 'Fences that are watched',
      registers,
    }),
    rules: new Gauge({
      name: 'wakeline_rules',
      help: 'Enabled rules that are applied to reports',
      registers,
    }),
    ruleReloads: new Counter({
      name: 'wakeline_rule_reloads_total',
      help: 'Reloads of the rules of an account after they, or what they refer to, changed',
      registers,
    }),
    acknowledgedReadings: new Counter({
      name: 'wakeline_acknowledged_readings_total',
      help: 'Readings of the acknowledged notices of an account after one was added or its tasks changed',
      registers,
    }),
    fenceReloads: new Counter({
      name: 'wakeline_fence_readings_total',
      help: 'Reloads of the fences of an account after they or its groups changed',
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
    legSeconds: new Histogram({
      name: 'wakeline_leg_recompute_seconds',
      help: 'Finding the legs of a device again after late positions',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60],
      registers,
    }),
    activitySeconds: new Histogram({
      name: 'wakeline_activity_recompute_seconds',
      help: 'Finding the activities of a device again after late positions',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60],
      registers,
    }),
    commitFailures: new Counter({
      name: 'wakeline_commit_failures_total',
      help: 'Transactions that failed and were retried',
      labelNames: ['kind'] as const,
      registers,
    }),
    queued: createQueueGauge(registry, 'wakeline_queued_reports', 'Reports waiting for their commit'),
    unpublished: createQueueGauge(
      registry,
      'wakeline_unpublished_reports',
      'Reports of a gateway waiting for the acknowledgement of the stream',
    ),
    pauses: new Counter({
      name: 'wakeline_reading_pauses_total',
      help: 'Pauses of reading from all devices because too many reports were waiting',
      registers,
    }),
    accountPauses: new Counter({
      name: 'wakeline_account_pauses_total',
      help: 'Connections paused and requests refused because the account exceeds its limit of positions',
      labelNames: ['account'] as const,
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
      help: 'Datagrams dropped: too many reports were waiting, the account was over its limit, or there was no port to reply to',
      labelNames: ['protocol'] as const,
      registers,
    }),
  };
}

export type IngestMetrics = ReturnType<typeof createMetrics>;

/** Its value is read when metrics are requested, because it changes with every report. */
function createQueueGauge(registry: Registry, name: string, help: string): { read: () => number } {
  const source = { read: () => 0 };
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(source.read());
    },
  });
  return source;
}
