import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** The columns of `tracker_state`, all null for a tracker that never reported. */
export interface StateColumns {
  readonly fix_time: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly accuracy: number | null;
  readonly satellites: number | null;
  readonly battery: number | null;
  readonly gsm: number | null;
  readonly mileage: number | null;
  readonly comm_time: number | null;
  readonly status: TrackerStatus | null;
  readonly status_since: number | null;
}

/** The column names, for a query. */
export const STATE_COLUMNS = [
  'fix_time',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
  'satellites',
  'battery',
  'gsm',
  'mileage',
  'comm_time',
  'status',
  'status_since',
] as const satisfies readonly (keyof StateColumns)[];

export function toStatusDto(row: StateColumns): TrackerStatusDto {
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    direction: row.course,
    altitude: row.altitude,
    speed: row.speed,
    electricity: row.battery,
    gsm: row.gsm,
    satellites: row.satellites,
    accuracy: row.accuracy,
    mileage: row.mileage ?? 0,
    fixTime: row.fix_time,
    latestCommTime: row.comm_time,
    status: row.status ?? 'OFFLINE',
    statusSince: row.status_since,
  };
}
