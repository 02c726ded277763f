import type { Activity } from '@wakeline/domain/activity/activity';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { weekOf } from '../db/partitions.ts';
import { type EpisodeRow, toEpisodeRow } from './episode-row.ts';

interface DeviceEpisode {
  readonly trackerId: number;
  readonly row: EpisodeRow;
}

/** Activities that ended, to be stored in one statement. */
export class EpisodeRows {
  /** By tracker, start and kind. */
  readonly #rows = new Map<string, DeviceEpisode>();
  readonly #weeks = new Set<number>();

  /** The partitions that must exist before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
  }

  add(trackerId: number, activities: readonly Activity[]): void {
    for (const activity of activities) {
      const row = toEpisodeRow(activity);
      this.#rows.set(`${trackerId} ${row.started_at} ${row.kind}`, { trackerId, row });
      this.#weeks.add(weekOf(row.started_at));
    }
  }

  /** Like `add`, in place of the ones that began in a time, epoch milliseconds; the end is not included. */
  replace(
    trackerId: number,
    { from, to }: { readonly from: number; readonly to: number },
    activities: readonly Activity[],
  ): void {
    for (const [key, { trackerId: other, row }] of this.#rows)
      if (other === trackerId && row.started_at >= from && row.started_at < to) this.#rows.delete(key);
    this.add(trackerId, activities);
  }

  /** Stores them. One that begins when a stored one does replaces it. */
  async insert(tx: Tx): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    const column = (value: (row: EpisodeRow) => number | null) => rows.map(({ row }) => value(row));
    await sql`
      insert into episode (started_at, ended_at, tracker_id, latitude, longitude, end_latitude, end_longitude, kind,
        metres, ignition, data)
      select * from unnest(${column((row) => row.started_at)}::bigint[], ${column((row) => row.ended_at)}::bigint[],
        ${rows.map(({ trackerId }) => trackerId)}::int[],
        ${column((row) => row.latitude)}::int[], ${column((row) => row.longitude)}::int[],
        ${column((row) => row.end_latitude)}::int[], ${column((row) => row.end_longitude)}::int[],
        ${column((row) => row.kind)}::smallint[], ${column((row) => row.metres)}::real[],
        ${column((row) => row.ignition)}::bigint[],
        ${rows.map(({ row }) => (row.data === null ? null : JSON.stringify(row.data)))}::text[]::jsonb[])
      on conflict (tracker_id, started_at, kind) do update
      set ended_at = excluded.ended_at, latitude = excluded.latitude, longitude = excluded.longitude,
        end_latitude = excluded.end_latitude, end_longitude = excluded.end_longitude, metres = excluded.metres,
        ignition = excluded.ignition, data = excluded.data`.execute(tx);
  }
}
