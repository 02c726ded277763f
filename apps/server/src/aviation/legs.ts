import type { LegFilter, LegGrouping } from '@wakeline/contract/aviation/legs';
import { NamedError } from '@wakeline/contract/errors';
import {
  LEG_TIMES,
  type Leg,
  type LegCorrection,
  type LegField,
  type LegTime,
} from '@wakeline/domain/aviation/leg';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Scope } from '../identity/scope.ts';
import { planesInScope } from './planes.ts';

export interface LegRow {
  readonly leg_id: number;
  readonly plane_id: number;
  readonly tail_number: string;
  readonly kind: number;
  readonly model: string;
  readonly tracker_id: number | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly found: Leg;
  readonly departure: LegField | null;
  readonly arrival: LegField | null;
  readonly corrected: LegCorrection | null;
}

/** The time that a leg is listed by: of its take-off, or of its first report in flight. */
const STARTED_AT = sql<number>`coalesce((leg.corrected ->> 'takeoff')::int8, leg.started_at)`;
const LANDED_AT = sql<
  number | null
>`coalesce((leg.corrected ->> 'landing')::int8, case when leg.found #> '{landing,at}' is not null then leg.ended_at end)`;
const OFF_BLOCK_AT = sql<
  number | null
>`coalesce((leg.corrected ->> 'offBlock')::int8, (leg.found #>> '{offBlock,at}')::float8::int8)`;
const IN_BLOCK_AT = sql<
  number | null
>`coalesce((leg.corrected ->> 'inBlock')::int8, (leg.found #>> '{inBlock,at}')::float8::int8)`;

function legsInScope(db: Db, scope: Scope) {
  return planesInScope(db, scope).innerJoin('leg', 'leg.plane_id', 'plane.plane_id');
}

function matchingLegs(db: Db, scope: Scope, filter: LegFilter) {
  const { planeId, keywords, ident, landingPlaceId, startTime, endTime } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (planeId !== undefined) conditions.push(sql`plane.plane_id = ${planeId}::int`);
  if (keywords !== '')
    conditions.push(sql`plane.tail_number ilike ${`%${escapeLike(keywords)}%`}::text escape '\\'`);
  if (ident !== undefined)
    conditions.push(sql`${ident}::text in (leg.departure ->> 'ident', leg.arrival ->> 'ident')`);
  if (landingPlaceId !== undefined) {
    const [from, to] = [sql`leg.departure ->> 'landingPlaceId'`, sql`leg.arrival ->> 'landingPlaceId'`];
    conditions.push(sql`${String(landingPlaceId)}::text in (${from}, ${to})`);
  }
  if (startTime !== undefined) conditions.push(sql`${STARTED_AT} >= ${startTime}::int8`);
  if (endTime !== undefined) conditions.push(sql`${STARTED_AT} < ${endTime}::int8`);
  return legsInScope(db, scope).where((where) => where.and(conditions));
}

export async function countLegs(db: Db, scope: Scope, filter: LegFilter): Promise<number> {
  const { count } = await matchingLegs(db, scope, filter)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const COLUMNS = [
  'leg.leg_id',
  'leg.plane_id',
  'plane.tail_number',
  'plane.kind',
  'plane.model',
  'leg.tracker_id',
  'leg.started_at',
  'leg.ended_at',
  'leg.found',
  'leg.departure',
  'leg.arrival',
  'leg.corrected',
] as const;

/** One page of the matching legs, newest first. */
export function readLegs(
  db: Db,
  scope: Scope,
  filter: LegFilter,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<readonly LegRow[]> {
  return matchingLegs(db, scope, filter)
    .select(COLUMNS)
    .orderBy(STARTED_AT, 'desc')
    .orderBy('leg.leg_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/** Undefined: the user sees no such leg. */
export function findLeg(db: Db, scope: Scope, legId: number): Promise<LegRow | undefined> {
  return legsInScope(db, scope).where('leg.leg_id', '=', legId).select(COLUMNS).executeTakeFirst();
}

/** Locks a leg until the transaction ends. @throws NamedError `leg-unknown` when the user sees no such leg */
export async function lockLeg(tx: Tx, scope: Scope, legId: number): Promise<LegRow> {
  const row = await legsInScope(tx, scope)
    .where('leg.leg_id', '=', legId)
    .select(COLUMNS)
    .forUpdate('leg')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('leg-unknown');
  return row;
}

/** @param corrected null: all times are those that were found */
export async function correctLegTimes(tx: Tx, legId: number, corrected: LegCorrection | null): Promise<void> {
  await tx
    .updateTable('leg')
    .set({ corrected: corrected === null ? null : JSON.stringify(corrected) })
    .where('leg_id', '=', legId)
    .execute();
}

export interface LegSumRow {
  readonly key: string;
  readonly label: string;
  readonly legs: number;
  readonly landings: number;
  readonly touch_and_gos: number;
  readonly flight_time: number;
  readonly block_time: number;
  readonly distance: number;
  /** Highest altitude in metres, by its kind. */
  readonly heights: readonly (number | null)[];
  readonly max_speed: number | null;
}

const MAX_GROUPS = 1_000;
const NO_FIELD = 'none';

/** Sums of the matching legs: planes by tail number, fields by landings, days newest first. */
export async function readLegSums(
  db: Db,
  { timeZone, ...scope }: Scope & { readonly timeZone: string },
  filter: LegFilter,
  by: LegGrouping,
): Promise<readonly LegSumRow[]> {
  const day = sql<string>`to_char(to_timestamp(${STARTED_AT}::float8 / 1000) at time zone ${timeZone}::text, 'YYYY-MM-DD')`;
  const place = sql<string>`coalesce(leg.arrival ->> 'ident', 'p' || (leg.arrival ->> 'landingPlaceId'), ${NO_FIELD})`;
  const [key, label] = {
    plane: [sql<string>`plane.plane_id::text`, sql<string>`min(plane.tail_number)`],
    field: [place, sql<string>`coalesce(max(leg.arrival ->> 'name'), '')`],
    day: [day, sql<string>`max(${day})`],
  }[by] as [RawBuilder<string>, RawBuilder<string>];
  const landings = sql<number>`(count(${LANDED_AT}) + sum((leg.found ->> 'touchAndGos')::int))::int`;
  const height = (kind: number) =>
    sql`max((leg.found ->> 'maxHeight')::float8) filter (where coalesce((leg.found ->> 'maxHeightKind')::int, 1) = ${kind}::int)`;
  const order = {
    plane: sql`min(plane.tail_number)`,
    field: sql`${landings} desc, ${label}`,
    day: sql`max(${day}) desc`,
  }[by];
  return matchingLegs(db, scope, filter)
    .select([
      key.as('key'),
      label.as('label'),
      sql<number>`count(*)::int`.as('legs'),
      landings.as('landings'),
      sql<number>`sum((leg.found ->> 'touchAndGos')::int)::int`.as('touch_and_gos'),
      sql<number>`coalesce(sum(${LANDED_AT} - ${STARTED_AT}), 0)::float8`.as('flight_time'),
      sql<number>`coalesce(sum(${IN_BLOCK_AT} - ${OFF_BLOCK_AT}), 0)::float8`.as('block_time'),
      sql<number>`sum((leg.found ->> 'distance')::float8)`.as('distance'),
      sql<(number | null)[]>`array[${height(1)}, ${height(2)}, ${height(3)}]`.as('heights'),
      sql<number | null>`max((leg.found ->> 'maxSpeed')::float8)`.as('max_speed'),
    ])
    .groupBy(sql`1`)
    .orderBy(order)
    .limit(MAX_GROUPS)
    .execute();
}

/** The time of a leg as it counts: corrected, else found; null: not known. */
export function legTimeOf({ found, corrected, started_at }: LegRow, name: LegTime): number | null {
  const foundAt = name === 'takeoff' ? started_at : (found[name]?.at ?? null);
  return corrected?.[name] ?? foundAt;
}

/** Whether the known times of a leg are in their order. */
export function isInOrder(row: LegRow): boolean {
  const times = LEG_TIMES.flatMap((name) => legTimeOf(row, name) ?? []);
  return times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));
}
