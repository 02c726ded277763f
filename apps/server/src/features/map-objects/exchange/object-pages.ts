import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { MapFeature } from '@wakeline/formats/map-feature';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { fencesInScope } from '../../../fences/in-scope.ts';
import { objectsInScope } from '../../../identity/object-scope.ts';
import type { Scope } from '../../../identity/scope.ts';
import { featureOfFence } from './fence-feature.ts';

/** Selects map objects. */
export interface ObjectFilter {
  readonly kind: MapObjectKind;
  /** Ids of the selected objects; null means all. */
  readonly ids: readonly number[] | null;
}

/**
 * Size of a page: it ends with the object that reaches this number of stored bytes (a position takes about twelve). The
 * number of objects is limited, too, since repeated positions are stored compressed.
 */
const MAX_PAGE_BYTES = 1_048_576;
const MAX_PAGE_OBJECTS = { fence: 20, labelPoint: 2_000, route: 4 } as const;

/** Number of selected objects in a scope. */
export async function countObjects(db: Db, scope: Scope, { kind, ids }: ObjectFilter): Promise<number> {
  const count = sql<number>`count(*)`.as('count');
  const rows = {
    fence: () => selectFences(db, scope, ids).select(count),
    labelPoint: () => selectLabelPoints(db, scope, ids).select(count),
    route: () => selectRoutes(db, scope, ids).select(count),
  };
  return (await rows[kind]().executeTakeFirstOrThrow()).count;
}

/** Yields the selected objects in the order of creation; reads them in pages. */
export async function* readObjects(db: Db, scope: Scope, filter: ObjectFilter): AsyncGenerator<MapFeature> {
  for (let above = 0; ; ) {
    const page = await PAGE_READERS[filter.kind](db, scope, filter, above);
    if (page.features.length === 0) return;
    above = page.last;
    yield* page.features;
  }
}

interface ObjectPage {
  readonly features: readonly MapFeature[];
  /** The highest id of the page. */
  readonly last: number;
}

type ReadPage = (db: Db, scope: Scope, filter: ObjectFilter, above: number) => Promise<ObjectPage>;

const PAGE_READERS: Readonly<Record<MapObjectKind, ReadPage>> = {
  async fence(db, scope, { ids }, above) {
    const next = selectFences(db, scope, ids)
      .where('fence_id', '>', above)
      .orderBy('fence_id')
      .limit(MAX_PAGE_OBJECTS.fence);
    const sizes = await next.select(['fence_id as id', storedBytes('data')]).execute();
    const rows = await selectFences(db, scope, idsOfPage(sizes))
      .orderBy('fence_id')
      .select(['fence_id', 'name', 'note', 'color', 'type', 'data'])
      .execute();
    return { features: rows.map(featureOfFence), last: rows.at(-1)?.fence_id ?? above };
  },

  async labelPoint(db, scope, { ids }, above) {
    const rows = await selectLabelPoints(db, scope, ids)
      .where('label_point_id', '>', above)
      .orderBy('label_point_id')
      .limit(MAX_PAGE_OBJECTS.labelPoint)
      .select(['label_point_id', 'name', 'note', 'color', 'longitude', 'latitude'])
      .execute();
    const features = rows.map(({ name, note, color, longitude, latitude }): MapFeature => {
      return { kind: 'point', coordinates: [longitude, latitude], name, note, color, line: null };
    });
    return { features, last: rows.at(-1)?.label_point_id ?? above };
  },

  async route(db, scope, { ids }, above) {
    const next = selectRoutes(db, scope, ids)
      .where('route_id', '>', above)
      .orderBy('route_id')
      .limit(MAX_PAGE_OBJECTS.route);
    const sizes = await next.select(['route_id as id', storedBytes('data_points')]).execute();
    const rows = await selectRoutes(db, scope, idsOfPage(sizes))
      .orderBy('route_id')
      .select(['route_id', 'name', 'note', 'color', 'data_points'])
      .execute();
    const features = rows.map(({ name, note, color, data_points: vertices }): MapFeature => {
      return { kind: 'line', vertices, name, note, color, line: null };
    });
    return { features, last: rows.at(-1)?.route_id ?? above };
  },
};

function storedBytes(column: 'data' | 'data_points') {
  return sql<number>`pg_column_size(${sql.ref(column)})`.as('bytes');
}

/** The ids up to the one that reaches the size of a page. */
function idsOfPage(sizes: readonly { readonly id: number; readonly bytes: number }[]): readonly number[] {
  let bytes = 0;
  const end = sizes.findIndex((row) => {
    bytes += row.bytes;
    return bytes >= MAX_PAGE_BYTES;
  });
  return (end === -1 ? sizes : sizes.slice(0, end + 1)).map(({ id }) => id);
}

function selectFences(db: Db, scope: Scope, ids: ObjectFilter['ids']) {
  return fencesInScope(db, scope).where(isOneOf('fence.fence_id', ids));
}

function selectLabelPoints(db: Db, scope: Scope, ids: ObjectFilter['ids']) {
  return db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .where(isOneOf('label_point.label_point_id', ids));
}

function selectRoutes(db: Db, scope: Scope, ids: ObjectFilter['ids']) {
  return db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .where(isOneOf('route.route_id', ids));
}

function isOneOf(
  column: 'fence.fence_id' | 'label_point.label_point_id' | 'route.route_id',
  ids: ObjectFilter['ids'],
) {
  return ids === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any (${[...ids]}::int[])`;
}
