import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { SearchResultKind } from '@wakeline/contract/places';
import { areaOf, type Box } from '@wakeline/domain/fences/area';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { fencesInScope } from '../fences/in-scope.ts';
import { objectsInScope } from '../identity/object-scope.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { trackersInScope } from '../trackers/in-scope.ts';
import { isValidAt } from '../trackers/validity.ts';
import { formatDistance } from './describe-position.ts';
import type { RankedResult, SearchResult } from './search-result.ts';

/** Characters of a note in a result. */
const MAX_NOTE_LENGTH = 60;

export interface AccountQuery {
  readonly keywords: string;
  readonly language: Language;
  /** Maximum number of results of each kind. */
  readonly limit: number;
  /** Epoch milliseconds: trackers that are expired then have no position. */
  readonly now: number;
}

/**
 * Finds the objects of an account whose name contains the keywords, limited to the scope; trackers also by IMEI and
 * label.
 */
export async function searchAccount(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const results = await Promise.all([
    findTrackers(db, scope, query),
    findGroups(db, scope, query),
    findFences(db, scope, query),
    findLabelPoints(db, scope, query),
    findRoutes(db, scope, query),
  ]);
  return results.flat();
}

async function findTrackers(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const match = matchColumns(['tracker.name', 'tracker.imei', 'tracker.label'], query.keywords);
  const rows = await trackersInScope(db, scope)
    .leftJoin('tracker_state', (join) =>
      join.onRef('tracker_state.tracker_id', '=', 'tracker.tracker_id').on(isValidAt(query.now)),
    )
    .where(match.condition)
    .select(['tracker.tracker_id', 'tracker.name', 'tracker.imei', 'tracker.label', match.rank.as('match')])
    .select(['tracker_state.latitude', 'tracker_state.longitude'])
    .orderBy('match')
    .orderBy('tracker.name')
    .orderBy('tracker.tracker_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    match: row.match,
    result: {
      ...toUnlocatedResult('tracker', row.tracker_id, row.name),
      detail: row.label === '' ? row.imei : `${row.imei} · ${row.label}`,
      latitude: row.latitude,
      longitude: row.longitude,
    },
  }));
}

async function findGroups(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const match = matchColumns(['tracker_group.name'], query.keywords);
  const { rows } = await sql<GroupRow>`
    with recursive found as (
      select group_id, name, ${match.rank} as match from tracker_group
      where account_id = ${scope.accountId} and ${inScope(scope, 'tracker_group.group_id')} and ${match.condition}
      order by match, name, group_id limit ${query.limit}
    ), below as (
      select group_id as found_id, group_id from found
      union
      select below.found_id, child.group_id from tracker_group child join below on child.parent_id = below.group_id
    )
    select found.group_id, found.name, found.match, totals.* from found cross join lateral (
      select count(*) as trackers, min(latitude) as south, max(latitude) as north,
        min(longitude) as west, max(longitude) as east,
        min(longitude + case when longitude < 0 then 360 else 0 end) as pacific_west,
        max(longitude + case when longitude < 0 then 360 else 0 end) as pacific_east
      from below join tracker on tracker.group_id = below.group_id
      left join tracker_state on tracker_state.tracker_id = tracker.tracker_id and ${isValidAt(query.now)}
      where below.found_id = found.group_id and ${inScope(scope, 'tracker.group_id')}
    ) as totals order by found.match, found.name, found.group_id`.execute(db);
  return rows.map((row) => {
    const detail = query.language === 'zh_CN' ? `${row.trackers} 台设备` : formatDeviceCount(row.trackers);
    const result = { ...toUnlocatedResult('group', row.group_id, row.name), detail };
    const box = boxOfGroup(row);
    return { match: row.match, result: box === null ? result : { ...result, ...locateInBox(box) } };
  });
}

interface GroupRow {
  readonly group_id: number;
  readonly name: string;
  readonly match: number;
  readonly trackers: number;
  readonly south: number | null;
  readonly north: number | null;
  readonly west: number;
  readonly east: number;
  /** The same with longitudes from 0 to 360. */
  readonly pacific_west: number;
  readonly pacific_east: number;
}

/** The narrower of the two boxes: trackers on both sides of the antimeridian are close to each other. */
function boxOfGroup({ south, north, west, east, pacific_west, pacific_east }: GroupRow): Box | null {
  if (south === null || north === null) return null;
  if (east - west <= pacific_east - pacific_west) return { south, north, west, east };
  return { south, north, west: pacific_west, east: pacific_east };
}

function formatDeviceCount(count: number): string {
  return count === 1 ? '1 device' : `${count} devices`;
}

async function findFences(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const match = matchColumns(['fence.name'], query.keywords);
  const rows = await fencesInScope(db, scope)
    .where(match.condition)
    .select(['fence_id', 'name', 'data', 'note', match.rank.as('match')])
    .orderBy('match')
    .orderBy('name')
    .orderBy('fence_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    match: row.match,
    result: {
      ...toUnlocatedResult('fence', row.fence_id, row.name),
      detail: row.note.slice(0, MAX_NOTE_LENGTH),
      ...locateInBox(boxOfFence(row.data)),
    },
  }));
}

function boxOfFence(data: FenceData): Box {
  if ('center' in data) return areaOf({ type: 'CIRCULAR', ...data }).box;
  if ('west' in data) return { ...data, east: data.east < data.west ? data.east + 360 : data.east };
  // The extent is enough; a full area of thousands of vertices would be costly to build.
  const { west, south, east, north } = boxOfLine(data.rings[0] ?? []) ?? {
    west: 0,
    south: 0,
    east: 0,
    north: 0,
  };
  // Longitudes may exceed 180 degrees: normalize the start to the usual range.
  const shift = Math.floor((west + 180) / 360) * -360;
  return { west: west + shift, south, east: east + shift, north };
}

async function findLabelPoints(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const match = matchColumns(['label_point.name'], query.keywords);
  const rows = await db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .where(match.condition)
    .select(['label_point_id', 'name', 'latitude', 'longitude', 'note', match.rank.as('match')])
    .orderBy('match')
    .orderBy('name')
    .orderBy('label_point_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    match: row.match,
    result: {
      ...toUnlocatedResult('labelPoint', row.label_point_id, row.name),
      detail: row.note.slice(0, MAX_NOTE_LENGTH),
      latitude: row.latitude,
      longitude: row.longitude,
    },
  }));
}

async function findRoutes(db: Db, scope: Scope, query: AccountQuery): Promise<RankedResult[]> {
  const match = matchColumns(['route.name'], query.keywords);
  const rows = await db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .where(match.condition)
    .select(['route_id', 'name', 'line', 'length', match.rank.as('match')])
    .orderBy('match')
    .orderBy('name')
    .orderBy('route_id')
    .limit(query.limit)
    .execute();
  return rows.map((row) => {
    const result = {
      ...toUnlocatedResult('route', row.route_id, row.name),
      detail: formatDistance(row.length),
    };
    const box = boxOfLine(row.line);
    return { match: row.match, result: box === null ? result : { ...result, ...locateInBox(box) } };
  });
}

function boxOfLine(line: readonly (readonly [number, number])[]): Box | null {
  if (line.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of line) {
    west = Math.min(west, lng);
    south = Math.min(south, lat);
    east = Math.max(east, lng);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

/** A result without coordinates so far. */
function toUnlocatedResult(kind: SearchResultKind, id: number, name: string): SearchResult {
  return { kind, id, name, detail: '', latitude: null, longitude: null, bounds: null };
}

/** The centre of a box, and the box itself. */
function locateInBox(box: Box): Pick<SearchResult, 'latitude' | 'longitude' | 'bounds'> {
  const { west, south, east, north } = box;
  const middle = (west + east) / 2;
  return {
    latitude: (south + north) / 2,
    longitude: middle > 180 ? middle - 360 : middle < -180 ? middle + 360 : middle,
    bounds: { west, south, east, north },
  };
}

type NameColumn =
  | 'tracker.name'
  | 'tracker.imei'
  | 'tracker.label'
  | 'tracker_group.name'
  | 'fence.name'
  | 'label_point.name'
  | 'route.name';

/**
 * The condition that one of the columns contains the keywords, and the rank of `rankMatch` without matches inside
 * words.
 */
function matchColumns(
  columns: readonly NameColumn[],
  keywords: string,
): { readonly condition: RawBuilder<SqlBool>; readonly rank: RawBuilder<number> } {
  const text = escapeLike(keywords);
  const like = (pattern: string) =>
    sql<SqlBool>`(${sql.join(
      columns.map((column) => sql`${sql.ref(column)} ilike ${pattern} escape '\\'`),
      sql` or `,
    )})`;
  return {
    condition: like(`%${text}%`),
    rank: sql<number>`case when ${like(text)} then 0 when ${like(`${text}%`)} then 1 else 2 end`,
  };
}
