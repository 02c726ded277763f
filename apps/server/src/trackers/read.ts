import { fromStoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import type { TrackerMemory } from '@wakeline/domain/tracker-state/tracker-state';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';
import { STATE_COLUMNS } from './status-dto.ts';

export type TrackerRow = Awaited<ReturnType<typeof readTrackers>>[number];

/** A tracker without its state. */
export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

/** The trackers of a scope with the columns of lists, as the base of a query. */
function selectListed(db: Db, scope: Scope) {
  return trackersInScope(db, scope)
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
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
      'tracker_state.activated_at',
    ]);
}

/** The trackers of a scope with their latest states and the columns of lists, as the base of a query. */
export function selectTrackers(db: Db, scope: Scope) {
  return selectListed(db, scope).select(['tracker_state.version', ...STATE_COLUMNS]);
}

/** Trackers of a scope with their latest states, by name: all of them, or those of `ids` that are in the scope. */
export function readTrackers(db: Db, scope: Scope, ids: readonly number[] | null) {
  return selectTrackers(db, scope)
    .$if(ids !== null, (query) => query.where('tracker.tracker_id', 'in', [...(ids ?? [])]))
    .orderBy('tracker.name')
    .orderBy('tracker.tracker_id')
    .execute();
}

/** Trackers that are read at once: an account may have very many. */
const PAGE_SIZE = 5_000;

/** The groups of all trackers of an account, and the versions of their states, in pages by id. */
export function readVersions(db: Db, accountId: number) {
  return readPages((after) =>
    selectWithState(db, accountId, after).select('tracker.group_id').limit(PAGE_SIZE).execute(),
  );
}

export type StateRow = Awaited<ReturnType<typeof readStatePage>>[number];

/** The latest states of all trackers of an account, in pages by id. */
export function readStates(db: Db, accountId: number): AsyncGenerator<readonly StateRow[]> {
  return readPages((after) => readStatePage(db, accountId, after));
}

function readStatePage(db: Db, accountId: number, after: number) {
  return selectWithState(db, accountId, after).select(STATE_COLUMNS).limit(PAGE_SIZE).execute();
}

function selectWithState(db: Db, accountId: number, after: number) {
  return db
    .selectFrom('tracker')
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .where('tracker.account_id', '=', accountId)
    .where('tracker.tracker_id', '>', after)
    .orderBy('tracker.tracker_id')
    .select(['tracker.tracker_id', 'tracker.valid_until', 'tracker_state.version']);
}

/** @param read reads the page above an id */
async function* readPages<Row extends { readonly tracker_id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    after = last.tracker_id;
  }
}

/** Trackers of a scope like `readTrackers`, by id: at most `limit` of those above `after`. */
export function readTrackersAfter(db: Db, scope: Scope, after: number, limit: number) {
  return selectTrackers(db, scope)
    .where('tracker.tracker_id', '>', after)
    .orderBy('tracker.tracker_id')
    .limit(limit)
    .execute();
}

/** The same without their states. */
export function readListedAfter(db: Db, scope: Scope, after: number, limit: number): Promise<ListedRow[]> {
  return selectListed(db, scope)
    .where('tracker.tracker_id', '>', after)
    .orderBy('tracker.tracker_id')
    .limit(limit)
    .execute();
}

/** What the engine keeps of these trackers of an account, by tracker. Those that never reported are left out. */
export async function readMemories(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, TrackerMemory>> {
  const rows = await db
    .selectFrom('tracker_state')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .select(['tracker_id', 'memory'])
    .execute();
  return new Map(rows.map(({ tracker_id, memory }) => [tracker_id, fromStoredMemory(memory)]));
}
