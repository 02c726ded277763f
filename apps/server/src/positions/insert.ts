import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { packDegrees } from '../db/degrees.ts';
import { weekOf } from '../db/partitions.ts';
import { pack } from './packing.ts';

/**
 * New positions to be stored, as columns. One statement inserts them all with `unnest` of five arrays, which stores
 * 160,000 rows a second on two cores. COPY into a temporary table and an insert from it, needed because keys may
 * exist already, stores 32,000.
 */
export class PositionColumns {
  readonly #time: number[] = [];
  readonly #tracker: number[] = [];
  readonly #latitude: number[] = [];
  readonly #longitude: number[] = [];
  readonly #packed: string[] = [];
  readonly #weeks = new Set<number>();

  get length(): number {
    return this.#time.length;
  }

  /** The partitions that must exist before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
  }

  /** Epoch milliseconds of each position. */
  get times(): readonly number[] {
    return this.#time;
  }

  add(trackerId: number, report: LocatedReport): void {
    this.#time.push(Math.trunc(report.time));
    this.#tracker.push(trackerId);
    this.#latitude.push(packDegrees(report.fix.latitude));
    this.#longitude.push(packDegrees(report.fix.longitude));
    this.#packed.push(`"\\\\x${pack(report)}"`);
    this.#weeks.add(weekOf(report.time));
  }

  /**
   * Stores the positions. Tracker and time are the key: existing rows stay unchanged, so a report that is sent again
   * is stored once.
   *
   * @returns how many were inserted.
   */
  async insert(tx: Tx): Promise<number> {
    if (this.length === 0) return 0;
    const result = await this.statement().execute(tx);
    return Number(result.numAffectedRows ?? 0);
  }

  /**
   * Like `insert`. Also returns the keys of the inserted ones, `12 1780000000000` of tracker and time; null: all were
   * inserted.
   */
  async insertNew(tx: Tx): Promise<{ readonly inserted: number; readonly keys: ReadonlySet<string> | null }> {
    if (this.length === 0) return { inserted: 0, keys: null };
    const { rows } = await sql<{ inserted: number; keys: string[] | null }>`
      with stored as (${this.statement()} returning tracker_id, time)
      select count(*) as inserted,
        case when count(*) < ${this.length} then array_agg(tracker_id || ' ' || time) end as keys
      from stored`.execute(tx);
    const { inserted, keys } = rows[0] ?? { inserted: 0, keys: null };
    return { inserted, keys: inserted === this.length ? null : new Set(keys) };
  }

  /**
   * Like `insert`, for positions of a single tracker.
   *
   * @returns the inserted times, epoch milliseconds.
   */
  async insertOfOne(tx: Tx): Promise<readonly number[]> {
    if (this.length === 0) return [];
    const { rows } = await sql<{ time: number }>`${this.statement()} returning time`.execute(tx);
    return rows.map(({ time }) => time);
  }

  /** The statement that stores them; there must be one position at least. */
  statement(): RawBuilder<unknown> {
    return sql`
      insert into position (time, tracker_id, latitude, longitude, packed)
      select * from unnest(
        ${toArrayLiteral(this.#time)}::bigint[], ${toArrayLiteral(this.#tracker)}::int[],
        ${toArrayLiteral(this.#latitude)}::int[], ${toArrayLiteral(this.#longitude)}::int[],
        ${toArrayLiteral(this.#packed)}::bytea[])
      on conflict do nothing`;
  }
}

function toArrayLiteral(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`;
}
