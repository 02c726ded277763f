import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { type RawBuilder, sql } from 'kysely';
import { byteaArray, int4Array, int8Array } from '../db/binary-arrays.ts';
import type { Tx } from '../db/database.ts';
import { packDegrees } from '../db/degrees.ts';
import { weekOf } from '../db/partitions.ts';
import { ByteWriter } from './byte-writer.ts';
import { type PackedPosition, writePacked } from './packing.ts';
import type { TrackerPosition } from './position-store.ts';

export interface PackedRow extends PackedPosition {
  readonly trackerId: number;
  /** `12 1780000000000` of tracker and time. */
  readonly key: string;
}

/**
 * New positions to be stored, as columns: one statement inserts them all with `unnest` of five arrays. COPY into a temporary
 * table and an insert from it, needed because keys may exist already, stores a fifth as many rows a second.
 *
 * Looking for an existing row before each insert takes nearly half of its time. It is left out for positions
 * that their caller knows to be new.
 */
export class PositionColumns {
  readonly #weeks = new Set<number>();
  readonly #new = new Rows();
  readonly #others = new Rows();
  #mayAllExist = false;

  get length(): number {
    return this.#new.length + this.#others.length;
  }

  /** The partitions that must exist before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
  }

  /** Epoch milliseconds of each position. */
  get times(): readonly number[] {
    return [...this.#new.time, ...this.#others.time];
  }

  /**
   * @param isNew the tracker has no position of this time or later, neither stored nor here. Where that turns out to be wrong,
   * `insert` fails with a unique violation until `expectExisting` is called.
   */
  add(trackerId: number, report: LocatedReport, isNew = false): void {
    const rows = isNew ? this.#new : this.#others;
    rows.add(trackerId, report);
    this.#weeks.add(weekOf(report.time));
  }

  /** From now on, any of the positions may be stored already. Returns false if that was so before. */
  expectExisting(): boolean {
    const isChange = !this.#mayAllExist && this.#new.length > 0;
    this.#mayAllExist = true;
    return isChange;
  }

  /**
   * Stores the positions. Tracker and time are the key: existing rows stay unchanged, so a report that is sent again
   * is stored once.
   *
   * @param together a statement that runs in the same round trip to the database; only if there are positions.
   * @returns how many were inserted.
   */
  async insert(tx: Tx, together: RawBuilder<unknown> | null = null): Promise<number> {
    let inserted = 0;
    let first = together;
    for (const statement of this.#statements()) {
      const query = first === null ? statement : sql`with together as (${first}) ${statement}`;
      first = null;
      const { numAffectedRows } = await query.execute(tx);
      inserted += Number(numAffectedRows ?? 0);
    }
    return inserted;
  }

  #statements(): readonly RawBuilder<unknown>[] {
    if (this.#mayAllExist) return this.length === 0 ? [] : [this.statement()];
    const statements: RawBuilder<unknown>[] = [];
    if (this.#new.length > 0) statements.push(insertOf(this.#new));
    if (this.#others.length > 0) statements.push(sql`${insertOf(this.#others)} on conflict do nothing`);
    return statements;
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

  /** The positions in the order in which they were added, except those of a key that was added before. */
  *rows(): Generator<PackedRow> {
    const keys = new Set<string>();
    // What is known to be new was added before another position of its key.
    for (const { time, tracker, latitude, longitude, packed, packedEnds } of [this.#new, this.#others]) {
      for (const [row, rowTime] of time.entries()) {
        const trackerId = tracker[row] as number;
        const key = `${trackerId} ${rowTime}`;
        if (keys.has(key)) continue;
        keys.add(key);
        yield {
          ...{ trackerId, time: rowTime, key },
          latitude: latitude[row] as number,
          longitude: longitude[row] as number,
          packed: packed.written.subarray(packedEnds[row - 1] ?? 0, packedEnds[row]),
        };
      }
    }
  }

  /** A statement that stores them, whether or not they exist; there must be one position at least. */
  statement(): RawBuilder<unknown> {
    const rows = this.#others.length === 0 ? this.#new : this.#new.followedBy(this.#others);
    return sql`${insertOf(rows)} on conflict do nothing`;
  }
}

/**
 * Stores positions that another store has. Existing rows with the same key stay unchanged; the partitions of their weeks must exist.
 */
export async function insertStored(tx: Tx, positions: readonly TrackerPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const rows = new Rows();
  for (const position of positions) rows.addPacked(position);
  await sql`${insertOf(rows)} on conflict do nothing`.execute(tx);
}

class Rows {
  readonly time: number[] = [];
  readonly tracker: number[] = [];
  readonly latitude: number[] = [];
  readonly longitude: number[] = [];
  /** The packed bytes of all rows, and where those of each row end. */
  readonly packed = new ByteWriter();
  readonly packedEnds: number[] = [];

  get length(): number {
    return this.time.length;
  }

  add(trackerId: number, report: LocatedReport): void {
    this.time.push(Math.trunc(report.time));
    this.tracker.push(trackerId);
    this.latitude.push(packDegrees(report.fix.latitude));
    this.longitude.push(packDegrees(report.fix.longitude));
    writePacked(this.packed, report);
    this.packedEnds.push(this.packed.length);
  }

  addPacked({ trackerId, time, latitude, longitude, packed }: TrackerPosition): void {
    this.time.push(time);
    this.tracker.push(trackerId);
    this.latitude.push(latitude);
    this.longitude.push(longitude);
    this.packed.bytes(packed);
    this.packedEnds.push(this.packed.length);
  }

  followedBy(others: Rows): Rows {
    const rows = new Rows();
    for (const { time, tracker, latitude, longitude, packed, packedEnds } of [this, others]) {
      const start = rows.packed.length;
      rows.packed.bytes(packed.written);
      for (const [index, end] of packedEnds.entries()) {
        rows.time.push(time[index] as number);
        rows.tracker.push(tracker[index] as number);
        rows.latitude.push(latitude[index] as number);
        rows.longitude.push(longitude[index] as number);
        rows.packedEnds.push(start + end);
      }
    }
    return rows;
  }
}

/** Several `unnest` in the select list are advanced together; in the from clause, their rows would be collected first. */
function insertOf({ time, tracker, latitude, longitude, packed, packedEnds }: Rows): RawBuilder<unknown> {
  return sql`
    insert into position (time, tracker_id, latitude, longitude, packed)
    select unnest(${int8Array(time)}::bigint[]), unnest(${int4Array(tracker)}::int[]),
      unnest(${int4Array(latitude)}::int[]), unnest(${int4Array(longitude)}::int[]),
      unnest(${byteaArray(packed.written, packedEnds)}::bytea[])`;
}
