import type { TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { weekOf } from '../db/partitions.ts';
import { type EventArchive, type EventKeyColumns, formatEventKey } from './event-archive.ts';
import { toEventRow } from './event-row.ts';
import { EVENT_COLUMNS } from './stored-columns.ts';

/** Types of `EVENT_COLUMNS`. */
const TYPES = ['bigint', 'bigint', 'int', 'int', 'int', 'int', 'smallint', 'jsonb'].map((type) =>
  sql.raw(type),
);

/** New events to be stored, as columns of one statement. */
export class EventColumns {
  readonly #columns: (number | string | null)[][] = TYPES.map(() => []);
  readonly #weeks = new Set<number>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The partitions that must exist before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
  }

  /** @param accountId of the tracker. */
  add(trackerId: number, accountId: number, event: TrackerEvent): void {
    const { time, since, ref, latitude, longitude, kind, data } = toEventRow(event, accountId);
    // Stringified twice: an array element uses the same escaping as JSON.
    const json = data === null ? null : JSON.stringify(JSON.stringify(data));
    const values = [time, since, trackerId, ref, latitude, longitude, kind, json];
    for (const [index, value] of values.entries()) this.#columns[index]?.push(value);
    this.#weeks.add(weekOf(time));
    this.#length++;
  }

  /** Stores the events. Existing rows with the same key stay unchanged. */
  async insert(tx: Tx): Promise<void> {
    if (this.length > 0) await this.statement().execute(tx);
  }

  /**
   * Like `insert`. Returns the keys of the new ones, `12 1780000000000 4 0` of tracker, time, kind and ref; null: all are
   * new. Those that are archived are not.
   */
  async insertNew(tx: Tx, archive: EventArchive | null): Promise<ReadonlySet<string> | null> {
    if (this.length === 0) return null;
    const archived = archive === null ? new Set<string>() : await this.#findArchived(archive);
    const inserted = await this.#insertNew(tx);
    if (archived.size === 0) return inserted;
    const keys = inserted ?? this.#keys().map(formatEventKey);
    return new Set([...keys].filter((key) => !archived.has(key)));
  }

  async #insertNew(tx: Tx): Promise<Set<string> | null> {
    const { rows } = await sql<{ keys: string[] | null }>`
      with stored as (${this.statement()} returning tracker_id, time, kind, ref)
      select case when count(*) < ${this.length}
        then coalesce(array_agg(tracker_id || ' ' || time || ' ' || kind || ' ' || ref), '{}') end as keys
      from stored`.execute(tx);
    const keys = rows[0]?.keys ?? null;
    return keys === null ? null : new Set(keys);
  }

  async #findArchived(archive: EventArchive): Promise<ReadonlySet<string>> {
    const since = archive.recentSince();
    const old = this.#keys().filter(({ time }) => time < since);
    return old.length === 0 ? new Set() : archive.findKeys(old);
  }

  #keys(): readonly EventKeyColumns[] {
    const [times = [], , trackers = [], refs = [], , , kinds = []] = this.#columns;
    return times.map((time, row) => ({
      tracker_id: Number(trackers[row]),
      time: Number(time),
      kind: Number(kinds[row]),
      ref: Number(refs[row]),
    }));
  }

  /** The statement that stores them; there must be one event at least. */
  statement(): RawBuilder<unknown> {
    const arrays = TYPES.map((type, index) => {
      const values = this.#columns[index]?.map((value) => value ?? 'null') ?? [];
      return sql`${`{${values.join(',')}}`}::${type}[]`;
    });
    return sql`insert into event (${EVENT_COLUMNS}) select * from unnest(${sql.join(arrays)}) on conflict do nothing`;
  }
}
