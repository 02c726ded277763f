import type { Route, RouteForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import type { queryAllRoutes } from '@wakeline/contract/map-objects/routes';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Db } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import { type Handlers, JsonChunks } from '../../http/handler.ts';
import { listChunks } from '../../http/list-chunks.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { canSeeGroup } from '../../identity/scope.ts';
import { deleteObject, editObject, type ObjectKind, ownerOf } from './edit-object.ts';
import { canAddObjects, canReadObject, type ObjectUser, objectAbilities } from './map-objects.policy.ts';
import { omitUndefined, recordObjectChange, requireTargetGroup } from './object-changes.ts';
import {
  type FullRouteRow,
  insertRoutes,
  lockRoute,
  type RouteFilter,
  type RouteRow,
  readFullRoute,
  readRouteIds,
  readRoutePages,
  removeRoute,
  routeFormOf,
  updateRoute,
} from './routes.queries.ts';

type RouteOperation =
  | 'queryAllRoutes'
  | 'queryAllRoutesByGroupId'
  | 'queryRouteByID'
  | 'addRoute'
  | 'updateRoute'
  | 'deleteRoute';

const ROUTE: ObjectKind<FullRouteRow> = {
  what: 'routes',
  lock: lockRoute,
  remove: removeRoute,
  auditDetails: (row) => auditDetailsOf(routeFormOf(row)),
};

/** Routes: drawn, planned or imported lines to travel along. */
export function routeHandlers(db: Db): Pick<Handlers, RouteOperation> {
  async function* presentPages(caller: ObjectUser, ids: readonly number[]) {
    for await (const rows of readRoutePages(db, caller, ids)) {
      yield rows.filter((row) => canReadObject(caller, ownerOf(row))).map((row) => presentRoute(row, caller));
    }
  }

  async function listRoutes(caller: ObjectUser, filter: RouteFilter) {
    const ids = await readRouteIds(db, caller, filter);
    return new JsonChunks<ResultOf<typeof queryAllRoutes>>(
      listChunks(presentPages(caller, ids), { abilities: { add: canAddObjects(caller) } }),
    );
  }

  return {
    queryAllRoutes: ({ display }, caller) => listRoutes(caller, { display }),

    async queryAllRoutesByGroupId({ groupId }, caller) {
      if (groupId !== null) {
        const known = await db
          .selectFrom('tracker_group')
          .select('group_id')
          .where('group_id', '=', groupId)
          .where('account_id', '=', caller.accountId)
          .executeTakeFirst();
        if (known === undefined || !canSeeGroup(caller, groupId)) throw new NamedError('group-unknown');
      }
      return listRoutes(caller, { groupId });
    },

    async queryRouteByID({ routeId }, caller) {
      const row = await readFullRoute(db, caller, routeId);
      if (row === null || !canReadObject(caller, ownerOf(row))) throw new NamedError('route-unknown');
      return { ...presentRoute(row, caller), dataPoints: row.data_points };
    },

    async addRoute({ uid: _, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        await requireTargetGroup(tx, caller, form.groupId);
        const [routeId] = await insertRoutes(tx, caller.accountId, [form], call.now);
        if (routeId === undefined) throw new Error('the inserted route has no id');
        await recordObjectChange(tx, caller, call, {
          what: 'routes',
          action: 'addRoute',
          target: form.routeName,
          after: auditDetailsOf(form),
        });
        return { routeId };
      });
    },

    async updateRoute({ uid: _, routeId, ...fields }, caller, call) {
      await editObject(ROUTE, {
        db,
        caller,
        call,
        action: 'updateRoute',
        id: routeId,
        groupId: fields.groupId,
        async store(tx, row) {
          const before = routeFormOf(row);
          const after: RouteForm = { ...before, ...omitUndefined(fields) };
          await updateRoute(tx, row, after, fields.dataPoints !== undefined);
          return { before: auditDetailsOf(before), after: auditDetailsOf(after) };
        },
      });
      return {};
    },

    async deleteRoute({ routeId }, caller, call) {
      await deleteObject(ROUTE, { db, caller, call, action: 'deleteRoute', id: routeId });
      return {};
    },
  };
}

function presentRoute(row: RouteRow, reader: ObjectUser): Route {
  return {
    routeId: row.route_id,
    routeName: row.name,
    type: row.type,
    origin: row.origin,
    color: row.color,
    weight: row.weight,
    display: row.display,
    groupId: row.group_id,
    points: row.flags,
    start: row.start_name,
    end: row.end_name,
    note: row.note,
    line: row.line,
    length: row.length,
    pointCount: row.point_count,
    abilities: objectAbilities(reader, ownerOf(row)),
  };
}

/** Details for the audit log. The line is reduced to its number of positions and its ends. */
function auditDetailsOf({ dataPoints, points, ...rest }: RouteForm): JsonFields {
  const flags = points.map(({ lng, lat, name }) => ({ lng, lat, name }));
  return { ...rest, flags, pointCount: dataPoints.length, first: dataPoints[0], last: dataPoints.at(-1) };
}
