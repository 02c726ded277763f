import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Partitions are weeks from Monday to Monday, UTC. Number 0 is the one that contains 1970-01-01, a Thursday. */
export const WEEK = 7 * 86_400_000;
export const FIRST_MONDAY = 4 * 86_400_000;
const DROP_LOCK_TIMEOUT = '2s';

export function weekOf(time: number): number {
  return Math.floor((time - FIRST_MONDAY) / WEEK) + 1;
}

/** First millisecond of a week. */
export function weekStart(week: number): number {
  return (week - 1) * WEEK + FIRST_MONDAY;
}

/** The tables that have a partition per week. Each week has one of each. */
export const PARTITIONED_TABLES = ['position', 'event', 'episode'] as const;

type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

function partitionOf(table: PartitionedTable, week: number): string {
  return `${table}_${Math.trunc(week)}`;
}

/**
 * The partitions of positions, events and episodes, created ahead for the present and on demand for older reports. They are attached
 * rather than created in place, so that readers and writers of other weeks need not wait.
 */
export class Partitions {
  readonly #known = new Set<number>();

  /** Whether `ensure` would have to create a partition. */
  lacks(weeks: Iterable<number>): boolean {
    for (const week of weeks) if (!this.#known.has(week)) return true;
    return false;
  }

  /** Call this when a partition may have been dropped: all are looked up again. */
  clearCache(): void {
    this.#known.clear();
  }

  async ensure(db: Db, weeks: Iterable<number>): Promise<void> {
    for (const week of weeks) {
      if (this.#known.has(week)) continue;
      await attach(db, week);
      this.#known.add(week);
    }
  }

  /**
   * Drops the weeks that end before `oldest`. Returns how many. Throws the database's lock_not_available when a
   * reader holds the history longer than `DROP_LOCK_TIMEOUT`: writers queue behind a waiting drop, so retry it later.
   */
  async dropBefore(db: Db, oldest: number): Promise<number> {
    const weeks = (await listWeeks(db)).filter((week) => weekStart(week + 1) <= oldest);
    for (const week of weeks) {
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${DROP_LOCK_TIMEOUT}, true)`.execute(tx);
        for (const table of PARTITIONED_TABLES) {
          await sql`drop table if exists ${sql.id(partitionOf(table, week))}`.execute(tx);
        }
      });
      this.#known.delete(week);
    }
    return weeks.length;
  }
}

async function attach(db: Db, week: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Two servers may create the same week at once.
    await sql`select pg_advisory_xact_lock(hashtext('wakeline position partitions'))`.execute(tx);
    for (const table of PARTITIONED_TABLES) {
      const { rows } = await sql<{ exists: boolean }>`
        select to_regclass(${partitionOf(table, week)}) is not null as exists`.execute(tx);
      if (rows[0]?.exists === true) continue;
      for (const text of attachStatements(table, week)) await sql.raw(text).execute(tx);
    }
  });
}

/** The statements that create the partition of a table for a week, to be run in one transaction. */
export function attachStatements(table: PartitionedTable, week: number): readonly string[] {
  const name = partitionOf(table, week);
  const [from, to] = [weekStart(week), weekStart(week + 1)];
  return [
    `create table ${name} (like ${table} including defaults including constraints including indexes)`,
    `alter table ${table} attach partition ${name} for values from (${from}) to (${to})`,
  ];
}

/** Weeks that have partitions, oldest first. */
export async function listWeeks(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'position'::regclass`.execute(db);
  return rows.map(({ name }) => Number(name.slice('position_'.length))).sort((a, b) => a - b);
}
