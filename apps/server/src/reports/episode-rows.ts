import type { Activity } from '@wakeline/domain/activity/activity';
import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { weekOf } from '../db/partitions.ts';
import type { EventArchive, EventHistory } from '../events/event-archive.ts';
import { eventRelation } from '../events/event-relation.ts';
import { ACTIVITY_NUMBERS, EPISODE_NUMBERS, type EpisodeRow, toEpisodeRow } from './episode-row.ts';
import type { OverspeedData } from './overspeed-row.ts';
import type { VisitData } from './visit-row.ts';

interface DeviceEpisode {
  readonly trackerId: number;
  readonly row: EpisodeRow;
}

const COLUMNS =
  sql.raw(`started_at, ended_at, tracker_id, ref, latitude, longitude, end_latitude, end_longitude, kind, metres,
  ignition, data`);

/** Episodes that ended, to be stored together. */
export class EpisodeRows {
  /** By tracker, start, kind and reference. */
  readonly #rows = new Map<string, DeviceEpisode>();
  /** Their rule or fence no longer exists: what it was is found in the database. */
  readonly #former = new Map<string, DeviceEpisode>();
  readonly #weeks = new Set<number>();

  /** The partitions that must exist before `insert`. */
  get weeks(): ReadonlySet<number> {
    return this.#weeks;
  }

  add(trackerId: number, activities: readonly Activity[]): void {
    for (const activity of activities) this.#add(this.#rows, trackerId, toEpisodeRow(activity));
  }

  addVisit(trackerId: number, row: EpisodeRow<VisitData>): void {
    this.#add(row.data?.name === undefined ? this.#former : this.#rows, trackerId, row);
  }

  addOverspeed(trackerId: number, row: EpisodeRow<OverspeedData>): void {
    const isFormer = row.ref !== 0 && row.data?.rule === undefined;
    this.#add(isFormer ? this.#former : this.#rows, trackerId, row);
  }

  #add(rows: Map<string, DeviceEpisode>, trackerId: number, row: EpisodeRow): void {
    rows.set(`${trackerId} ${row.started_at} ${row.kind} ${row.ref}`, { trackerId, row });
    this.#weeks.add(weekOf(row.started_at));
  }

  /** Like `add`, in place of the activities that began in a time, epoch milliseconds; the end is not included. */
  replace(
    trackerId: number,
    { from, to }: { readonly from: number; readonly to: number },
    activities: readonly Activity[],
  ): void {
    for (const [key, { trackerId: other, row }] of this.#rows) {
      const isInTime = row.started_at >= from && row.started_at < to;
      if (other === trackerId && isInTime && ACTIVITY_NUMBERS.includes(row.kind)) this.#rows.delete(key);
    }
    this.add(trackerId, activities);
  }

  /** Stores them. One that begins when a stored one does replaces it. */
  async insert(tx: Tx, eventArchive: EventArchive | null): Promise<void> {
    if (this.#rows.size > 0) {
      await sql`
        insert into episode (${COLUMNS}) select * from ${unnest([...this.#rows.values()])}
        ${UPDATE}`.execute(tx);
    }
    if (this.#former.size > 0) await this.#insertFormer({ db: tx, eventArchive });
  }

  /** The entry has the name and the account of its fence. A rule may only no longer apply to the device. */
  async #insertFormer(history: EventHistory): Promise<void> {
    const spans = [...this.#former.values()]
      .filter(({ row }) => row.kind === EPISODE_NUMBERS.visit)
      .map(({ trackerId, row }) => ({ trackerId, from: row.started_at, to: row.started_at }));
    const kinds = [EVENT_NUMBERS['fence-entered']];
    const entries = await eventRelation(history, { spans, kinds, refs: null });
    await sql`
      insert into episode (${COLUMNS})
      select started_at, ended_at, added.tracker_id, added.ref, added.latitude, added.longitude, end_latitude, end_longitude,
        added.kind, metres, ignition, added.data || case
          when added.kind = ${EPISODE_NUMBERS.visit} then entry.data
          when rule.rule_id is null then '{}'
          else jsonb_build_object('rule', rule.name, 'account', rule.account_id) end
      from ${unnest([...this.#former.values()])} as added (${COLUMNS})
      left join ${entries} as entry on entry.tracker_id = added.tracker_id and entry.time = started_at and entry.kind = 0
        and entry.ref = added.ref and added.kind = ${EPISODE_NUMBERS.visit}
      left join rule on rule.rule_id = added.ref and added.kind = ${EPISODE_NUMBERS.overspeed}
      where added.kind <> ${EPISODE_NUMBERS.visit} or entry.time is not null
      ${UPDATE}`.execute(history.db);
  }
}

const UPDATE = sql.raw(`
  on conflict (tracker_id, started_at, kind, ref) do update
  set ended_at = excluded.ended_at, latitude = excluded.latitude, longitude = excluded.longitude,
    end_latitude = excluded.end_latitude, end_longitude = excluded.end_longitude, metres = excluded.metres,
    ignition = excluded.ignition, data = excluded.data`);

function unnest(rows: readonly DeviceEpisode[]) {
  const column = (value: (row: EpisodeRow) => number | null) => rows.map(({ row }) => value(row));
  return sql`unnest(${column((row) => row.started_at)}::bigint[], ${column((row) => row.ended_at)}::bigint[],
    ${rows.map(({ trackerId }) => trackerId)}::int[], ${column((row) => row.ref)}::int[],
    ${column((row) => row.latitude)}::int[], ${column((row) => row.longitude)}::int[],
    ${column((row) => row.end_latitude)}::int[], ${column((row) => row.end_longitude)}::int[],
    ${column((row) => row.kind)}::smallint[], ${column((row) => row.metres)}::real[],
    ${column((row) => row.ignition)}::bigint[],
    ${rows.map(({ row }) => (row.data === null ? null : JSON.stringify(row.data)))}::text[]::jsonb[])`;
}
