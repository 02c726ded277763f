import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { inScope, type Scope } from '../../identity/scope.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import type { GroupDisplay } from './group-display.ts';

export interface DisplayUser extends Scope {
  readonly userId: number;
}

/** Display entries of a user for the groups in their scope. Trackers in no group are visible to users with full scope. */
export async function readGroupDisplay(db: Db, user: DisplayUser): Promise<GroupDisplay> {
  const groups = await db
    .selectFrom('tracker_group')
    .select(['group_id', 'parent_id'])
    .where('account_id', '=', user.accountId)
    .where(inScope(user, 'tracker_group.group_id'))
    .execute();
  const visibleIds = new Set(groups.map((group) => group.group_id));
  const rows = await db
    .selectFrom('user_display')
    .select(['group_id', 'display'])
    .where('user_id', '=', user.userId)
    .where('tracker_id', 'is', null)
    .execute();
  return {
    parents: new Map(
      groups.map(({ group_id, parent_id }) => [
        group_id,
        parent_id !== null && visibleIds.has(parent_id) ? parent_id : null,
      ]),
    ),
    entries: new Map(
      rows
        .filter(({ group_id }) => (group_id === null ? user.groupIds === null : visibleIds.has(group_id)))
        .map(({ group_id, display }) => [group_id, display]),
    ),
  };
}

/** Display entries of a user for single trackers in their scope. */
export function readTrackerDisplay(db: Db, user: DisplayUser) {
  return db
    .selectFrom('user_display')
    .innerJoin('tracker', 'tracker.tracker_id', 'user_display.tracker_id')
    .where('user_display.user_id', '=', user.userId)
    .where('tracker.account_id', '=', user.accountId)
    .where(inScope(user, 'tracker.group_id'))
    .select(['tracker.tracker_id', 'user_display.display'])
    .orderBy('tracker.tracker_id')
    .execute();
}

/** Serializes concurrent changes: the second one applies to the result of the first. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await sql`select from app_user where user_id = ${userId} for no key update`.execute(tx);
}

/** Deletes the user's entries for trackers in these groups. */
export async function clearTrackerDisplay(
  tx: Tx,
  user: DisplayUser,
  groupIds: ReadonlySet<number | null>,
): Promise<void> {
  const groups = [...groupIds].filter((groupId) => groupId !== null);
  await sql`
    delete from user_display using tracker
    where user_display.user_id = ${user.userId} and tracker.tracker_id = user_display.tracker_id
      and (tracker.group_id = any (${groups}::int[]) or (${groupIds.has(null)} and tracker.group_id is null))`.execute(
    tx,
  );
}

/** Deletes the entries of all users for these trackers, which leave the account. */
export async function removeDisplayOf(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`delete from user_display where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}

/** Saves the changed entries of groups in the user's scope. */
export async function saveGroupDisplay(
  tx: Tx,
  user: DisplayUser,
  { before, after }: { readonly before: GroupDisplay; readonly after: GroupDisplay },
): Promise<void> {
  for (const groupId of before.entries.keys()) {
    if (after.entries.has(groupId)) continue;
    await tx
      .deleteFrom('user_display')
      .where('user_id', '=', user.userId)
      .where('tracker_id', 'is', null)
      .where('group_id', groupId === null ? 'is' : '=', groupId)
      .execute();
  }
  for (const [group_id, display] of after.entries) {
    if (before.entries.get(group_id) === display) continue;
    await tx
      .insertInto('user_display')
      .values({ user_id: user.userId, tracker_id: null, group_id, display })
      .onConflict((conflict) => conflict.constraint('user_display_key').doUpdateSet({ display }))
      .execute();
  }
}

/** Group of each tracker, by tracker id. @throws NamedError `tracker-unknown` when one is outside the user's scope. */
export async function groupsOfTrackers(
  tx: Tx,
  user: DisplayUser,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const requestedIds = new Set(trackerIds);
  const rows = await trackersInScope(tx, user)
    .where(trackerIdIn([...requestedIds]))
    .select(['tracker_id', 'group_id'])
    .execute();
  if (rows.length < requestedIds.size) throw new NamedError('tracker-unknown');
  return new Map(rows.map((row) => [row.tracker_id, row.group_id]));
}

/** Saves entries for the `overridden` trackers, and deletes those of the `inherited` ones, whose groups give the same result. */
export async function saveTrackerDisplay(
  tx: Tx,
  { userId }: DisplayUser,
  change: {
    readonly inherited: readonly number[];
    readonly overridden: readonly number[];
    readonly display: Display;
  },
): Promise<void> {
  await sql`delete from user_display where user_id = ${userId} and tracker_id = any (${change.inherited}::int[])`.execute(
    tx,
  );
  await sql`
    insert into user_display (user_id, tracker_id, display)
    select ${userId}, tracker_id, ${change.display} from unnest(${change.overridden}::int[]) tracker_id
    on conflict on constraint user_display_key do update set display = excluded.display`.execute(tx);
}

/** @throws NamedError `shown-limit` */
export async function checkEntries(tx: Tx, { userId }: DisplayUser): Promise<void> {
  const { count } = await tx
    .selectFrom('user_display')
    .where('user_id', '=', userId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count > LIMITS.visibilityEntries) throw new NamedError('shown-limit');
}
