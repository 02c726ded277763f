import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import type { TrackerStatusDto } from '../entities/tracker.ts';

/**
 * Columns of a tracker's latest state as numbers, in the order of a row. Units as in `trackerStatusDto`; NaN is null.
 * `status` is an index in `TRACKER_STATUSES`; `altitudeKind` is NaN if it is omitted.
 */
export const STATE_COLUMNS = {
  latitude: 0,
  longitude: 1,
  direction: 2,
  altitude: 3,
  altitudeKind: 4,
  speed: 5,
  electricity: 6,
  gsm: 7,
  satellites: 8,
  accuracy: 9,
  mileage: 10,
  fixTime: 11,
  latestCommTime: 12,
  status: 13,
  statusSince: 14,
} as const;

/** Numbers of a row. */
export const STATE_ROW_LENGTH = 15;

/** What few trackers have, besides the numbers of a row. */
export type StateDetails = Pick<TrackerStatusDto, 'flight' | 'emergency'>;

type NullableColumn = Exclude<keyof typeof STATE_COLUMNS, 'altitudeKind' | 'mileage' | 'status'>;

const NULLABLE_COLUMNS = Object.keys(STATE_COLUMNS).filter(
  (name): name is NullableColumn => !['altitudeKind', 'mileage', 'status'].includes(name),
);

/** Writes a state as the row that starts at `offset`, except `detailsOf` it. */
export function writeStateRow(status: TrackerStatusDto, rows: Float64Array, offset: number): void {
  for (const name of NULLABLE_COLUMNS) rows[offset + STATE_COLUMNS[name]] = status[name] ?? Number.NaN;
  rows[offset + STATE_COLUMNS.altitudeKind] = status.altitudeKind ?? Number.NaN;
  rows[offset + STATE_COLUMNS.mileage] = status.mileage;
  rows[offset + STATE_COLUMNS.status] = TRACKER_STATUSES.indexOf(status.status);
}

/** What a row does not contain; null if there is nothing. */
export function detailsOf({ flight, emergency }: TrackerStatusDto): StateDetails | null {
  if (flight === undefined && emergency === undefined) return null;
  return { ...(flight && { flight }), ...(emergency && { emergency }) };
}

/** The state of the row that starts at `offset`. */
export function readStateRow(
  rows: Float64Array,
  offset: number,
  details: StateDetails | null,
): TrackerStatusDto {
  const at = (column: number): number => rows[offset + column] ?? Number.NaN;
  const valueAt = (column: number): number | null => {
    const value = at(column);
    return Number.isNaN(value) ? null : value;
  };
  const altitudeKind = valueAt(STATE_COLUMNS.altitudeKind) as TrackerStatusDto['altitudeKind'] | null;
  return {
    latitude: valueAt(STATE_COLUMNS.latitude),
    longitude: valueAt(STATE_COLUMNS.longitude),
    direction: valueAt(STATE_COLUMNS.direction),
    altitude: valueAt(STATE_COLUMNS.altitude),
    ...(altitudeKind != null && { altitudeKind }),
    speed: valueAt(STATE_COLUMNS.speed),
    electricity: valueAt(STATE_COLUMNS.electricity),
    gsm: valueAt(STATE_COLUMNS.gsm),
    satellites: valueAt(STATE_COLUMNS.satellites),
    accuracy: valueAt(STATE_COLUMNS.accuracy),
    mileage: at(STATE_COLUMNS.mileage),
    fixTime: valueAt(STATE_COLUMNS.fixTime),
    latestCommTime: valueAt(STATE_COLUMNS.latestCommTime),
    status: TRACKER_STATUSES[at(STATE_COLUMNS.status)] ?? 'OFFLINE',
    statusSince: valueAt(STATE_COLUMNS.statusSince),
    ...details,
  };
}
