import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReportSource, ReportsItem } from '../report-item.ts';
import { encodeReportMessage, type Sighting } from './report-message.ts';
import type { StreamSinkOptions } from './stream-sink.ts';
import { subjectOf } from './streams.ts';

/** Reports and bytes of frames in one message. Larger messages are not stored faster, only acknowledged later. */
const MESSAGE_REPORTS = 1_000;
const MESSAGE_BYTES = 256 * 1024;
/** Bytes that a message may have beside its largest frame, when that is published alone. */
const RESERVED_BYTES = 4_096;
/** Milliseconds for an acknowledgement of the stream, and before a message is published again: initial and maximum. */
const PUBLISH_TIMEOUT = 2_000;
const INITIAL_RETRY_DELAY = 50;
const MAX_RETRY_DELAY = 1_000;
/** A sign of life is published at once if the previous one of the device is older, milliseconds. */
const SEEN_INTERVAL = 10_000;

interface PublisherOptions extends StreamSinkOptions {
  readonly partition: number;
}

/**
 * Publishes one message of a partition after the other, so that the reports of a device stay in their order. What arrives
 * meanwhile is in the next message: messages grow with the load, and no report waits for a timer.
 */
export class PartitionPublisher {
  readonly #options: PublisherOptions;
  readonly #stopping = new AbortController();
  #queue: ReportsItem[] = [];
  #seen = new Map<number, number>();
  readonly #lastPublished = new Map<number, number>();
  #queuedReports = 0;
  #queuedBytes = 0;
  #full = false;
  #available = true;
  #isDue = false;
  #running: Promise<void> | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  get queuedReports(): number {
    return this.#queuedReports;
  }

  get available(): boolean {
    return this.#available;
  }

  add(item: ReportsItem): void {
    this.#queue.push(item);
    this.#queuedReports += item.reports.length;
    this.#queuedBytes += item.raw.length;
    const { queueReports, queueBytes } = this.#options.limits;
    if (!this.#full && (this.#queuedReports >= queueReports || this.#queuedBytes >= queueBytes)) {
      this.#full = true;
      this.#options.metrics.pauses.inc();
      this.#options.onFull(true);
    }
    this.publishSoon();
  }

  markSeen(trackerId: number, at: number): void {
    this.#seen.set(trackerId, at);
    // A device that was offline is online at once; for the others the next message is soon enough.
    if (at - (this.#lastPublished.get(trackerId) ?? 0) >= SEEN_INTERVAL) this.publishSoon();
  }

  /** Publishes a message after the running turn of the event loop, also without reports. */
  publishSoon(): void {
    this.#isDue = true;
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // It may have become due after the last check.
      if (this.#isDue) this.publishSoon();
    });
  }

  async drain(timeoutMs: number): Promise<void> {
    if (this.#running === null) return;
    const timeout = new AbortController();
    await Promise.race([
      this.#running,
      delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while ((this.#isDue || this.#queue.length > 0) && !signal.aborted) {
      // Reports of the same turn share a message.
      await new Promise((resolve) => setImmediate(resolve));
      this.#isDue = false;
      const items = this.#take();
      const seen = [...this.#seen];
      this.#seen = new Map();
      for (const [trackerId, at] of seen) this.#lastPublished.set(trackerId, at);
      for (const part of this.#encode(items, seen)) if (!(await this.#publish(part))) return;
      this.#complete(items);
    }
  }

  #take(): readonly ReportsItem[] {
    let [count, reports, bytes] = [0, 0, 0];
    for (const item of this.#queue) {
      reports += item.reports.length;
      bytes += item.raw.length;
      if (count > 0 && (reports > MESSAGE_REPORTS || bytes > MESSAGE_BYTES)) break;
      count += 1;
    }
    const taken = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    return taken;
  }

  /** One message; several if one is too large for the servers. */
  #encode(items: readonly ReportsItem[], seen: readonly Sighting[]): readonly Buffer[] {
    const { maxPayload } = this.#options;
    const message = encodeReportMessage(items, seen);
    const [first] = items;
    if (message.length <= maxPayload - RESERVED_BYTES || first === undefined) return [message];
    if (items.length > 1) {
      const middle = Math.ceil(items.length / 2);
      return [...this.#encode(items.slice(0, middle), seen), ...this.#encode(items.slice(middle), [])];
    }
    // Of a frame that is larger than a message, its beginning is enough for the list of rejected reports.
    const raw = first.raw.subarray(0, maxPayload / 4);
    const half = Math.ceil(first.reports.length / 2);
    if (first.reports.length < 2) return [encodeReportMessage([{ ...first, raw }], seen)];
    return [
      ...this.#encode([{ ...first, raw, reports: first.reports.slice(0, half) }], seen),
      ...this.#encode([{ ...first, raw, reports: first.reports.slice(half), unreadable: [] }], []),
    ];
  }

  /** Resolves to true when the stream has stored the message, however long it takes; false when it is stopped before. */
  async #publish(message: Buffer): Promise<boolean> {
    const { client, streams, partition, metrics } = this.#options;
    // A message that was stored although its acknowledgement was lost is recognized by its id.
    const msgID = randomUUID();
    for (let wait = INITIAL_RETRY_DELAY; ; wait = Math.min(wait * 2, MAX_RETRY_DELAY)) {
      if (this.#stopping.signal.aborted) return false;
      try {
        await client.publish(subjectOf(streams, partition), message, { msgID, timeout: PUBLISH_TIMEOUT });
        this.#setAvailable(null);
        metrics.published.inc();
        return true;
      } catch (error) {
        metrics.publishFailures.inc();
        this.#setAvailable(error);
        await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  #setAvailable(failure: unknown): void {
    if (this.#available === (failure === null)) return;
    this.#available = failure === null;
    const { log, partition } = this.#options;
    if (failure === null) log.info({ partition }, 'the stream accepts reports again');
    else
      log.error({ err: failure, partition }, 'the stream accepts no reports; devices are not acknowledged');
  }

  #complete(items: readonly ReportsItem[]): void {
    const sources = new Set<ReportSource>();
    for (const item of items) {
      this.#queuedReports -= item.reports.length;
      this.#queuedBytes -= item.raw.length;
      item.source.onStored(item);
      sources.add(item.source);
    }
    for (const source of sources) source.flush();
    const { queueReports, queueBytes } = this.#options.limits;
    if (this.#full && this.#queuedReports <= queueReports / 2 && this.#queuedBytes <= queueBytes / 2) {
      this.#full = false;
      this.#options.onFull(false);
    }
  }
}
