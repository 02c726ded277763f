import type { PlaneSheetField } from '@wakeline/contract/aviation/plane-import';
import type { PlaneForm } from '@wakeline/contract/aviation/planes';
import type { ErrorName } from '@wakeline/contract/errors';
import { readFreePlanes } from '../../../aviation/planes.ts';
import { readTakenPlanes } from '../../../aviation/taken-planes.ts';
import type { Db } from '../../../db/database.ts';
import type { Scope } from '../../../identity/scope.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import { firstRow } from '../../../sheet-import/first-row.ts';
import { createTrackerLookup } from '../../../trackers/find-by-name.ts';
import { createGroupLookup, readGroupPaths } from '../../../trackers/group-lookup.ts';
import type { EvaluatedPlane, PlaneValues } from './evaluate-plane.ts';

type ResolvedPlane = ResolvedRow<PlaneSheetField, PlaneForm>;
type Stored = Awaited<ReturnType<typeof readTakenPlanes>>;

/** Prepares the checks of rows against the account. Rows depend on earlier ones by repeated values and the limit. */
export async function createPlaneResolver(
  db: Db,
  scope: Scope,
): Promise<ResolveRows<EvaluatedPlane, ResolvedPlane>> {
  const findGroup = createGroupLookup(await readGroupPaths(db, scope));
  let capacity = await readFreePlanes(db, scope.accountId);
  /** The first row of each value. */
  const rowByTailNumber = new Map<string, number>();
  const rowByHexAddress = new Map<string, number>();
  const rowByTracker = new Map<number, number>();

  function resolveRow(
    row: EvaluatedPlane,
    values: PlaneValues,
    findTracker: Awaited<ReturnType<typeof createTrackerLookup>>,
    stored: Stored,
  ): ResolvedPlane {
    const failures: CellFailure<PlaneSheetField>[] = [];
    const fail = (field: PlaneSheetField, error: ErrorName, otherRow: number | null = null) =>
      void failures.push({ field, error, reason: null, otherRow });
    const { tailNumber, hexAddress, kind, model, layout, note } = values;

    const sameTail = firstRow(rowByTailNumber, tailNumber, row.row);
    if (sameTail !== null) fail('tailNumber', 'tail-number-repeated', sameTail);
    else if (stored.tailNumbers.has(tailNumber)) fail('tailNumber', 'tail-number-taken');
    if (hexAddress !== null) {
      const sameHex = firstRow(rowByHexAddress, hexAddress, row.row);
      if (sameHex !== null) fail('hexAddress', 'hex-address-repeated', sameHex);
      else if (stored.hexAddresses.has(hexAddress)) fail('hexAddress', 'hex-address-taken');
    }
    let groupId: number | null = null;
    if (values.group !== '') {
      const group = findGroup(values.group);
      if ('error' in group) fail('groupName', group.error);
      else groupId = group.id;
    }
    let trackerId: number | null = null;
    if (values.tracker !== '') {
      const tracker = findTracker(values.tracker, null);
      if ('error' in tracker) fail('trackerName', tracker.error);
      else {
        trackerId = tracker.trackerId;
        const earlier = firstRow(rowByTracker, trackerId, row.row);
        if (earlier !== null || stored.trackerIds.has(trackerId))
          fail('trackerName', 'tracker-has-plane', earlier);
      }
    } else if (values.group === '' && scope.groupIds !== null) {
      // Nobody with such a scope sees a plane without a device and a group.
      fail('groupName', 'group-unknown');
    }
    if (failures.length === 0 && capacity === 0) fail('tailNumber', 'plane-limit');
    if (failures.length > 0) return { ...row, form: null, failures };
    capacity -= 1;
    const icon = 'aircraft' as const;
    const identity = { tailNumber, hexAddress, kind, model, layout, note };
    return { ...row, form: { ...identity, groupId, icon, trackerId, thresholds: {} } };
  }

  return async (rows) => {
    const values = rows.flatMap((row) => row.values ?? []);
    const names = values.flatMap(({ tracker }) => (tracker === '' ? [] : [tracker]));
    const findTracker = await createTrackerLookup(db, scope, names);
    const stored = await readTakenPlanes(db, scope.accountId, values);
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, findTracker, stored),
    );
  };
}
