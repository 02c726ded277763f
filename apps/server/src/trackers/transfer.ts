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
  /** At most `TRANSFER_STEP`. */
  readonly trackerIds: readonly number[];
}

/** An uploaded icon belongs to its account; in another account the tracker gets the generic one. */
const ICON = {
  icon_url: sql<string>`case when icon_type = 'CUSTOM' then ${GENERIC_ICON} else icon_url end`,
  icon_type: sql<'STANDARD'>`'STANDARD'`,
};

/**
 * Moves trackers to another account, where they are in no group. Their positions and states stay theirs; notices stay
 * in the log of the old account.
 */
export async function transferTrackers(tx: Tx, { from, to, trackerIds }: Transfer): Promise<void> {
  const moved = await tx
    .updateTable('tracker')
    .set({ account_id: to, group_id: null, ...ICON })
    .where(trackerIdIn(trackerIds))
    .where('account_id', '=', from)
    .returning('tracker_id')
    .execute();
  const ids = moved.map(({ tracker_id }) => tracker_id);
  if (ids.length === 0) return;
  await sql`update tracker_state set account_id = ${to} where tracker_id = any (${ids}::int[])`.execute(tx);
  await sendEvent(tx, { type: 'transferred', from, to, trackerIds: ids });
}

/**
 * Removes trackers from their account and registers the devices in another one, with the same fields and new ids.
 *
 * @returns the removed ids, whose history the caller marks for deletion.
 */
export async function registerAgain(tx: Tx, { from, to, trackerIds }: Transfer): Promise<readonly number[]> {
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
  const added = await tx
    .insertInto('tracker')
    .values(rows.map((row) => newRow(row, to)))
    .returning('tracker_id')
    .execute();
  const changed = added.map((row) => row.tracker_id);
  await sendEvent(tx, { type: 'trackers', accountId: to, changed, removed: [] });
  return removed;
}

function newRow(row: Selectable<Schema['tracker']>, accountId: number) {
  const isCustom = row.icon_type === 'CUSTOM';
  return {
    account_id: accountId,
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
