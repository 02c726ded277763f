import type { FeedArea, FeedError, FeedStatus } from '@wakeline/contract/trackers/feeds';
import { createSbsReader } from '@wakeline/protocols/adsb/sbs-reader';
import { createAisReader } from '@wakeline/protocols/ais/reader';
import type {
  FeedEvent,
  FeedError as FeedEventError,
  FeedMessage,
  FeedReader,
} from '@wakeline/protocols/feeds/feed-message';
import type { FeedRow } from '../../feeds/read-feeds.ts';
import type { AccountRates } from '../account-rates.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { ReportSource } from '../report-item.ts';
import type { ReportSink } from '../report-sink.ts';
import type { AccountObjects } from './account-objects.ts';
import { familyOf } from './feed-settings.ts';
import { MessageRate } from './message-rate.ts';

/** What the engine needs of a feed. */
export interface FeedSettings {
  readonly feedId: number;
  readonly accountId: number;
  readonly kind: FeedRow['kind'];
  readonly family: 'ais' | 'adsb';
  readonly connection: FeedRow['connection'];
  readonly tokenVersion: number;
  readonly area: FeedArea | null;
  readonly intervalMs: number;
  readonly unknownObjects: 'ignore' | 'traffic';
  readonly enabled: boolean;
}

export function settingsOf(row: FeedRow): FeedSettings {
  return {
    feedId: row.feed_id,
    accountId: row.account_id,
    kind: row.kind,
    family: familyOf(row.kind),
    connection: row.connection,
    tokenVersion: row.token_version,
    area: row.area,
    intervalMs: row.interval_seconds * 1_000,
    unknownObjects: row.unknown_objects,
    enabled: row.enabled,
  };
}

/** Whether a change leaves open connections as they are. */
export function hasSameConnection(one: FeedSettings, other: FeedSettings): boolean {
  const relevant = ({ kind, connection, tokenVersion, enabled }: FeedSettings) =>
    JSON.stringify([kind, connection, tokenVersion, enabled]);
  return relevant(one) === relevant(other);
}

export interface FeedRunOptions {
  readonly objects: AccountObjects;
  readonly writer: ReportSink;
  readonly rates: AccountRates;
  readonly metrics: IngestMetrics;
  readonly now: () => number;
}

/** Nothing is sent to the senders of a feed, so outcomes of its reports are not needed. */
const NO_REPLIES: ReportSource = {
  onStored: () => undefined,
  onRefused: () => undefined,
  flush: () => undefined,
};
const NO_BYTES = new Uint8Array();

/** One feed: merges the messages of its connections, and passes reports of devices to the pipeline. */
export class FeedRun {
  settings: FeedSettings;
  readonly #options: FeedRunOptions;
  readonly #rate = new MessageRate();
  #state: FeedStatus['state'];
  #since: number;
  #error: FeedError | null = null;
  #senders = 0;
  #messages = 0;
  #damaged = 0;
  #dropped = 0;
  #lastMessage: number | null = null;

  constructor(settings: FeedSettings, options: FeedRunOptions) {
    this.settings = settings;
    this.#options = options;
    this.#state = settings.enabled ? 'waiting' : 'off';
    this.#since = options.now();
  }

  /** A decoder for one connection, or for one sender of datagrams. */
  createReader(): FeedReader {
    return this.settings.kind === 'ais' ? createAisReader() : createSbsReader();
  }

  setState(state: FeedStatus['state'], error: FeedError | null = null): void {
    if (state !== this.#state) this.#since = this.#options.now();
    this.#state = state;
    if (state === 'connected') this.#error = null;
    else this.#error = error ?? this.#error;
  }

  /** Open connections of senders to this server. */
  get senders(): number {
    return this.#senders;
  }

  /** A sender connected to this server. */
  addSender(): void {
    this.#senders++;
    this.setState('connected');
  }

  removeSender(): void {
    this.#senders--;
    if (this.#senders === 0) this.setState('waiting');
  }

  /** Decodes bytes of a connection. */
  receive(reader: FeedReader, bytes: Uint8Array): void {
    const now = this.#options.now();
    const events: readonly FeedEvent[] = reader.receive(bytes, now);
    for (const event of events) {
      if (event.type === 'message') this.#merge(event.message, event.key, now);
      else this.#countError(event.error);
    }
  }

  /** Messages of a document; none is a copy of another one. */
  receiveDocument(messages: readonly (FeedMessage | FeedEventError)[]): void {
    const now = this.#options.now();
    for (const message of messages) {
      if (typeof message === 'string') this.#countError(message);
      else this.#merge(message, null, now);
    }
  }

  #merge(message: FeedMessage, key: string | null, now: number): void {
    const { kind } = this.settings;
    this.#rate.add(now);
    this.#messages++;
    this.#lastMessage = now;
    this.#options.metrics.frames.labels(kind).inc();
    const outcome = this.#options.objects.receive(this.settings, message, key, now);
    if (outcome.type === 'duplicate' || outcome.type === 'jump' || outcome.type === 'full') this.#dropped++;
    if (outcome.type === 'seen') this.#options.writer.markSeen(outcome.tracker, now);
    if (outcome.type !== 'report') return;
    this.#options.rates.take(outcome.tracker.account, 1);
    this.#options.writer.add({
      protocol: kind,
      tracker: outcome.tracker,
      reports: [outcome.report],
      unreadable: [],
      raw: NO_BYTES,
      receivedAt: now,
      source: NO_REPLIES,
      reply: null,
      refused: null,
    });
  }

  #countError(error: FeedEventError): void {
    if (error === 'unsupported') return;
    this.#damaged++;
    this.#options.metrics.decodeErrors.inc({ protocol: this.settings.kind, fault: error });
  }

  status(): FeedStatus {
    return {
      state: this.#state,
      since: this.#since,
      error: this.#error,
      senders: this.#senders,
      messagesPerSecond: this.#rate.perSecond(this.#options.now()),
      messages: this.#messages,
      damaged: this.#damaged,
      dropped: this.#dropped,
      lastMessage: this.#lastMessage,
      ...this.#options.objects.count(this.settings.feedId, this.#options.now()),
    };
  }
}
