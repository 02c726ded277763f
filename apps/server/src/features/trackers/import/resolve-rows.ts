import type { ErrorName } from '@wakeline/contract/errors';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import type { Db } from '../../../db/database.ts';
import { storedPicture } from '../../../files/stored-picture.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import { createGroupLookup, readGroupPaths } from '../../../trackers/group-lookup.ts';
import { findTakenImeis, withoutLeadingZeros } from '../../../trackers/taken-imeis.ts';
import { readFreeTrackers, type TrackerForm } from '../../../trackers/write.ts';
import { readIcons } from '../icons/tracker-icons.queries.ts';
import { canPlaceTracker } from '../trackers.policy.ts';
import type { DeviceValues, EvaluatedRow } from './evaluate-row.ts';
import { findIcon } from './icon-names.ts';

/** The row of a valid device; an uploaded icon is in its stored form. */
type ResolvedDevice = ResolvedRow<DeviceSheetField, TrackerForm>;

/**
 * Prepares the checks of rows against the account, with the groups and icons that the user sees now. Rows depend on earlier
 * ones by repeated IMEIs and the quota of the account.
 */
export async function createRowResolver(
  db: Db,
  caller: Caller,
): Promise<ResolveRows<EvaluatedRow, ResolvedDevice>> {
  const findGroup = createGroupLookup(await readGroupPaths(db, caller));
  const ownIcons = new Map(
    (await readIcons(db, caller.accountId)).map(({ name, file_id }) => [name.toLowerCase(), file_id]),
  );
  let capacity = await readFreeTrackers(db, caller.accountId);
  /** The first row of each IMEI. */
  const rowByImei = new Map<string, number>();

  function resolveGroup(text: string): { readonly groupId: number | null } | { readonly error: ErrorName } {
    const found = text === '' ? { id: null } : findGroup(text);
    if ('error' in found) return found;
    return canPlaceTracker(caller, found.id) ? { groupId: found.id } : { error: 'group-unknown' };
  }

  function resolveIcon(text: string): Pick<TrackerForm, 'iconDto'> | null {
    if (text === '') return {};
    const builtIn = findIcon(text);
    if (builtIn !== null) return { iconDto: { iconUrl: builtIn, iconType: 'STANDARD' } };
    const fileId = ownIcons.get(text.toLowerCase());
    return fileId === undefined ? null : { iconDto: { iconUrl: storedPicture(fileId), iconType: 'CUSTOM' } };
  }

  /** An earlier row with the same IMEI; null: none. */
  function findRepetition(row: number, imei: string): number | null {
    const number = withoutLeadingZeros(imei);
    const first = rowByImei.get(number);
    if (first === undefined) rowByImei.set(number, row);
    return first ?? null;
  }

  function resolveRow(row: EvaluatedRow, values: DeviceValues, taken: ReadonlySet<string>): ResolvedDevice {
    const failures: CellFailure<DeviceSheetField>[] = [];
    const fail = (field: DeviceSheetField, error: ErrorName, otherRow: number | null = null) =>
      void failures.push({ field, error, reason: null, otherRow });
    const { group: groupName, icon: iconName, password, protocol, ...fields } = values;
    const group = resolveGroup(groupName);
    if ('error' in group) fail('group', group.error);
    const icon = resolveIcon(iconName);
    if (icon === null) fail('icon', 'icon-unknown');
    const first = findRepetition(row.row, values.imei);
    if (first !== null) fail('imei', 'imei-repeated', first);
    else if (taken.has(withoutLeadingZeros(values.imei))) fail('imei', 'imei-taken');
    if (failures.length === 0 && capacity === 0) fail('imei', 'tracker-limit');
    if (failures.length > 0 || 'error' in group) return { ...row, form: null, failures };
    capacity -= 1;
    const form = {
      ...fields,
      ...group,
      ...icon,
      ...(password === null ? {} : { password }),
      // Without one, the model determines it.
      ...(protocol === null ? {} : { protocol }),
    };
    return { ...row, form, failures };
  }

  return async (rows) => {
    const imeis = rows.flatMap(({ values }) => (values === null ? [] : [values.imei]));
    const taken = await findTakenImeis(db, imeis);
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, taken),
    );
  };
}
