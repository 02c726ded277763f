import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Role } from '../config/cluster.ts';
import type { Database, Db } from '../db/database.ts';

/** Characters of the id of a cluster in names. */
const NAME_LENGTH = 8;
/** Milliseconds between two renewals of the row. */
const RENEW_INTERVAL = 1_000;
/** After which a process without a renewal counts as ended, and its database sessions are ended. */
const LOST_AFTER = sql`interval '10 seconds'`;
/** Milliseconds after a failed renewal within which other processes may not have their sessions again. */
const RECONNECT_TIME = 5_000;
/** After which the row of an ended process is deleted. */
const DELETE_AFTER = sql`interval '1 hour'`;

/**
 * A process of the cluster. Times of all processes are those of the database. It has a session of its own: that of a killed process
 * ends at once.
 */
export class ClusterMember {
  readonly memberId = randomUUID();
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #roles: readonly Role[];
  #stopRenewing: (() => void) | null = null;
  #isRenewing = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #gateways = 1;
  #apis = 1;

  /** @param open a database with one connection of this application name */
  constructor(open: (applicationName: string) => Database, log: FastifyBaseLogger, roles: Iterable<Role>) {
    this.#database = open(this.applicationName);
    this.#log = log;
    this.#roles = [...roles];
  }

  /** Of the database sessions that hold leases: other processes can end them. */
  get applicationName(): string {
    return applicationNameOf(this.memberId);
  }

  /** Number of live gateways, as of the last renewal. */
  get gateways(): number {
    return this.#gateways;
  }

  /** The same of processes that serve consoles. */
  get apis(): number {
    return this.#apis;
  }

  /** Announces the process. Throws what the database throws. */
  async start(clock: Clock): Promise<void> {
    await this.#renew();
    this.#stopRenewing = clock.every(RENEW_INTERVAL, () => {
      if (this.#isRenewing) return;
      this.#isRenewing = true;
      this.#renew()
        // Without the database nothing can be written, so nobody needs to take over.
        .catch((error: unknown) => {
          this.#failedAt = performance.now();
          this.#log.debug({ err: error }, 'the row of this process was not renewed');
        })
        .finally(() => {
          this.#isRenewing = false;
        });
    });
  }

  /** Withdraws the process, so that others take over at once. A failure is logged. */
  async stop(): Promise<void> {
    this.#stopRenewing?.();
    await this.#db
      .deleteFrom('cluster_member')
      .where('member_id', '=', this.memberId)
      .execute()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the row of this process was not deleted'));
    await this.#database.close();
  }

  /**
   * Number of engines that have renewed their row and have not been killed. After a failure of the database all sessions have ended,
   * and say nothing.
   */
  async countEngines(): Promise<number> {
    const isReconnecting = performance.now() - this.#failedAt < RECONNECT_TIME;
    return this.#countLive('engine', isReconnecting ? sql`true` : HAS_SESSION);
  }

  /** Number of processes with a role that have renewed their row. */
  async #countLive(role: Role, condition: RawBuilder<unknown> = sql`true`): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from cluster_member as member
      where ${role} = any(roles) and seen_at > now() - ${LOST_AFTER} and ${condition}`.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  /** Ends the database sessions of processes that are cut off, so that their leases are free. */
  async endLost(): Promise<void> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from cluster_member where seen_at <= now() - ${LOST_AFTER}`.execute(this.#db);
    if (rows.length > 0) {
      const names = rows.map(({ member_id }) => applicationNameOf(member_id));
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = any(${names}) and datname = current_database()`.execute(this.#db);
    }
    await sql`delete from cluster_member where seen_at <= now() - ${DELETE_AFTER}`.execute(this.#db);
  }

  get #db(): Db {
    return this.#database.db;
  }

  async #renew(): Promise<void> {
    await sql`
      insert into cluster_member (member_id, host, pid, roles)
      values (${this.memberId}, ${hostname()}, ${process.pid}, ${this.#roles})
      on conflict (member_id) do update set seen_at = now()`.execute(this.#db);
    this.#gateways = Math.max(1, await this.#countLive('gateway'));
    this.#apis = Math.max(1, await this.#countLive('api'));
  }
}

const NAME_PREFIX = 'wakeline ';

function applicationNameOf(memberId: string): string {
  return `${NAME_PREFIX}${memberId}`;
}

const HAS_SESSION = sql`exists (
  select from pg_stat_activity as session
  where session.application_name = ${NAME_PREFIX}::text || member.member_id::text and session.datname = current_database())`;

/** Query condition: the process of this column has ended, or is cut off. */
export function hasEnded(memberId: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from cluster_member as live where live.member_id = ${memberId} and live.seen_at > now() - ${LOST_AFTER})`;
}

/** What all processes of a cluster share. */
export interface ClusterSettings {
  /** Part of the names of streams and subjects: clusters can share NATS servers. */
  readonly name: string;
  /** Of all trackers. */
  readonly partitions: number;
}

/**
 * Reads the settings of the cluster, which its first process stores.
 *
 * @param partitions of the configuration
 */
export async function loadClusterSettings(db: Db, partitions: number): Promise<ClusterSettings> {
  await db
    .insertInto('cluster_setting')
    .values({ partitions })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('cluster_setting')
    .select(['cluster_id', 'partitions'])
    .executeTakeFirstOrThrow();
  return { name: row.cluster_id.slice(0, NAME_LENGTH), partitions: row.partitions };
}
