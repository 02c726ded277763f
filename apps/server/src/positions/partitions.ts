import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Partitions are weeks from Monday to Monday, UTC. Number 0 is the one that contains 1970-01-01, a Thursday. */
const WEEK = 7 * 86_400_000;
const FIRST_MONDAY = 4 * 86_400_000;
const DROP_LOCK_TIMEOUT = '2s';

export function weekOf(time: number): number {
  return Math.floor((time - FIRST_MONDAY) / WEEK) + 1;
}

/** First millisecond of a week. */
export function weekStart(week: number): number {
  return (week - 1) * WEEK + FIRST_MONDAY;
}

function tableOf(week: number): string {
  return `position_${Math.trunc(week)}`;
}

/**
 * The partitions of `position`, created ahead for the present and on demand for older reports. They are attached
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
        await sql`drop table ${sql.id(tableOf(week))}`.execute(tx);
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
    const { rows } = await sql<{
      exists: boolean;
    }>`select to_regclass(${tableOf(week)}) is not null as exists`.execute(tx);
    if (rows[0]?.exists === true) return;
    for (const text of attachStatements(week)) await sql.raw(text).execute(tx);
  });
}

/** The statements that create the partition of a week, to be run in one transaction. */
export function attachStatements(week: number): readonly string[] {
  const name = tableOf(week);
  return [
    `create table ${name} (like position including defaults including constraints including indexes)`,
    `alter table position attach partition ${name} for values from (${weekStart(week)}) to (${weekStart(week + 1)})`,
  ];
}

/** Weeks that have a partition, oldest first. */
export async function listWeeks(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'position'::regclass`.execute(db);
  return rows.map(({ name }) => Number(name.slice('position_'.length))).sort((a, b) => a - b);
}
