import { NamedError } from '@wakeline/contract/errors';
import type { DeviceChange } from '@wakeline/contract/trackers/batch-changes';
import { recordAudit } from '../../../audit/record.ts';
import type { Tx } from '../../../db/database.ts';
import type { JsonFields } from '../../../db/schema.ts';
import type { Files } from '../../../files/files.ts';
import { storedPicture } from '../../../files/stored-picture.ts';
import type { Call } from '../../../http/call.ts';
import type { Caller } from '../../../identity/caller.ts';
import { auditDevices, auditTargetOf } from '../../../trackers/audit-devices.ts';
import type { SelectedDevice } from '../../../trackers/selected-devices.ts';
import { updateTrackers } from '../../../trackers/write-many.ts';
import { lockIcons, withStoredIcon } from '../icon.ts';
import { requireTargetGroup } from '../target-group.ts';

export interface BatchChange {
  readonly action: 'batchEditGroupAndIcon' | 'batchEditTrackers';
  readonly devices: readonly SelectedDevice[];
  readonly change: DeviceChange;
}

/**
 * Gives devices the same values, with one audit entry.
 *
 * @throws NamedError `field-invalid` for a change without fields, `group-unknown`, `icon-unknown`
 */
export async function changeDevices(
  tx: Tx,
  { files, caller, call }: { readonly files: Files; readonly caller: Caller; readonly call: Call },
  { action, devices, change }: BatchChange,
): Promise<void> {
  const { accountId } = caller;
  if (Object.values(change).every((value) => value === undefined)) {
    throw new NamedError('field-invalid', { field: 'change' });
  }
  if (change.groupId !== undefined) await requireTargetGroup(tx, caller, change.groupId);
  const stored = withStoredIcon(await lockIcons(tx, files, accountId, [change]), change);
  if (stored === null) throw new NamedError('icon-unknown');
  const trackerIds = devices.map(({ tracker_id }) => tracker_id);
  await updateTrackers(tx, accountId, { trackerIds, change: stored });
  await recordAudit(tx, caller, call, {
    action,
    target: auditTargetOf(devices),
    after: { ...auditDevices(devices), ...(await describeChange(tx, accountId, stored)) },
  });
}

/** The new values for the audit log: group and icon by name, the password only as changed. */
async function describeChange(tx: Tx, accountId: number, change: DeviceChange): Promise<JsonFields> {
  const { groupId, iconDto, password, ...rest } = change;
  return {
    ...rest,
    ...(groupId !== undefined && { group: await readGroupName(tx, accountId, groupId) }),
    ...(iconDto !== undefined && { icon: await readIconName(tx, accountId, iconDto.iconUrl) }),
    ...(password !== undefined && { password: 'changed' }),
  };
}

async function readGroupName(tx: Tx, accountId: number, groupId: number | null): Promise<string | null> {
  if (groupId === null) return null;
  const group = await tx
    .selectFrom('tracker_group')
    .select('name')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return group?.name ?? null;
}

/** The name of an uploaded icon; a built-in icon has its name as `iconUrl`. */
async function readIconName(tx: Tx, accountId: number, iconUrl: string): Promise<string> {
  const icons = await tx
    .selectFrom('tracker_icon')
    .select(['name', 'file_id'])
    .where('account_id', '=', accountId)
    .execute();
  return icons.find(({ file_id }) => storedPicture(file_id) === iconUrl)?.name ?? iconUrl;
}
