import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import { storedPicture } from '../../files/stored-picture.ts';
import type { Scope } from '../../identity/scope.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';

/** Values of a tracker for the audit log. */
export interface TrackerSnapshot {
  readonly name: string;
  /** Fields by the names of the contract's form, the group by its name, without the password. */
  readonly details: JsonFields;
  /** Only for detecting a change. */
  readonly password: string;
}

/**
 * Reads the registered values of a tracker and locks its row until the transaction ends.
 *
 * @throws NamedError `tracker-unknown` when there is no such tracker in the scope.
 */
export async function lockTracker(tx: Tx, scope: Scope, trackerId: number): Promise<TrackerSnapshot> {
  const row = await trackersInScope(tx, scope)
    .leftJoin('tracker_icon', (join) =>
      join
        .onRef('tracker_icon.account_id', '=', 'tracker.account_id')
        .on(sql<boolean>`tracker.icon_url = ${storedPicture('')} || tracker_icon.file_id`),
    )
    .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
    .where('tracker.tracker_id', '=', trackerId)
    .select([
      'tracker.name',
      'tracker.imei',
      'tracker.label',
      'tracker_group.name as group',
      'tracker.model',
      'tracker.password',
      'tracker.icon_url',
      'tracker_icon.name as icon_name',
      'tracker.icon_type',
      'tracker.note',
      'tracker.iot_card',
      'tracker.valid_until',
      'tracker.protocol',
    ])
    .forUpdate('tracker')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  const details = {
    trackerName: row.name,
    imei: row.imei,
    label: row.label,
    group: row.group,
    model: row.model,
    icon: row.icon_name ?? row.icon_url,
    iconType: row.icon_type,
    note: row.note,
    iotCard: row.iot_card,
    protocol: row.protocol,
    validUntil: row.valid_until?.getTime() ?? null,
  };
  return { name: row.name, details, password: row.password };
}
