import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { BatchWriter } from '../batch-writer.ts';
import type { EngineLock } from '../engine-lock.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { RegisteredTracker, TrackerRegistry } from '../registry.ts';
import type { ReportSource, ReportsItem } from '../report-item.ts';
import type { ReportWriter } from '../report-writer.ts';
import { consumePartition } from './consume-partition.ts';
import { decodeReportMessage, type ReportMessage, type StreamedReports } from './report-message.ts';
import { StreamOffset } from './stream-offset.ts';
import { ensureStream, type StreamSettings, streamOf } from './streams.ts';

/** Milliseconds without a message of any gateway after which inactivity does not count. */
const GATEWAY_TIMEOUT = 30_000;
/** Milliseconds for which stored messages are kept: a database that was restored from a replica reads them again. */
const KEEP_STORED_MS = 3_600_000;
/** Of the bytes of a stream: beyond it stored messages are deleted at once. */
const MAX_FILL = 0.5;

export interface PartitionDependencies {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly settings: StreamSettings;
  readonly writer: ReportWriter;
  readonly registry: TrackerRegistry;
  readonly metrics: IngestMetrics;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Nothing more can be stored here. */
  readonly onFailed: () => void;
}

/** Milliseconds before trackers are looked up again after a failure. */
const RETRY_DELAY = 500;

/** Reports of a stream have no device to notify. */
const NO_SOURCE: ReportSource = {
  onStored: () => undefined,
  onRefused: () => undefined,
  flush: () => undefined,
};

/** A partition of trackers that this engine owns: its lock, its writer, and the messages of its stream. */
export class OwnedPartition {
  readonly partition: number;
  readonly #lock: EngineLock;
  readonly #dependencies: PartitionDependencies;
  readonly #stopping = new AbortController();
  readonly #offset: StreamOffset;
  readonly #stream: string;
  readonly #batches: BatchWriter;
  #consuming: Promise<void> = Promise.resolve();
  #lastMessageAt: number;
  #listeningSince: number;
  #pending = 0;
  /** Numbers that were stored at a time, oldest first. */
  #stored: { readonly seq: number; readonly at: number }[] = [];

  private constructor(
    partition: number,
    lock: EngineLock,
    offset: StreamOffset,
    batches: BatchWriter,
    dependencies: PartitionDependencies,
  ) {
    this.partition = partition;
    this.#lock = lock;
    this.#offset = offset;
    this.#stream = streamOf(dependencies.settings, partition);
    this.#batches = batches;
    this.#dependencies = dependencies;
    this.#lastMessageAt = dependencies.clock.now();
    this.#listeningSince = this.#lastMessageAt;
  }

  /**
   * Reads states and offset of a partition whose lock is held, and continues to store its stream.
   *
   * @throws what the database and the stream throw; the lock is not released then
   */
  static async open(
    partition: number,
    lock: EngineLock,
    dependencies: PartitionDependencies,
  ): Promise<OwnedPartition> {
    const { manager, settings, writer } = dependencies;
    const created = await ensureStream(manager, partition, settings);
    const offset = new StreamOffset(partition, created);
    const batches = await writer.open(partition, lock, offset);
    const owned = new OwnedPartition(partition, lock, offset, batches, dependencies);
    await owned.#checkGap();
    owned.#consuming = owned.#consume();
    return owned;
  }

  /** Applies the passing of time, unless gateways are silent or messages wait: then devices may have reported. */
  sweep(now: number): void {
    const isListening = now - this.#lastMessageAt < GATEWAY_TIMEOUT && this.#pending === 0;
    if (!isListening || !this.#batches.available) this.#listeningSince = now;
    else this.#batches.sweep(now, this.#listeningSince);
  }

  /** Deletes messages from the stream that were stored an hour ago. */
  async deleteStored(now: number): Promise<void> {
    const { manager } = this.#dependencies;
    this.#stored.push({ seq: this.#offset.seq, at: now });
    const { state, config } = await manager.streams.info(this.#stream);
    const isFilling = state.bytes > config.max_bytes * MAX_FILL;
    const due = isFilling
      ? this.#stored.at(-1)
      : this.#stored.findLast(({ at }) => at <= now - KEEP_STORED_MS);
    if (due === undefined) return;
    this.#stored = this.#stored.filter(({ at }) => at > due.at);
    if (due.seq >= state.first_seq) await manager.streams.purge(this.#stream, { seq: due.seq + 1 });
  }

  /** Stores what was received, and releases the lock. The next engine continues behind it. */
  async release(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#consuming;
    await this.#batches.drain(timeoutMs);
    await this.abandon();
  }

  /** Stops at once. What is not stored is read again by the next engine. */
  async abandon(): Promise<void> {
    this.#stopping.abort();
    this.#dependencies.writer.close(this.partition);
    this.#dependencies.metrics.streamPending.remove({ partition: this.partition });
    await this.#consuming;
    await this.#lock.release();
  }

  /** Reports that were acknowledged and are no longer in the stream are lost: the operator must know. */
  async #checkGap(): Promise<void> {
    const { manager, log } = this.#dependencies;
    const { state } = await manager.streams.info(this.#stream);
    const lost = state.first_seq - this.#offset.seq - 1;
    if (lost > 0 && this.#offset.seq > 0)
      log.error(
        { partition: this.partition, messages: lost },
        'messages were deleted before they were stored',
      );
  }

  async #consume(): Promise<void> {
    const { client, log, onFailed } = this.#dependencies;
    const { partition } = this;
    try {
      await consumePartition({
        ...{ client, log },
        stream: this.#stream,
        after: this.#offset.seq,
        onMessage: (message) => this.#receive(message),
        signal: this.#stopping.signal,
      });
    } catch (error) {
      log.fatal({ err: error, partition }, 'the reports of a partition cannot be read');
      onFailed();
    }
  }

  async #receive(message: JsMsg): Promise<void> {
    const { clock, metrics, writer } = this.#dependencies;
    const decoded = decodeReportMessage(message.data);
    if (!(await this.#findTrackers(decoded))) return;
    const items = decoded.items.flatMap((item) => this.#toItem(item));
    this.#batches.addMessage(items, message.seq);
    for (const [trackerId, at] of decoded.seen) {
      const tracker = this.#trackerOf(trackerId);
      if (tracker !== undefined) writer.markSeen(tracker, at);
    }
    this.#lastMessageAt = clock.now();
    this.#pending = message.info.pending;
    metrics.streamPending.set({ partition: this.partition }, this.#pending);
    await this.#batches.waitForRoom();
  }

  /**
   * A device that was registered a moment ago may report before the event about it arrives here. Resolves to false when
   * the partition is released before: the next engine reads the message again.
   */
  async #findTrackers({ items }: ReportMessage): Promise<boolean> {
    const { registry } = this.#dependencies;
    const { signal } = this.#stopping;
    const ids = new Set(items.map(({ trackerId }) => trackerId));
    const unknown = [...ids].filter((id) => this.#trackerOf(id) === undefined);
    if (unknown.length === 0) return true;
    while (!signal.aborted) {
      try {
        await registry.refresh(unknown);
        return true;
      } catch {
        // The database is unavailable, which the writer logs.
        await delay(RETRY_DELAY, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }

  #trackerOf(trackerId: number): RegisteredTracker | undefined {
    return this.#dependencies.registry.findByTrackerId(trackerId);
  }

  #toItem(streamed: StreamedReports): readonly ReportsItem[] {
    const { metrics } = this.#dependencies;
    const { trackerId, ...item } = streamed;
    const tracker = this.#trackerOf(trackerId);
    // It was removed meanwhile, with its positions.
    if (tracker === undefined) {
      metrics.refused.inc({ protocol: item.protocol, reason: 'unknown-device' });
      return [];
    }
    return [{ ...item, tracker, source: NO_SOURCE, reply: null, refused: null }];
  }
}
