import type { DeviceFilter, DeviceSort } from '@wakeline/contract/trackers/devices';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackerIdIn } from './in-scope.ts';
import { selectTrackers } from './read.ts';
import { type DeviceSelection, selectDevices } from './select-devices.ts';
import { isValidAt, selectVisibleStatus } from './validity.ts';

export interface DevicePage extends DeviceSelection {
  readonly sort: DeviceSort;
  readonly direction: 'ascending' | 'descending';
  /** From 1. */
  readonly pageIndex: number;
  readonly pageSize: number;
}

interface SortKey {
  readonly key: RawBuilder<unknown>;
  readonly nullable?: true;
}

/** Expressions by which the page is sorted. Status and battery of an expired device are hidden, so they have no part in it. */
const sortKeys = (now: number): Readonly<Record<DeviceSort, SortKey>> => ({
  trackerName: { key: sql`tracker.name` },
  imei: { key: sql`tracker.imei` },
  label: { key: sql`tracker.label` },
  iotCard: { key: sql`tracker.iot_card` },
  groupName: { key: sql`tracker_group.name`, nullable: true },
  model: { key: sql`lower(tracker.model)` },
  protocol: { key: sql`tracker.protocol`, nullable: true },
  // By urgency.
  status: {
    key: sql`case ${selectVisibleStatus(now)} when 'SOS' then 0 when 'RUNNING' then 1 when 'STOP' then 2 else 3 end`,
  },
  validUntil: { key: sql`tracker.valid_until`, nullable: true },
  createdTime: { key: sql`tracker.created_at` },
  latestCommTime: { key: sql`tracker_state.comm_time`, nullable: true },
  electricity: { key: sql`case when ${isValidAt(now)} then tracker_state.battery end`, nullable: true },
  mileage: { key: sql`tracker_state.mileage`, nullable: true },
});

export type DeviceRow = Awaited<ReturnType<typeof readDevices>>[number];

/** Devices of a scope by their ids, with the names of their groups, in no particular order. */
export function readDevices(db: Db, scope: Scope, ids: readonly number[]) {
  return selectTrackers(db, scope)
    .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
    .where(trackerIdIn(ids))
    .select(['tracker_group.name as group_name', 'tracker.protocol', 'tracker.created_at'])
    .execute();
}

/**
 * One page of the devices that match a filter, in the requested order, with the number of all of them.
 *
 * @throws NamedError `group-unknown` when the scope has no group of the filter.
 */
export async function readDevicePage(
  db: Db,
  scope: Scope,
  page: DevicePage,
): Promise<{ readonly rows: readonly DeviceRow[]; readonly total: number }> {
  return db.transaction().execute(async (tx) => {
    // Compiling such a query takes longer than running it, and sorting 100,000 names needs more than the usual 4 MB.
    await sql`select set_config('jit', 'off', true), set_config('work_mem', '16MB', true)`.execute(tx);
    const { ids, total } = await readPageIds(tx, scope, page);
    const rows = ids.length === 0 ? [] : await readDevices(tx, scope, ids);
    const rowById = new Map(rows.map((row) => [row.tracker_id, row]));
    // A device that was removed after its id had been read is missing.
    return { rows: ids.flatMap((id) => rowById.get(id) ?? []), total };
  });
}

interface PageIds {
  readonly ids: readonly number[];
  readonly total: number;
}

async function readPageIds(
  tx: Tx,
  scope: Scope,
  { sort, direction, pageIndex, pageSize, ...selection }: DevicePage,
): Promise<PageIds> {
  const { key, nullable } = sortKeys(selection.now)[sort];
  const order = sql.raw(direction === 'ascending' ? 'asc' : 'desc');
  // An index cannot give an order with `nulls last` backwards, so only columns with nulls have it.
  const nulls = nullable ? sql`nulls last` : sql``;
  const limit = pageSize;
  const offset = (pageIndex - 1) * pageSize;
  const devices = (await selectDevices(tx, scope, selection)).select('tracker.tracker_id');
  const inOrder = devices.orderBy(sql`${key} ${order} ${nulls}`).orderBy(sql`tracker.tracker_id ${order}`);
  const query = isUnrestricted(selection.filter)
    ? sql<PageIds>`select (select count(*) from ${devices} as matching) as total,
        array(${inOrder.limit(limit).offset(offset)}) as ids`
    : sql<PageIds>`with matching as materialized (${devices.select(key.as('key'))})
        select (select count(*) from matching) as total, array(select tracker_id from matching
          order by key ${order} ${nulls}, tracker_id ${order} limit ${limit} offset ${offset}) as ids`;
  const { rows } = await query.execute(tx);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Without conditions the count needs no rows and an index can give the order: both are faster than reading all rows. */
function isUnrestricted(filter: DeviceFilter): boolean {
  return Object.values(filter).every((value) => value === undefined || value === '');
}
