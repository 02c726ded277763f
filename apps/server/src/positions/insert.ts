import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { pack, packDegrees } from './packing.ts';
import { weekOf } from './partitions.ts';

/**
 * New positions on their way into the database, as columns. One statement takes them all: `unnest` of five arrays, which on
 * two cores stores 160,000 rows a second; COPY into a temporary table and from there, for a key may be there already, 32,000.
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

  /** The partitions that have to be there before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
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
   * Stores them. Tracker and time are the key: what is there already stays as it is, so that a report that is sent again
   * is stored once.
   *
   * @returns how many were not there before.
   */
  async insert(tx: Tx): Promise<number> {
    if (this.length === 0) return 0;
    const result = await this.#statement().execute(tx);
    return Number(result.numAffectedRows ?? 0);
  }

  /**
   * The same, of one tracker.
   *
   * @returns the times, epoch milliseconds, that were not there before.
   */
  async insertOfOne(tx: Tx): Promise<readonly number[]> {
    if (this.length === 0) return [];
    const { rows } = await sql<{ time: number }>`${this.#statement()} returning time`.execute(tx);
    return rows.map(({ time }) => time);
  }

  #statement() {
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
