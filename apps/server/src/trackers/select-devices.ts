import type { DeviceFilter } from '@wakeline/contract/trackers/devices';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Scope } from '../identity/scope.ts';
import { readGroupWithDescendants } from './group-descendants.ts';
import { trackersInScope } from './in-scope.ts';
import { selectVisibleStatus } from './validity.ts';

export interface DeviceSelection {
  readonly filter: DeviceFilter;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The devices of a scope that match a filter, as the base of a query that adds columns. Their states and groups are
 * joined; PostgreSQL leaves out the joins from which a query uses no column.
 *
 * @throws NamedError `group-unknown` when the scope has no such group.
 */
export async function selectDevices(db: Db, scope: Scope, { filter, now }: DeviceSelection) {
  const { groupId } = filter;
  const groups = typeof groupId === 'number' ? await readGroupWithDescendants(db, scope, groupId) : groupId;
  return trackersInScope(db, scope)
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
    .where((where) => where.and([...groupConditions(groups), ...conditionsOf(filter, new Date(now))]));
}

function groupConditions(groups: readonly number[] | null | undefined): readonly RawBuilder<SqlBool>[] {
  if (groups === undefined) return [];
  if (groups === null) return [sql`tracker.group_id is null`];
  return [sql`tracker.group_id = any (${[...groups]}::int[])`];
}

function conditionsOf(filter: DeviceFilter, now: Date): readonly RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const { keywords, models, protocols, statuses, activations, validBefore, reportedBefore } = filter;
  if (keywords) conditions.push(matchesKeywords(keywords));
  if (models) {
    // Both sides in lower case by the database, whose rules may differ from those of JavaScript.
    const wanted = sql`array(select lower(model) from unnest(${models}::text[]) model)`;
    conditions.push(sql`lower(tracker.model) = any (${wanted})`);
  }
  if (protocols) {
    const names = protocols.filter((name) => name !== null);
    const isUnset = sql`${protocols.includes(null)}::boolean and tracker.protocol is null`;
    conditions.push(sql`(tracker.protocol = any (${names}::text[]) or ${isUnset})`);
  }
  if (statuses) conditions.push(sql`${selectVisibleStatus(now.getTime())} = any (${statuses}::text[])`);
  if (activations) conditions.push(sql`${activationAt(now)} = any (${activations}::text[])`);
  if (validBefore !== undefined) {
    conditions.push(sql`tracker.valid_until < ${new Date(validBefore)}::timestamptz`);
  }
  if (reportedBefore !== undefined) {
    const reportTime = sql`tracker_state.comm_time`;
    conditions.push(sql`(${reportTime} is null or ${reportTime} < ${reportedBefore}::bigint)`);
  }
  return conditions;
}

/** The activation of a device at a time, with the same meaning as `activationOf`. */
function activationAt(now: Date): RawBuilder<string> {
  return sql`case when tracker.valid_until <= ${now}::timestamptz then 'expired'
    when tracker_state.activated_at is null then 'unactivated' else 'activated' end`;
}

/** `search` contains name, IMEI, label and card number in lower case. */
function matchesKeywords(keywords: string): RawBuilder<SqlBool> {
  return sql`tracker.search like lower(${`%${escapeLike(keywords)}%`}::text) escape '\\'`;
}
