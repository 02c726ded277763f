import { NamedError } from '@wakeline/contract/errors';
import type { DeviceSelectionPayload } from '@wakeline/contract/trackers/batch-changes';
import type { Tx } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackerIdIn, trackersInScope } from './in-scope.ts';
import { selectDevices } from './select-devices.ts';

const COLUMNS = ['tracker.tracker_id', 'tracker.name', 'tracker.imei'] as const;

export type SelectedDevice = Awaited<ReturnType<typeof lockTicked>>[number];

/**
 * Reads the devices of a batch change and locks their rows until the transaction ends. The lock does not delay the
 * reports of the devices, because the pipeline writes their states in another table.
 *
 * @param now epoch milliseconds
 * @throws NamedError `devices-unticked` without any device, `tracker-unknown` if one of them is not in the scope,
 * `selection-changed` if another number of devices than `count` matches the filter, `group-unknown`
 */
export async function lockSelectedDevices(
  tx: Tx,
  scope: Scope,
  { trackerIds, deviceFilter, count }: DeviceSelectionPayload,
  now: number,
): Promise<readonly SelectedDevice[]> {
  if (deviceFilter === undefined) {
    const ids = new Set(trackerIds);
    const devices = ids.size === 0 ? [] : await lockTicked(tx, scope, [...ids]);
    if (devices.length < ids.size) throw new NamedError('tracker-unknown');
    return requireAny(devices);
  }
  if (trackerIds !== undefined) throw new NamedError('field-invalid', { field: 'trackerIds' });
  if (count === undefined) throw new NamedError('field-invalid', { field: 'count' });
  const matching = await selectDevices(tx, scope, { filter: deviceFilter, now });
  const devices = await matching
    .select(COLUMNS)
    .orderBy('tracker.tracker_id')
    .forNoKeyUpdate('tracker')
    .execute();
  if (devices.length !== count) throw new NamedError('selection-changed', { count: devices.length });
  return requireAny(devices);
}

/** All changes of several devices lock them in this order, so that none waits for another one in a circle. */
function lockTicked(tx: Tx, scope: Scope, trackerIds: readonly number[]) {
  return trackersInScope(tx, scope)
    .where(trackerIdIn(trackerIds))
    .select(COLUMNS)
    .orderBy('tracker.tracker_id')
    .forNoKeyUpdate('tracker')
    .execute();
}

/** Returns those of the trackers that are in the scope, and locks their rows. */
export async function lockRegistered(
  tx: Tx,
  scope: Scope,
  trackerIds: readonly number[],
): Promise<readonly number[]> {
  return (await lockTicked(tx, scope, trackerIds)).map(({ tracker_id }) => tracker_id);
}

/**
 * Reads and locks the devices directly in a group, without its subgroups.
 *
 * @throws NamedError `selection-changed` if their number is not `count`
 */
export async function lockDevicesOfGroup(
  tx: Tx,
  scope: Scope,
  { groupId, count }: { readonly groupId: number; readonly count: number },
): Promise<readonly SelectedDevice[]> {
  const devices = await trackersInScope(tx, scope)
    .where('tracker.group_id', '=', groupId)
    .select(COLUMNS)
    .orderBy('tracker.tracker_id')
    .forNoKeyUpdate('tracker')
    .execute();
  if (devices.length !== count) throw new NamedError('selection-changed', { count: devices.length });
  return devices;
}

function requireAny(devices: readonly SelectedDevice[]): readonly SelectedDevice[] {
  if (devices.length === 0) throw new NamedError('devices-unticked');
  return devices;
}
