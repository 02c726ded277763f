import type { trackerForm } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { withModelDefaults } from './model-defaults.ts';

export type TrackerForm = z.output<typeof trackerForm>;

/** Undefined fields stay unchanged. */
export type TrackerChange = { readonly [Field in keyof TrackerForm]?: TrackerForm[Field] | undefined };

/** The columns of a form, without fields that were not given. */
export function columnsOf(form: TrackerChange) {
  return {
    ...(form.trackerName !== undefined && { name: form.trackerName }),
    ...(form.imei !== undefined && { imei: form.imei }),
    ...(form.label !== undefined && { label: form.label }),
    ...(form.groupId !== undefined && { group_id: form.groupId }),
    ...(form.model !== undefined && { model: form.model }),
    ...(form.password !== undefined && { password: form.password }),
    ...(form.iconDto !== undefined && { icon_url: form.iconDto.iconUrl, icon_type: form.iconDto.iconType }),
    ...(form.note !== undefined && { note: form.note }),
    ...(form.protocol !== undefined && { protocol: form.protocol }),
    ...(form.iotCard !== undefined && { iot_card: form.iotCard }),
    ...(form.validUntil !== undefined && {
      valid_until: form.validUntil === null ? null : new Date(form.validUntil),
    }),
  };
}

/** The initial device password of this account. */
export async function readDevicePassword(db: Db, accountId: number): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select('device_password')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return account.device_password;
}

/** Number of trackers that the account may still register, in this transaction. */
export async function remainingTrackerQuota(tx: Tx, accountId: number): Promise<number> {
  await lockAccount(tx, accountId);
  return readFreeTrackers(tx, accountId);
}

/** The same without a guarantee: others may register some meanwhile. */
export async function readFreeTrackers(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tracker')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, LIMITS.trackersPerAccount - count);
}

/** Returns which of these groups exist in this scope. */
export async function findVisibleGroups(
  db: Db,
  scope: Scope,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlySet<number>> {
  const requested = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (requested.length === 0) return new Set();
  const rows = await db
    .selectFrom('tracker_group')
    .select('group_id')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .where('group_id', 'in', requested)
    .execute();
  return new Set(rows.map((row) => row.group_id));
}

/** Registers devices, with the defaults of their models. Returns the new ids by IMEI; a missing one was taken already, perhaps by another account. */
export async function insertTrackers(
  tx: Tx,
  accountId: number,
  forms: readonly TrackerForm[],
): Promise<ReadonlyMap<string, number>> {
  if (forms.length === 0) return new Map();
  const added = await insertTrackerRows(tx, accountId, forms);
  await publishNewTrackers(tx, accountId, added);
  return added;
}

/**
 * The first half of `insertTrackers`, with one statement. `publishNewTrackers` must follow, late in a long transaction: it
 * locks rows that the ingest of reports needs.
 */
export async function insertTrackerRows(
  tx: Tx,
  accountId: number,
  forms: readonly TrackerForm[],
): Promise<ReadonlyMap<string, number>> {
  const password = await readDevicePassword(tx, accountId);
  const completed = await withModelDefaults(tx, accountId, forms);
  const rows = completed.map((form) => ({
    ...INITIAL_COLUMNS,
    account_id: accountId,
    password,
    ...columnsOf(form),
  }));
  const columns = sql.join(INSERTED_COLUMNS.map((column) => sql.ref(column)));
  // One text for any number of rows: a statement takes 65,535 parameters at most.
  const inserted = await sql<{ tracker_id: number; imei: string }>`
    insert into tracker (${columns})
    select ${columns} from json_populate_recordset(null::tracker, ${JSON.stringify(rows)})
    on conflict (ltrim(imei, '0')) do nothing
    returning tracker_id, imei`.execute(tx);
  return new Map(inserted.rows.map(({ tracker_id, imei }) => [imei, tracker_id]));
}

/** Publishes registered devices, and removes them from the unregistered ones. */
export async function publishNewTrackers(
  tx: Tx,
  accountId: number,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  if (added.size === 0) return;
  await sql`
    delete from unregistered_device
    where ltrim(imei, '0') in (select ltrim(added, '0') from unnest(${[...added.keys()]}::text[]) added)`.execute(
    tx,
  );
  await sendEvent(tx, { type: 'trackers', accountId, changed: [...added.values()], removed: [] });
}

/** Values of the columns that a form may leave out. */
const INITIAL_COLUMNS = {
  label: '',
  group_id: null,
  model: '',
  icon_url: GENERIC_ICON,
  icon_type: 'STANDARD',
  note: '',
  protocol: null,
  iot_card: '',
  valid_until: null,
} satisfies Readonly<Record<Exclude<keyof ReturnType<typeof columnsOf>, RequiredColumn>, unknown>>;

type RequiredColumn = 'name' | 'imei' | 'password';

const INSERTED_COLUMNS = ['account_id', 'name', 'imei', 'password', ...Object.keys(INITIAL_COLUMNS)];

/**
 * Changes the given fields of a tracker.
 *
 * @throws NamedError `tracker-unknown` when there is no such tracker in the scope; a unique violation for an IMEI
 * that is taken.
 */
export async function updateTracker(
  tx: Tx,
  scope: Scope,
  trackerId: number,
  change: TrackerChange,
): Promise<void> {
  const columns = columnsOf(change);
  // The update also runs without any field, because it checks whether the tracker exists.
  const row = await tx
    .updateTable('tracker')
    .set((set) => ({ name: set.ref('name'), ...columns }))
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .returning('tracker_id')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  const { accountId } = scope;
  await sendEvent(tx, { type: 'trackers', accountId, changed: [trackerId], removed: [] });
}

/**
 * Removes a tracker. Notices about it stay, with its id but without its name.
 *
 * @throws NamedError `tracker-unknown` when there is no such tracker in the scope.
 */
export async function deleteTracker(tx: Tx, scope: Scope, trackerId: number): Promise<void> {
  const row = await tx
    .deleteFrom('tracker')
    .where('tracker_id', '=', trackerId)
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .returning('tracker_id')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  const { accountId } = scope;
  await sendEvent(tx, { type: 'trackers', accountId, changed: [], removed: [trackerId] });
}

/**
 * Replaces this icon by the generic one. Returns how many trackers had it.
 *
 * @param iconUrl the image as stored in `icon_url`
 */
export async function replaceIcon(tx: Tx, accountId: number, iconUrl: string): Promise<number> {
  const trackers = await tx
    .updateTable('tracker')
    .set({ icon_url: GENERIC_ICON, icon_type: 'STANDARD' })
    .where('account_id', '=', accountId)
    .where('icon_type', '=', 'CUSTOM')
    .where('icon_url', '=', iconUrl)
    .returning('tracker_id')
    .execute();
  await notifyTrackersChanged(tx, accountId, trackers);
  return trackers.length;
}

/**
 * Moves the trackers of a group to another one; null: to none. Returns their rows for `notifyTrackersChanged`, which
 * must follow when the group itself has been changed.
 */
export function moveTrackers(
  tx: Tx,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number | null },
) {
  return tx
    .updateTable('tracker')
    .set({ group_id: to })
    .where('group_id', '=', from)
    .where('account_id', '=', accountId)
    .returning('tracker_id')
    .execute();
}

/** Publishes that these trackers have changed, if there are any. */
export async function notifyTrackersChanged(
  tx: Tx,
  accountId: number,
  trackers: readonly { readonly tracker_id: number }[],
): Promise<void> {
  if (trackers.length === 0) return;
  const changed = trackers.map((tracker) => tracker.tracker_id);
  await sendEvent(tx, { type: 'trackers', accountId, changed, removed: [] });
}
