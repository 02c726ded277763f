import type { FeedStatus, TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { type FeedToken, loadFeedToken } from '../../feeds/feed-token.ts';
import { readFeeds } from '../../feeds/read-feeds.ts';
import type { TrafficChanges } from '../../live/feed.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import type { AccountRates } from '../account-rates.ts';
import type { IngestLimits } from '../limits.ts';
import type { Listener } from '../listener.ts';
import type { IngestMetrics } from '../metrics.ts';
import { ListenError } from '../open-listeners.ts';
import type { RegisteredTracker, TrackerRegistry } from '../registry.ts';
import type { ReportSink } from '../report-sink.ts';
import { secretsMatch } from '../secrets-match.ts';
import { AccountObjects } from './account-objects.ts';
import { pollDocument } from './document-poll.ts';
import { FeedRun, type FeedSettings, hasSameConnection, settingsOf } from './feed-run.ts';
import { listenAisTcp, listenAisUdp, type SenderListener, type SenderRegistry } from './listen-ais.ts';
import { type FeedConnector, keepConnected } from './outgoing-connection.ts';

/** Milliseconds between two checks for objects without recent messages. */
const EXPIRY_INTERVAL = 10_000;

export interface FeedHostOptions {
  readonly db: Db;
  readonly registry: TrackerRegistry;
  readonly writer: ReportSink;
  readonly rates: AccountRates;
  readonly guard: OutgoingGuard;
  readonly metrics: IngestMetrics;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  /** Listen address for devices. */
  readonly host: string;
  /** 0: any free port; null: senders cannot connect. */
  readonly aisPort: number | null;
}

/** Free ports that are tried. */
const MAX_PORTS = 10;

/** Runs the feeds of all accounts: their connections, and the objects that they report. */
export class FeedHost implements SenderRegistry {
  readonly #options: FeedHostOptions;
  readonly #accounts = new Map<number, AccountObjects>();
  readonly #runs = new Map<number, FeedRun>();
  readonly #connectors = new Map<number, FeedConnector>();
  #senders: ReadonlyMap<string, FeedRun> = new Map();
  #listeners: readonly SenderListener[] = [];
  #token: FeedToken = () => '';
  #isStarted = false;
  #isStopped = false;
  readonly #stopExpiring: () => void;

  constructor(options: FeedHostOptions) {
    this.#options = options;
    this.#stopExpiring = options.clock.every(EXPIRY_INTERVAL, () => this.#expire());
  }

  get listeners(): readonly Listener[] {
    return this.#listeners;
  }

  /** Opens the port for senders, and loads all feeds. Rejects when the port is not available. */
  async start(): Promise<void> {
    this.#token = await loadFeedToken(this.#options.db);
    await this.#listen();
    this.#isStarted = true;
    await this.refresh(null);
  }

  async #listen(): Promise<void> {
    const { host, aisPort, limits, clock, writer } = this.#options;
    if (aisPort === null) return;
    const options = { host, port: aisPort, senders: this, limits, clock, isFull: () => writer.full };
    try {
      this.#listeners = await this.#listenOnBoth(options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ListenError(`ais cannot listen on ${host} port ${aisPort} (WAKELINE_PORT_AIS): ${reason}`, {
        cause: error,
      });
    }
  }

  /** With any free port, both transports have the same one: another is tried when only one of them has it free. */
  async #listenOnBoth(options: Parameters<typeof listenAisTcp>[0]): Promise<readonly SenderListener[]> {
    for (let attempt = 1; ; attempt += 1) {
      const tcp = await listenAisTcp(options);
      try {
        return [tcp, await listenAisUdp({ ...options, port: tcp.port })];
      } catch (error) {
        await tcp.close();
        if (options.port !== 0 || attempt === MAX_PORTS) throw error;
      }
    }
  }

  /** Reads the feeds of an account, or (null) of all accounts, and applies their changes. */
  async refresh(accountId: number | null): Promise<void> {
    // Before the start they run in another process.
    if (!this.#isStarted) return;
    const rows = await readFeeds(this.#options.db, accountId);
    if (this.#isStopped) return;
    const wanted = new Map(rows.map((row) => [row.feed_id, settingsOf(row)]));
    for (const [feedId, run] of this.#runs) {
      const isAffected = accountId === null || run.settings.accountId === accountId;
      if (isAffected && !wanted.has(feedId)) this.#close(feedId, run);
    }
    for (const settings of wanted.values()) this.#apply(settings);
    this.#senders = new Map(
      [...this.#runs.values()].flatMap((run) => {
        const { connection, enabled } = run.settings;
        return enabled && connection.type === 'listen'
          ? connection.senders.map((address) => [address, run] as const)
          : [];
      }),
    );
    this.#expire();
  }

  #apply(settings: FeedSettings): void {
    const known = this.#runs.get(settings.feedId);
    if (known !== undefined && hasSameConnection(known.settings, settings)) {
      known.settings = settings;
      return;
    }
    if (known !== undefined) this.#close(settings.feedId, known);
    const { writer, rates, metrics, clock } = this.#options;
    const run = new FeedRun(settings, {
      objects: this.#objectsOf(settings.accountId),
      writer,
      rates,
      metrics,
      now: () => clock.now(),
    });
    this.#runs.set(settings.feedId, run);
    if (settings.enabled) this.#connect(run);
  }

  #connect(run: FeedRun): void {
    const { feedId, connection } = run.settings;
    const { guard, writer, aisPort } = this.#options;
    if (connection.type === 'connect')
      this.#connectors.set(feedId, keepConnected(run, connection, guard, writer.full));
    else if (connection.type === 'poll')
      this.#connectors.set(feedId, pollDocument(run, connection, guard, writer.full));
    else if (aisPort === null) run.setState('failed', 'no-listener');
  }

  #close(feedId: number, run: FeedRun): void {
    this.#connectors.get(feedId)?.close();
    this.#connectors.delete(feedId);
    this.#runs.delete(feedId);
    for (const listener of this.#listeners) listener.disconnect(run);
  }

  #objectsOf(accountId: number): AccountObjects {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const objects = new AccountObjects(
      (objectId) => this.#findTracker(accountId, objectId),
      ({ account }) => !this.#options.rates.isOver(account),
    );
    this.#accounts.set(accountId, objects);
    return objects;
  }

  /** A device of the account that is not bound to another protocol. */
  #findTracker(accountId: number, objectId: string): RegisteredTracker | null {
    const tracker = this.#options.registry.find(objectId);
    if (tracker === undefined || tracker.account.accountId !== accountId || tracker.protocol !== null)
      return null;
    return tracker;
  }

  #expire(): void {
    const now = this.#options.clock.now();
    const settings = new Map([...this.#runs].map(([feedId, run]) => [feedId, run.settings]));
    for (const objects of this.#accounts.values()) objects.expire(now, settings);
  }

  findByToken(token: string): FeedRun | null {
    const run = this.#runs.get(Number.parseInt(token, 10));
    if (run === undefined) return null;
    const { feedId, tokenVersion, connection, enabled } = run.settings;
    if (!enabled || connection.type !== 'listen') return null;
    return secretsMatch(token, this.#token(feedId, tokenVersion)) ? run : null;
  }

  findByAddress(address: string): FeedRun | null {
    return this.#senders.get(address) ?? null;
  }

  /** Devices were registered, changed or removed. */
  trackersChanged(accountId: number): void {
    this.#accounts.get(accountId)?.rebind();
  }

  setEngineFull(full: boolean): void {
    for (const listener of this.#listeners) listener.setEngineFull(full);
    for (const connector of this.#connectors.values()) connector.setEngineFull(full);
  }

  status(feedId: number): FeedStatus | null {
    return this.#runs.get(feedId)?.status() ?? null;
  }

  traffic(accountId: number, feedId: number | null): readonly TrafficObject[] {
    return this.#accounts.get(accountId)?.traffic(feedId) ?? [];
  }

  takeChanges(accountId: number): TrafficChanges {
    return this.#accounts.get(accountId)?.takeChanges() ?? { changed: [], removed: [] };
  }

  stopWatching(accountId: number): void {
    this.#accounts.get(accountId)?.stopWatching();
  }

  async stopReading(): Promise<void> {
    this.#isStopped = true;
    this.#stopExpiring();
    for (const connector of this.#connectors.values()) connector.close();
    await Promise.all(this.#listeners.map((listener) => listener.stopReading()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }
}
