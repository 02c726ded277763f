import type { JetStreamClient } from '@nats-io/jetstream';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { IngestLimits } from '../limits.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { RegisteredTracker } from '../registry.ts';
import type { ReportsItem } from '../report-item.ts';
import type { ReportSink } from '../report-sink.ts';
import { partitionOf } from '../tracker-partition.ts';
import { PartitionPublisher } from './partition-publisher.ts';
import type { StreamSettings } from './streams.ts';

/** Milliseconds between two messages of a gateway to each partition: without them no tracker goes offline. */
export const GATEWAY_INTERVAL = 5_000;

export interface StreamSinkOptions {
  readonly client: JetStreamClient;
  readonly partitionCount: number;
  readonly streams: StreamSettings;
  /** Bytes of a message that the servers accept. */
  readonly maxPayload: number;
  readonly limits: IngestLimits;
  readonly metrics: IngestMetrics;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Called when the queue has become full, or no longer is. */
  readonly onFull: (full: boolean) => void;
}

/** Publishes the reports of devices to the streams of their partitions. They are durable when the stream has acknowledged them. */
export class StreamSink implements ReportSink {
  readonly #options: StreamSinkOptions;
  readonly #publishers: readonly PartitionPublisher[];
  readonly #fullOnes = new Set<number>();
  readonly #stopTicks: () => void;

  constructor(options: StreamSinkOptions) {
    this.#options = options;
    const { partitionCount: count, limits, clock } = options;
    const ownLimits = {
      ...limits,
      queueReports: Math.ceil(limits.queueReports / count),
      queueBytes: Math.ceil(limits.queueBytes / count),
    };
    this.#publishers = Array.from(
      { length: count },
      (_, partition) =>
        new PartitionPublisher({
          ...options,
          partition,
          limits: ownLimits,
          onFull: (full) => this.#setFull(partition, full),
        }),
    );
    options.metrics.unpublished.read = () => this.queuedReports;
    this.#stopTicks = clock.every(GATEWAY_INTERVAL, () => {
      for (const publisher of this.#publishers) publisher.publishSoon();
    });
  }

  get full(): boolean {
    return this.#fullOnes.size > 0;
  }

  get queuedReports(): number {
    return this.#publishers.reduce((sum, { queuedReports }) => sum + queuedReports, 0);
  }

  /** False while a stream accepts no messages. */
  get available(): boolean {
    return this.#publishers.every(({ available }) => available);
  }

  add(item: ReportsItem): void {
    this.#publisherOf(item.tracker.trackerId).add(item);
  }

  markSeen({ trackerId }: RegisteredTracker, at: number): void {
    this.#publisherOf(trackerId).markSeen(trackerId, at);
  }

  /** Resolves when everything added is published and acknowledged, or after `timeoutMs` milliseconds. */
  async drain(timeoutMs: number): Promise<void> {
    await Promise.all(this.#publishers.map((publisher) => publisher.drain(timeoutMs)));
  }

  /** Stops immediately. What the stream has not acknowledged is not acknowledged to devices either. */
  stop(): void {
    this.#stopTicks();
    for (const publisher of this.#publishers) publisher.stop();
  }

  #publisherOf(trackerId: number): PartitionPublisher {
    const publisher = this.#publishers[partitionOf(trackerId, this.#publishers.length)];
    if (publisher === undefined) throw new RangeError(`no partition for tracker ${trackerId}`);
    return publisher;
  }

  #setFull(partition: number, full: boolean): void {
    const before = this.full;
    if (full) this.#fullOnes.add(partition);
    else this.#fullOnes.delete(partition);
    if (this.full !== before) this.#options.onFull(this.full);
  }
}
