import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import { DeviceIntake, type DeviceIntakeOptions } from '../device-intake.ts';
import type { FeedHost } from '../feeds/feed-host.ts';
import { followRegistryChanges } from '../follow-changes.ts';
import type { Listener } from '../listener.ts';
import { TrackerRegistry } from '../registry.ts';
import { StreamSink } from './stream-sink.ts';
import { ensureStream, type StreamSettings } from './streams.ts';

export interface GatewayOptions extends DeviceIntakeOptions {
  readonly partitionCount: number;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: StreamSettings;
  /** Bytes of a message that the NATS servers accept. */
  readonly maxPayload: number;
}

export interface Gateway {
  /** Resolves when devices can report. Rejects with ListenError, and with what the database and the stream throw. */
  start(): Promise<void>;
  /** Runs the feeds of all accounts: only one gateway may. Rejects when their port is not available. */
  startFeeds(): Promise<void>;
  /** Publishes and acknowledges what was received, then closes everything. */
  stop(): Promise<void>;
  readonly listeners: readonly Listener[];
  readonly feeds: FeedHost;
  /** False while a stream accepts no reports. */
  readonly available: boolean;
  readonly queuedReports: number;
  /** The connection and last messages of a tracker; null: it is not registered. */
  messagesOf(trackerId: number): DeviceMessages | null;
}

/** Receives the reports of devices and publishes them to the streams of their partitions. */
export function createGateway(options: GatewayOptions): Gateway {
  const { database, log, limits, events } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const registry = new TrackerRegistry(database.db);
  const sink: StreamSink = new StreamSink({
    ...options,
    onFull: (full) => intake.setFull(full),
  });
  const intake = new DeviceIntake(options, registry, sink);
  let stopFollowing: () => void = () => undefined;
  let closing: Promise<void> | null = null;

  function runInBackground(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${what} failed`);
    });
  }

  async function close(): Promise<void> {
    await intake.stopReading();
    await sink.drain(limits.stopTimeout);
    await intake.stopBackground();
    stopping.abort();
    stopFollowing();
    sink.stop();
    await intake.close();
    await intake.flushLists();
  }

  return {
    async start() {
      stopFollowing = followRegistryChanges(events, registry, runInBackground);
      try {
        await registry.load();
        for (let partition = 0; partition < options.partitionCount; partition += 1)
          await ensureStream(options.manager, partition, options.streams);
        await intake.start(signal, runInBackground);
      } catch (error) {
        await close();
        throw error;
      }
    },
    startFeeds: () => intake.startFeeds(),
    stop() {
      closing ??= close();
      return closing;
    },
    get listeners() {
      return intake.listeners;
    },
    feeds: intake.feeds,
    get available() {
      return sink.available;
    },
    get queuedReports() {
      return sink.queuedReports;
    },
    messagesOf: (trackerId) => intake.messagesOf(trackerId),
  };
}
