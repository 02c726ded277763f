import type { OverviewBounds, StatusCounts } from '@wakeline/contract/trackers/live-overview';
import { CLUSTER_PIXELS, UNCLUSTERED_ZOOM } from '@wakeline/domain/devices/clustering';
import {
  latFromMercator,
  lngFromMercator,
  MERCATOR_LATITUDE,
  mercatorX,
  mercatorY,
  wrapLng,
} from '@wakeline/domain/geo/web-mercator';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';
import { selectVisibleStatus } from './validity.ts';

/** Clusters and single trackers of one overview. */
const MAX_OBJECTS = 2_000;
const TILE_PIXELS = 512;

export interface OverviewArea {
  readonly bounds: OverviewBounds;
  readonly zoom: number;
}

interface CellRow {
  /** Mean position in the unit square of the web map. */
  readonly x: number;
  readonly y: number;
  readonly trackerId: number;
  readonly counts: StatusCounts;
}

export interface LiveOverview {
  readonly counts: StatusCounts;
  readonly groups: readonly { readonly groupId: number | null; readonly counts: StatusCounts }[];
  readonly clusters: readonly {
    readonly lng: number;
    readonly lat: number;
    readonly count: number;
    readonly counts: StatusCounts;
  }[];
  /** Trackers that are not in a cluster. */
  readonly trackerIds: readonly number[];
}

/** The numbers of trackers in a scope, and those in an area as clusters of a grid. `now`: epoch milliseconds. */
export async function readLiveOverview(
  db: Db,
  scope: Scope,
  area: OverviewArea,
  now: number,
): Promise<LiveOverview> {
  const { groups, cells } = await readCells(db, scope, area, now);
  return {
    counts: sumOf(groups.map(({ counts }) => counts)),
    groups,
    clusters: cells
      .filter(({ counts }) => counts.all > 1)
      .map(({ x, y, counts }) => ({
        lng: wrapLng(lngFromMercator(x)),
        lat: latFromMercator(y),
        count: counts.all,
        counts,
      })),
    trackerIds: cells.filter(({ counts }) => counts.all === 1).map(({ trackerId }) => trackerId),
  };
}

/** Of rows with a `status` and the `number` of trackers in it. */
const COUNTS = sql<StatusCounts>`json_build_object('all', sum(number),
  'RUNNING', coalesce(sum(number) filter (where status = 'RUNNING'), 0),
  'STOP', coalesce(sum(number) filter (where status = 'STOP'), 0),
  'SOS', coalesce(sum(number) filter (where status = 'SOS'), 0),
  'OFFLINE', coalesce(sum(number) filter (where status = 'OFFLINE'), 0))`;

/** One row for each cell, and for each tracker that is separate. */
const CELL = sql`sum(x) / sum(number) as x, sum(y) / sum(number) as y, min(tracker_id) as "trackerId", ${COUNTS} as counts`;

async function readCells(
  db: Db,
  scope: Scope,
  area: OverviewArea,
  now: number,
): Promise<{ groups: LiveOverview['groups']; cells: readonly CellRow[] }> {
  const { south, north } = area.bounds;
  const { west, east } = toSquare(area.bounds);
  const scale = scaleOf(area);
  // Trackers of which each is a cell of its own.
  const single = area.zoom >= UNCLUSTERED_ZOOM ? sql`true` : sql`status = 'SOS'`;
  const trackers = trackersInScope(db, scope)
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .select([
      'tracker.tracker_id',
      'tracker.group_id',
      selectVisibleStatus(now).as('status'),
      // East of the west edge, up to once around the earth.
      sql`tracker_state.longitude / 360 + 0.5 - floor(tracker_state.longitude / 360 + 0.5 - ${west}::float8)`.as(
        'x',
      ),
      'tracker_state.latitude',
      sql`tracker.valid_until <= ${new Date(now)}`.as('is_expired'),
    ]);
  const { rows } = await sql<{ groups: LiveOverview['groups'] | null; cells: CellRow[] | null }>`
    with listed as materialized (${trackers}),
    grouped as (select group_id, status, count(*) as number from listed group by group_id, status),
    placed as (
      select tracker_id, status, x, 0.5 - ln(tan(radians(
        45 + least(greatest(latitude, ${-MERCATOR_LATITUDE}), ${MERCATOR_LATITUDE}) / 2))) / (2 * pi()) as y
      from listed
      where is_expired is not true and x <= ${east} and latitude between ${south} and ${north}),
    cells as materialized (
      select floor(x * ${scale}) as column, floor(y * ${scale}) as row, case when ${single} then tracker_id end as separate,
        status, count(*) as number, sum(x) as x, sum(y) as y, min(tracker_id) as tracker_id
      from placed group by 1, 2, 3, 4),
    separated as materialized (
      select ${CELL} from cells group by cells.column, cells.row, separate limit ${MAX_OBJECTS + 1}),
    clustered as (select ${CELL} from cells group by cells.column, cells.row)
    select
      (select json_agg(json_build_object('groupId', group_id, 'counts', counts) order by group_id)
        from (select group_id, ${COUNTS} as counts from grouped group by group_id) as summed) as groups,
      case when (select count(*) from separated) <= ${MAX_OBJECTS}
        then (select json_agg(separated) from separated)
        else (select json_agg(clustered) from clustered) end as cells`.execute(db);
  return { groups: rows[0]?.groups ?? [], cells: rows[0]?.cells ?? [] };
}

/** The edges in the unit square of the web map, the east one continued beyond 1. */
function toSquare({ west, east }: OverviewBounds): { west: number; east: number } {
  const left = mercatorX(west);
  const right = mercatorX(east);
  return { west: left, east: right + Math.max(0, Math.ceil(left - right)) };
}

/** Cells per side of the unit square, so few that the area has at most `MAX_OBJECTS`. */
function scaleOf({ bounds, zoom }: OverviewArea): number {
  const { west, east } = toSquare(bounds);
  const height = mercatorY(bounds.south) - mercatorY(bounds.north);
  const width = Math.min(1, east - west);
  let scale = (TILE_PIXELS * 2 ** zoom) / CLUSTER_PIXELS;
  // Cells at the edges are cut off.
  while ((width * scale + 2) * (height * scale + 2) > MAX_OBJECTS) scale /= 2;
  return scale;
}

function sumOf(all: readonly StatusCounts[]): StatusCounts {
  const sum = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };
  for (const counts of all) {
    sum.all += counts.all;
    sum.RUNNING += counts.RUNNING;
    sum.STOP += counts.STOP;
    sum.SOS += counts.SOS;
    sum.OFFLINE += counts.OFFLINE;
  }
  return sum;
}
