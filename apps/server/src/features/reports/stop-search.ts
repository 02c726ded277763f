import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { StopFilter } from '@wakeline/contract/reports/stops';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { Db } from '../../db/database.ts';
import { UNITS_PER_DEGREE } from '../../db/degrees.ts';
import type { Scope } from '../../identity/scope.ts';
import type { ReportDays } from '../../reports/report-days.ts';
import { readOpenStops, readStopPositions, type StopSearch } from '../../reports/stops.ts';

/** Names of the fences around each position and of the labelled points near it; see `features/map-objects/objects-at.ts`. */
export type FindObjectsAt = (
  db: Db,
  scope: Scope,
  positions: readonly Coordinates[],
  only?: { readonly fenceIds: readonly number[]; readonly labelPointIds: readonly number[] } | null,
) => Promise<readonly { readonly fences: readonly string[]; readonly points: readonly string[] }[]>;

const MS_PER_MINUTE = 60_000;

/**
 * The stops of a filter. Those in chosen fences and at chosen points are found first.
 *
 * @throws NamedError `report-too-many` if there are too many to find them
 */
export async function findStops(
  db: Db,
  scope: Scope,
  { minMinutes, fenceIds, labelPointIds, groupIds, trackerIds, keywords }: StopFilter,
  days: ReportDays,
  findObjectsAt: FindObjectsAt,
): Promise<StopSearch> {
  const devices = { groupIds, trackerIds, keywords };
  const open = await readOpenStops(db, scope, devices, days);
  const search = { ...devices, days, open, minDuration: minMinutes * MS_PER_MINUTE, keys: null };
  if (fenceIds.length === 0 && labelPointIds.length === 0) return search;
  const candidates = await readStopPositions(db, scope, search, LIMITS.reportExaminedStops + 1);
  if (candidates.length > LIMITS.reportExaminedStops) throw new NamedError('report-too-many');
  const positions = candidates.map(toDegrees);
  const objects = await findObjectsAt(db, scope, positions, { fenceIds, labelPointIds });
  const keys = candidates.filter((_, index) => {
    const { fences = [], points = [] } = objects[index] ?? {};
    return fences.length > 0 || points.length > 0;
  });
  return { ...search, keys };
}

/** Coordinates of a stored row in degrees. */
export function toDegrees({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: latitude / UNITS_PER_DEGREE, longitude: longitude / UNITS_PER_DEGREE };
}
