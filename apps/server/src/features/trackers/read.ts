import type { Db } from '../../db/database.ts';
import { inScope, type Scope } from '../../identity/scope.ts';
import { STATE_COLUMNS } from './status-dto.ts';

export type TrackerRow = Awaited<ReturnType<typeof readTrackers>>[number];

/** Trackers of a scope with their latest states, by name: all of them, or those of `ids` that are in it. */
export function readTrackers(db: Db, scope: Scope, ids: readonly number[] | null) {
  return db
    .selectFrom('tracker')
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .where('tracker.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .$if(ids !== null, (query) => query.where('tracker.tracker_id', 'in', [...(ids ?? [])]))
    .select([
      'tracker.tracker_id',
      'tracker.account_id',
      'tracker.group_id',
      'tracker.name',
      'tracker.label',
      'tracker.imei',
      'tracker.model',
      'tracker.note',
      'tracker.iot_card',
      'tracker.icon_url',
      'tracker.icon_type',
      'tracker.valid_until',
      'account.name as account_name',
      'tracker_state.version',
      ...STATE_COLUMNS,
    ])
    .orderBy('tracker.name')
    .orderBy('tracker.tracker_id')
    .execute();
}
