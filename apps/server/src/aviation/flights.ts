import type { FlightFilter, FlightState } from '@wakeline/contract/aviation/flights';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { LegField } from '@wakeline/domain/aviation/leg';
import { EARLIEST_MS, LATEST_MS } from '@wakeline/domain/aviation/match-flight';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';
import { inScope, type Scope } from '../identity/scope.ts';

export type FlightRow = Selectable<Schema['flight']>;
export type FlightColumns = Omit<
  Insertable<Schema['flight']>,
  'account_id' | 'series_id' | 'leg_id' | 'cancelled_at' | 'created_at' | 'changed_at'
>;

export interface ListedFlight extends FlightRow {
  readonly tail_number: string | null;
  readonly tracker_id: number | null;
  readonly actual_takeoff: number | null;
  readonly actual_landing: number | null;
  readonly found_arrival: LegField | null;
  readonly state: FlightState;
  readonly is_uncertain: boolean;
}

/** Minutes after the planned off-block time, and after the estimated arrival, from which a flight is overdue. */
const LATE_OFF_BLOCK = 30;
const LATE_ARRIVAL = 15;
/** Minutes after the estimated arrival: the uncertainty phase (ICAO Annex 11, chapter 5). */
const UNCERTAINTY = 30;
/** Hours after the estimated arrival from which a flight that nobody saw is no longer overdue. */
const UNOBSERVED = 24;

const TAKEOFF = sql<number | null>`coalesce((leg.corrected ->> 'takeoff')::int8, leg.started_at)`;
const LANDING = sql<
  number | null
>`coalesce((leg.corrected ->> 'landing')::int8, case when leg.found #> '{landing,at}' is not null then leg.ended_at end)`;

/**
 * When the plane left its stand, epoch milliseconds, while it taxies: a field of `flightMemoryToText` in the state of its
 * device. Null: it stands or flies.
 */
const OFF_BLOCK = sql<number | null>`(
  select substring(tracker_state.memory ->> 'plane' from ' o([0-9]+)')::int8 from tracker_state
  where tracker_state.tracker_id = plane.tracker_id
    and split_part(tracker_state.memory ->> 'plane', ' ', 1) = plane.plane_id::text)`;

/** Whether the plane taxies for this flight: of its flights without a leg it is the nearest in time. */
const IS_OFF_BLOCK = sql<boolean>`exists (
  select from (select to_timestamp(${OFF_BLOCK} / 1000.0) as at) as off
  where off.at between flight.takeoff_time - make_interval(secs => ${EARLIEST_MS / 1_000}::int)
      and flight.takeoff_time + make_interval(secs => ${LATEST_MS / 1_000}::int)
    and not exists (
      select from flight as other
      where other.plane_id = flight.plane_id and other.flight_id <> flight.flight_id
        and other.leg_id is null and other.cancelled_at is null
        and abs(extract(epoch from other.takeoff_time - off.at)) < abs(extract(epoch from flight.takeoff_time - off.at))))`;

/** The state of a flight at a time, epoch milliseconds. */
function stateAt(now: number) {
  const late = (column: RawBuilder<unknown>, minutes: number) =>
    sql`to_timestamp(${now}::float8 / 1000) >= ${column} + make_interval(mins => ${minutes}::int)`;
  const [takeoff, arrival] = [sql`flight.takeoff_time`, sql`flight.arrival_time`];
  const state = sql<FlightState>`case
    when flight.cancelled_at is not null then 'cancelled'
    when ${LANDING} is not null then 'landed'
    when leg.leg_id is not null then case when ${late(arrival, LATE_ARRIVAL)} then 'overdue' else 'flying' end
    when plane.tracker_id is null then case when ${late(arrival, 0)} then 'unobserved' else 'planned' end
    when ${late(arrival, UNOBSERVED * 60)} then 'unobserved'
    when ${late(takeoff, LATE_OFF_BLOCK)} then 'overdue'
    when ${IS_OFF_BLOCK} then 'offBlock'
    else 'planned' end`;
  return { state, isUncertain: sql<boolean>`${late(arrival, UNCERTAINTY)}` };
}

/** The flights that a user sees. A scope limited to groups has those of planes that it has. */
function flightsInScope(db: Db, scope: Scope) {
  const query = db
    .selectFrom('flight')
    .leftJoin('plane', 'plane.plane_id', 'flight.plane_id')
    .leftJoin('tracker', 'tracker.tracker_id', 'plane.tracker_id')
    .leftJoin('leg', 'leg.leg_id', 'flight.leg_id')
    .where('flight.account_id', '=', scope.accountId);
  if (scope.groupIds === null) return query;
  return query.where(
    sql<boolean>`plane.plane_id is not null and case when plane.tracker_id is null
      then ${inScope(scope, 'plane.group_id')} else ${inScope(scope, 'tracker.group_id')} end`,
  );
}

function matchingFlights(db: Db, scope: Scope, filter: FlightFilter, now: number) {
  const { keywords, startTime, endTime, planeId, flightId, ident, landingPlaceId, state } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    conditions.push(
      sql`(flight.flight_number ilike ${pattern}::text escape '\\' or plane.tail_number ilike ${pattern}::text escape '\\'
        or flight.note ilike ${pattern}::text escape '\\')`,
    );
  }
  if (startTime !== undefined)
    conditions.push(sql`flight.takeoff_time >= to_timestamp(${startTime}::float8 / 1000)`);
  if (endTime !== undefined)
    conditions.push(sql`flight.takeoff_time < to_timestamp(${endTime}::float8 / 1000)`);
  if (planeId !== undefined) conditions.push(sql`flight.plane_id = ${planeId}::int`);
  if (flightId !== undefined) conditions.push(sql`flight.flight_id = ${flightId}::int`);
  if (ident !== undefined)
    conditions.push(sql`${ident}::text in (flight.departure ->> 'ident', flight.arrival ->> 'ident')`);
  if (landingPlaceId !== undefined) {
    const places = sql`(flight.departure ->> 'landingPlaceId', flight.arrival ->> 'landingPlaceId')`;
    conditions.push(sql`${String(landingPlaceId)}::text in ${places}`);
  }
  if (state !== undefined) conditions.push(sql`${stateAt(now).state} = ${state}::text`);
  return flightsInScope(db, scope).where((where) => where.and(conditions));
}

/** @param now epoch milliseconds, which decides the states */
export async function countFlights(db: Db, scope: Scope, filter: FlightFilter, now: number): Promise<number> {
  const { count } = await matchingFlights(db, scope, filter, now)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface FlightPage {
  readonly direction: 'ascending' | 'descending';
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** One page of the matching flights, by planned time. @param now epoch milliseconds, which decides the states */
export function readFlights(
  db: Db,
  scope: Scope,
  filter: FlightFilter,
  { direction, pageIndex, pageSize }: FlightPage,
  now: number,
): Promise<readonly ListedFlight[]> {
  const order = direction === 'ascending' ? 'asc' : 'desc';
  return listFlights(matchingFlights(db, scope, filter, now), now)
    .orderBy('flight.takeoff_time', order)
    .orderBy('flight.flight_id', order)
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/** These flights by id, without those that the user does not see. @param now epoch milliseconds, which decides the states */
export async function readFlightsById(
  db: Db,
  scope: Scope,
  flightIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, ListedFlight>> {
  if (flightIds.length === 0) return new Map();
  const query = flightsInScope(db, scope).where(
    sql<boolean>`flight.flight_id = any (${[...flightIds]}::int[])`,
  );
  const rows = await listFlights(query, now).execute();
  return new Map(rows.map((row) => [row.flight_id, row]));
}

function listFlights(query: ReturnType<typeof flightsInScope>, now: number) {
  const { state, isUncertain } = stateAt(now);
  return query
    .selectAll('flight')
    .select([
      'plane.tail_number',
      'plane.tracker_id',
      'leg.arrival as found_arrival',
      TAKEOFF.as('actual_takeoff'),
      LANDING.as('actual_landing'),
      state.as('state'),
      isUncertain.as('is_uncertain'),
    ]);
}

/** Keeps a flight until the transaction ends. @throws NamedError `flight-unknown` unless the user sees it */
export async function requireFlight(tx: Tx, scope: Scope, flightId: number): Promise<void> {
  const row = await flightsInScope(tx, scope)
    .where('flight.flight_id', '=', flightId)
    .select('flight.flight_id')
    .forKeyShare('flight')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('flight-unknown');
}

/**
 * The flight of each of these planes that matters now: the one under way, otherwise an overdue one, otherwise the next.
 *
 * @param now epoch milliseconds, which decides the states
 */
export async function readCurrentFlights(
  db: Db,
  accountId: number,
  planeIds: readonly number[],
  now: number,
): Promise<readonly (FlightRow & Pick<ListedFlight, 'state'>)[]> {
  const { state } = stateAt(now);
  const rank = sql<number>`array_position(array['flying', 'offBlock', 'overdue', 'planned'], ${state})`;
  const rows = await db
    .selectFrom('flight')
    .innerJoin('plane', 'plane.plane_id', 'flight.plane_id')
    .leftJoin('leg', 'leg.leg_id', 'flight.leg_id')
    .where('flight.account_id', '=', accountId)
    .where(sql<boolean>`flight.plane_id = any (${[...planeIds]}::int[])`)
    .where('flight.cancelled_at', 'is', null)
    .where(sql<boolean>`${rank} is not null`)
    .distinctOn('flight.plane_id')
    .selectAll('flight')
    .select(state.as('state'))
    .orderBy('flight.plane_id')
    .orderBy(rank)
    .orderBy('flight.takeoff_time')
    .execute();
  return rows;
}

/** Locks these flights, in the order of their ids. @throws NamedError `flight-unknown` unless the user sees all of them */
export async function lockFlights(
  tx: Tx,
  scope: Scope,
  flightIds: readonly number[],
): Promise<readonly FlightRow[]> {
  const rows = await flightsInScope(tx, scope)
    .where(sql<boolean>`flight.flight_id = any (${[...flightIds]}::int[])`)
    .selectAll('flight')
    .orderBy('flight.flight_id')
    .forUpdate('flight')
    .execute();
  if (rows.length < new Set(flightIds).size) throw new NamedError('flight-unknown');
  return rows;
}

/** How many more flights the account may have. */
export async function readFreeFlights(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('flight')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, LIMITS.flightsPerAccount - count);
}

/** Locks the account and checks that it may have this many more flights. @throws NamedError `flight-limit` */
export async function requireRoomForFlights(tx: Tx, accountId: number, added: number): Promise<void> {
  await lockAccount(tx, accountId);
  if ((await readFreeFlights(tx, accountId)) < added)
    throw new NamedError('flight-limit', { max: LIMITS.flightsPerAccount });
}

/** Returns the ids in the order of the flights. */
export async function insertFlights(
  tx: Tx,
  { accountId, now }: { readonly accountId: number; readonly now: number },
  flights: readonly FlightColumns[],
): Promise<readonly number[]> {
  const at = new Date(now);
  const rows = await tx
    .insertInto('flight')
    .values(flights.map((columns) => ({ ...columns, account_id: accountId, created_at: at, changed_at: at })))
    .returning('flight_id')
    .execute();
  return rows.map(({ flight_id }) => flight_id);
}

/** Marks flights as one weekly repeat, by the id of the first. */
export async function linkSeries(tx: Tx, flightIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('flight')
    .set({ series_id: flightIds[0] ?? null })
    .where(sql<boolean>`flight_id = any (${[...flightIds]}::int[])`)
    .execute();
}

/** A changed plane, place or time needs a new match, so the leg is released. */
export async function updateFlight(
  tx: Tx,
  flightId: number,
  columns: Partial<FlightColumns> & { readonly cancelled_at?: Date },
  now: number,
): Promise<void> {
  await tx
    .updateTable('flight')
    .set({ ...columns, leg_id: null, changed_at: new Date(now) })
    .where('flight_id', '=', flightId)
    .execute();
}

export async function removeFlights(tx: Tx, flightIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('flight')
    .where(sql<boolean>`flight_id = any (${[...flightIds]}::int[])`)
    .execute();
}
