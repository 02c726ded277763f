import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Schema } from '../db/schema.ts';
import { trackerIdIn } from './in-scope.ts';
import { deleteTrackers } from './write-many.ts';

/** Trackers of one transaction. Their ids also fit into one event. */
export const TRANSFER_STEP = 500;

export interface Transfer {
  readonly from: number;
  readonly to: number;
  /** A group of the account `to`; null: none. */
  readonly groupId: number | null;
  /** At most `TRANSFER_STEP`. */
  readonly trackerIds: readonly number[];
}

/** An uploaded icon belongs to its account; in another account the tracker gets the generic one. */
const ICON = {
  icon_url: sql<string>`case when icon_type = 'CUSTOM' then ${GENERIC_ICON} else icon_url end`,
  icon_type: sql<'STANDARD'>`'STANDARD'`,
};

/**
 * Moves trackers to another account. Their positions and states stay theirs; notices stay
 * in the log of the old account.
 */
export async function transferTrackers(tx: Tx, { from, to, groupId, trackerIds }: Transfer): Promise<void> {
  const moved = await tx
    .updateTable('tracker')
    .set({ account_id: to, group_id: groupId, ...ICON })
    .where(trackerIdIn(trackerIds))
    .where('account_id', '=', from)
    .returning('tracker_id')
    .execute();
  const ids = moved.map(({ tracker_id }) => tracker_id);
  if (ids.length === 0) return;
  await deleteIdentities(tx, from, ids);
  await sql`update tracker_state set account_id = ${to} where tracker_id = any (${ids}::int[])`.execute(tx);
  await sendEvent(tx, { type: 'transferred', from, to, trackerIds: ids });
}

/**
 * Removes trackers from their account and registers the devices in another one, with the same fields and new ids.
 *
 * @returns the removed ids, whose history the caller marks for deletion.
 */
export async function registerAgain(
  tx: Tx,
  { from, to, groupId, trackerIds }: Transfer,
): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('tracker')
    .selectAll()
    .where(trackerIdIn(trackerIds))
    .where('account_id', '=', from)
    .forUpdate()
    .execute();
  const removed = await deleteTrackers(
    tx,
    from,
    rows.map((row) => row.tracker_id),
  );
  if (rows.length === 0) return removed;
  await deleteIdentities(tx, from, removed);
  const added = await tx
    .insertInto('tracker')
    .values(rows.map((row) => newRow(row, to, groupId)))
    .returning('tracker_id')
    .execute();
  const changed = added.map((row) => row.tracker_id);
  await sendEvent(tx, { type: 'trackers', accountId: to, changed, removed: [] });
  return removed;
}

/**
 * Removes from an account which devices of another system its trackers were. Another import then refuses them because of
 * their new owner, not as deleted. The new account gets no identities: there the origin may name another system.
 */
async function deleteIdentities(tx: Tx, accountId: number, trackerIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('import_identity')
    .where('account_id', '=', accountId)
    .where('target_type', '=', 'tracker')
    .where('target_id', 'in', [...trackerIds])
    .execute();
}

function newRow(row: Selectable<Schema['tracker']>, accountId: number, groupId: number | null) {
  const isCustom = row.icon_type === 'CUSTOM';
  return {
    account_id: accountId,
    group_id: groupId,
    name: row.name,
    label: row.label,
    imei: row.imei,
    model: row.model,
    password: row.password,
    icon_url: isCustom ? GENERIC_ICON : row.icon_url,
    icon_type: 'STANDARD' as const,
    note: row.note,
    iot_card: row.iot_card,
    valid_until: row.valid_until,
    protocol: row.protocol,
  };
}
