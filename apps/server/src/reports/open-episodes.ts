import type { ActivityMoment } from '@wakeline/domain/activity/activity';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { fenceMemoryFromText } from '@wakeline/domain/fences/fence-memory-text';
import { endVisit } from '@wakeline/domain/fences/visit';
import { openOverspeedsOf } from '@wakeline/domain/overspeed/open-overspeeds';
import { endOverspeed } from '@wakeline/domain/overspeed/overspeed';
import { deviceOverspeedFromText } from '@wakeline/domain/overspeed/overspeed-memory-text';
import { parseRulesMemory } from '@wakeline/domain/rules/rule-memory-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import type { Scope } from '../identity/scope.ts';
import type { EpisodeRow } from './episode-row.ts';
import { type OverspeedData, toOverspeedRow } from './overspeed-row.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';
import { toVisitRow, type VisitData } from './visit-row.ts';

/** An episode that goes on, as a row that ends with the last fix. */
export interface OpenEpisode<Data> {
  readonly trackerId: number;
  readonly row: EpisodeRow<Data>;
}

interface StateRow {
  readonly tracker_id: number;
  readonly memory: string | null;
  readonly overspeed: string | null;
  readonly fix_time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly mileage: number;
}

/** The overspeeds of devices that go on and began in a time, epoch milliseconds; the end is not included. */
export async function readOpenOverspeeds(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly OpenEpisode<OverspeedData>[]> {
  // Only rules on speed have the letter in their memory: see `formatRulesMemory`.
  const { rows } = await sql<StateRow>`
    with device as (${devicesOfReport(db, scope, filter)})
    select tracker_id, memory ->> 'rules' as memory, memory ->> 'overspeed' as overspeed, fix_time, latitude, longitude, mileage
    from tracker_state join device using (tracker_id)
    where fix_time >= ${from} and (memory ->> 'rules' like '% v%' or memory ? 'overspeed')`.execute(db);
  return rows.flatMap(({ tracker_id: trackerId, memory, overspeed, mileage, ...state }) => {
    const rules = memory === null || memory.startsWith('{') ? null : parseRulesMemory(memory);
    const device = overspeed === null ? null : deviceOverspeedFromText(overspeed);
    const open = openOverspeedsOf({
      ...(rules !== null && { rules }),
      ...(device !== null && { overspeed: device }),
    });
    return open.flatMap(({ ruleId, ...over }): OpenEpisode<OverspeedData>[] => {
      if (over.from.time < from || over.from.time >= to) return [];
      const last = ruleId === null && device !== null ? device : null;
      const ended = endOverspeed(over, last?.last ?? momentOf(state), last?.lastMileage ?? mileage);
      if (ended === null) return [];
      const source = ruleId === null ? null : { ruleId, name: null, place: null };
      return [{ trackerId, row: toOverspeedRow(ended, source, scope.accountId) }];
    });
  });
}

/** The visits of devices that go on and began before a time, epoch milliseconds. */
export async function readOpenVisits(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { to, dayOf }: { readonly to: number; readonly dayOf: DayOf },
): Promise<readonly OpenEpisode<VisitData>[]> {
  const { rows } = await sql<StateRow>`
    with device as (${devicesOfReport(db, scope, filter)})
    select tracker_id, memory ->> 'fences' as memory, null as overspeed, fix_time, latitude, longitude, mileage
    from tracker_state join device using (tracker_id)
    where memory ? 'fences' and fix_time is not null`.execute(db);
  return rows.flatMap(({ tracker_id: trackerId, memory, mileage, ...state }) => {
    const fences = fenceMemoryOf(memory ?? '');
    return fences.flatMap(({ fenceId, inside, enteredAt, visit }): OpenEpisode<VisitData>[] => {
      const start = visit?.time ?? enteredAt;
      if (!inside || start === undefined || start >= to) return [];
      const end = { fence: { fenceId }, to: momentOf(state), mileage, exitDelay: null };
      return [{ trackerId, row: toVisitRow(endVisit(visit, enteredAt, end), scope.accountId, dayOf) }];
    });
  });
}

/** States of older versions have objects. */
function fenceMemoryOf(text: string): ReturnType<typeof fenceMemoryFromText> {
  return text.startsWith('[') ? JSON.parse(text) : fenceMemoryFromText(text);
}

function momentOf({
  fix_time: time,
  latitude,
  longitude,
}: Pick<StateRow, 'fix_time' | 'latitude' | 'longitude'>) {
  return { time, latitude, longitude } satisfies ActivityMoment;
}

/** Rows with the columns of `episode`. */
export function openEpisodeRows(open: readonly OpenEpisode<unknown>[]): RawBuilder<unknown> {
  const column = (value: (row: EpisodeRow) => number | null) => open.map(({ row }) => value(row));
  return sql`
    select * from unnest(${open.map(({ trackerId }) => trackerId)}::int[], ${column((row) => row.ref)}::int[],
      ${column((row) => row.started_at)}::bigint[], ${column((row) => row.ended_at)}::bigint[],
      ${column((row) => row.latitude)}::int[], ${column((row) => row.longitude)}::int[],
      ${column((row) => row.end_latitude)}::int[], ${column((row) => row.end_longitude)}::int[],
      ${column((row) => row.metres)}::real[],
      ${open.map(({ row }) => JSON.stringify(row.data))}::text[]::jsonb[])
      as open (tracker_id, ref, started_at, ended_at, latitude, longitude, end_latitude, end_longitude, metres, data)`;
}

/** Degrees; null: not known. */
export function positionOf(latitude: number | null, longitude: number | null) {
  if (latitude === null || longitude === null) return null;
  return { latitude: latitude / UNITS_PER_DEGREE, longitude: longitude / UNITS_PER_DEGREE };
}
