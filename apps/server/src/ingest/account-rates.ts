import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { IngestMetrics } from './metrics.ts';
import type { AccountRules } from './registry.ts';

/** Seconds for which an account may send at any rate after a pause: devices send what they buffered. */
const BURST_SECONDS = 60;
/** Seconds of the limit that an account can be in debt: what was received is stored, so its devices wait for it. */
const MAX_DEBT_SECONDS = 300;
/** Milliseconds between two rounds in which waiting connections continue. */
const ROUND_INTERVAL = 250;
/** Milliseconds between two log lines about the same account. */
const LOG_INTERVAL = 60_000;
/** Milliseconds for which a row about a process that ended is kept. */
const RETENTION_MS = 30 * 86_400_000;
const MAX_RETRY_SECONDS = 60;

interface Bucket {
  readonly account: AccountRules;
  /** Positions that may be received at once; negative: a debt. */
  level: number;
  /** Epoch milliseconds of `level`. */
  at: number;
  /** Connections that wait, the longest first. */
  readonly waiting: Set<() => void>;
  received: number;
  measuredAt: number;
  limitedAt: number | null;
  loggedAt: number;
  /** Whether its row has what was measured. */
  isFlushed: boolean;
}

export interface AccountRatesOptions {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<IngestMetrics, 'accountPauses'>;
  /** Names this process among those that receive reports. */
  readonly member: string;
  /** Number of these processes: each admits its share of a limit. */
  readonly members: () => number;
}

/**
 * Token buckets of the accounts with a limit of positions. Nothing that was received is dropped: it is stored and puts the
 * account in debt, and its connections are not read until the debt is paid. Other accounts are not affected.
 */
export class AccountRates {
  readonly #options: AccountRatesOptions;
  readonly #buckets = new Map<number, Bucket>();
  #stopRounds: (() => void) | null = null;

  constructor(options: AccountRatesOptions) {
    this.#options = options;
  }

  /** Counts positions that were received. */
  take(account: AccountRules, positions: number): void {
    if (account.maxPositionsPerSecond === null) return;
    const bucket = this.#bucketOf(account);
    const rate = this.#refill(bucket);
    bucket.level = Math.max(bucket.level - positions, -MAX_DEBT_SECONDS * rate);
    bucket.received += positions;
    bucket.isFlushed = false;
  }

  /** Whether nothing more may be received at present. */
  isOver(account: AccountRules): boolean {
    if (account.maxPositionsPerSecond === null) return false;
    const bucket = this.#bucketOf(account);
    this.#refill(bucket);
    return bucket.level <= 0;
  }

  /** Calls `resume` once when the account has paid its debt, and those that waited longer have continued. */
  wait(account: AccountRules, resume: () => void): () => void {
    const { waiting } = this.#bucketOf(account);
    this.countPause(account);
    waiting.add(resume);
    this.#stopRounds ??= this.#options.clock.every(ROUND_INTERVAL, () => this.#resumeWaiting());
    return () => waiting.delete(resume);
  }

  /** Counts a connection that was paused, a request that was refused, or a datagram that was dropped. */
  countPause(account: AccountRules): void {
    const { clock, log, metrics } = this.#options;
    const { accountId, maxPositionsPerSecond } = account;
    const bucket = this.#bucketOf(account);
    const now = clock.now();
    bucket.limitedAt = now;
    bucket.isFlushed = false;
    metrics.accountPauses.inc({ account: String(accountId) });
    if (now - bucket.loggedAt < LOG_INTERVAL) return;
    bucket.loggedAt = now;
    log.warn(
      { accountId, maxPositionsPerSecond },
      'an account exceeds its limit of positions; its devices wait',
    );
  }

  /** Seconds after which a refused request can succeed. */
  secondsToWait(account: AccountRules): number {
    const bucket = this.#bucketOf(account);
    const rate = this.#refill(bucket);
    return Math.min(Math.max(1, Math.ceil(-bucket.level / rate)), MAX_RETRY_SECONDS);
  }

  /** Writes what was measured since the last flush, for the owners of the accounts. */
  async flush(db: Db): Promise<void> {
    const { clock, member } = this.#options;
    const now = clock.now();
    const due = [...this.#buckets.values()].filter((bucket) => !bucket.isFlushed && now > bucket.measuredAt);
    if (due.length === 0) return;
    const rows = due.map(({ account, received, measuredAt, limitedAt }) => ({
      accountId: account.accountId,
      rate: (received * 1_000) / (now - measuredAt),
      limitedAt,
    }));
    for (const bucket of due) {
      // Without reports the next measurement is 0, which is the last one that is written.
      bucket.isFlushed = bucket.received === 0;
      bucket.received = 0;
      bucket.measuredAt = now;
    }
    await db.transaction().execute(async (tx) => {
      await sql`
        insert into account_intake (account_id, member, measured_at, positions_per_second, limited_at)
        select account.account_id, ${member}, ${new Date(now)}, rate, to_timestamp("limitedAt" / 1000.0)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as measured (
          "accountId" int, rate real, "limitedAt" float8)
        join account on account.account_id = "accountId"
        for key share of account
        on conflict (account_id, member) do update set
          measured_at = excluded.measured_at, positions_per_second = excluded.positions_per_second,
          limited_at = coalesce(excluded.limited_at, account_intake.limited_at)`.execute(tx);
      await sql`delete from account_intake where measured_at < ${new Date(now - RETENTION_MS)}`.execute(tx);
    });
  }

  stop(): void {
    this.#stopRounds?.();
    this.#stopRounds = null;
  }

  #bucketOf(account: AccountRules): Bucket {
    const known = this.#buckets.get(account.accountId);
    if (known !== undefined) return known;
    const now = this.#options.clock.now();
    const bucket: Bucket = {
      account,
      level: BURST_SECONDS * this.#rateOf(account),
      at: now,
      waiting: new Set(),
      received: 0,
      measuredAt: now,
      limitedAt: null,
      loggedAt: Number.NEGATIVE_INFINITY,
      isFlushed: false,
    };
    this.#buckets.set(account.accountId, bucket);
    return bucket;
  }

  /** Positions per second of this process. */
  #rateOf({ maxPositionsPerSecond }: AccountRules): number {
    return (maxPositionsPerSecond ?? Number.POSITIVE_INFINITY) / Math.max(1, this.#options.members());
  }

  /** Adds what the time since the last call has paid. Returns the rate. */
  #refill(bucket: Bucket): number {
    const now = this.#options.clock.now();
    const rate = this.#rateOf(bucket.account);
    const paid = (Math.max(0, now - bucket.at) / 1_000) * rate;
    bucket.level = Math.min(bucket.level + paid, BURST_SECONDS * rate);
    bucket.at = now;
    return rate;
  }

  /** Of each account as many connections continue as it may receive positions: one of them can send many. */
  #resumeWaiting(): void {
    let isWaiting = false;
    for (const bucket of this.#buckets.values()) {
      const { account, waiting } = bucket;
      if (waiting.size === 0) continue;
      if (account.maxPositionsPerSecond !== null) this.#refill(bucket);
      let free = account.maxPositionsPerSecond === null ? waiting.size : Math.ceil(bucket.level);
      for (const resume of waiting) {
        if (free-- <= 0) break;
        waiting.delete(resume);
        resume();
      }
      isWaiting ||= waiting.size > 0;
    }
    if (!isWaiting) this.stop();
  }
}
