import type { Plane, PlaneForm } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { AIRCRAFT_KIND_NUMBERS, aircraftKindOf } from '@wakeline/domain/aviation/aircraft-kind';
import { type FlightLimits, flightProfile } from '@wakeline/domain/aviation/flight-profile';
import type { PlaneColumns, PlaneRow } from '../../aviation/planes.ts';
import type { Tx } from '../../db/database.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';
import { lockTrackersForBinding } from '../../trackers/lock-for-binding.ts';
import { findVisibleGroups } from '../../trackers/write.ts';

/** @throws NamedError `plane-thresholds` */
export function requireThresholds({ kind, thresholds }: Pick<PlaneForm, 'kind' | 'thresholds'>): void {
  if (typeof flightProfile(kind, limitsOf(thresholds)) === 'string') throw new NamedError('plane-thresholds');
}

/**
 * Checks device and group of a plane. A user whose scope is limited to groups sees the planes with their devices, and those
 * without a device in their groups, so they cannot leave out both.
 *
 * @param before the former row; null: the plane is new
 * @throws NamedError `tracker-unknown`, `group-unknown`
 */
export async function requirePlacement(
  tx: Tx,
  scope: Scope,
  { trackerId, groupId }: Pick<PlaneForm, 'trackerId' | 'groupId'>,
  before: Pick<PlaneRow, 'tracker_id' | 'group_id'> | null,
): Promise<void> {
  if (trackerId !== null && trackerId !== before?.tracker_id)
    await lockTrackersForBinding(tx, scope, [trackerId]);
  if (trackerId === null && !canSeeGroup(scope, groupId)) throw new NamedError('group-unknown');
  if (groupId === null || groupId === before?.group_id) return;
  if (!(await findVisibleGroups(tx, scope, [groupId])).has(groupId)) throw new NamedError('group-unknown');
}

/** The form without a group that the user does not see: `null` keeps it. */
export function withHiddenGroup(scope: Scope, form: PlaneForm, before: PlaneRow): PlaneForm {
  const isHidden = form.groupId === null && before.group_id !== null && !canSeeGroup(scope, before.group_id);
  return isHidden && form.trackerId !== null ? { ...form, groupId: before.group_id } : form;
}

export function columnsOf(form: PlaneForm): PlaneColumns {
  return {
    tail_number: form.tailNumber,
    hex_address: form.hexAddress,
    kind: AIRCRAFT_KIND_NUMBERS[form.kind],
    model: form.model,
    layout: form.layout,
    group_id: form.groupId,
    icon: form.icon,
    tracker_id: form.trackerId,
    thresholds: JSON.stringify(form.thresholds),
    note: form.note,
  };
}

export function formOf(row: PlaneRow): PlaneForm {
  return {
    tailNumber: row.tail_number,
    hexAddress: row.hex_address,
    kind: kindOf(row),
    model: row.model,
    layout: row.layout,
    groupId: row.group_id,
    icon: row.icon,
    trackerId: row.tracker_id,
    thresholds: row.thresholds,
    note: row.note,
  };
}

export function kindOf({ kind }: Pick<PlaneRow, 'kind'>): Plane['kind'] {
  const name = aircraftKindOf(kind);
  if (name === null) throw new Error(`no kind of aircraft has the number ${kind}`);
  return name;
}

/** Without the limits that are not set. */
function limitsOf(thresholds: PlaneForm['thresholds']): Partial<FlightLimits> {
  const set = Object.entries(thresholds).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}
