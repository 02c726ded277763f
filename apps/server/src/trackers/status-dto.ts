import { NEVER_REPORTED, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import { flightStatusOf } from '@wakeline/domain/aviation/flight-status';
import { planeMemoryFromText } from '@wakeline/domain/aviation/plane-memory';
import { isExpired } from '@wakeline/domain/devices/validity';
import type { EmergencyMemory } from '@wakeline/domain/tracker-state/tracker-state';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { sql } from 'kysely';

/** The columns of `tracker_state`, all null for a tracker that never reported. */
export interface StateColumns {
  readonly fix_time: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly altitude_kind: AltitudeKind | null;
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
  readonly emergency_memory: EmergencyMemory | null;
  /** As `planeMemoryToText` writes it; null: the device is not bound to a plane. */
  readonly plane_memory: string | null;
}

/** What a query selects. */
export const STATE_COLUMNS = [
  sql<string | null>`tracker_state.memory ->> 'plane'`.as('plane_memory'),
  sql<EmergencyMemory | null>`tracker_state.memory -> 'emergency'`.as('emergency_memory'),
  'fix_time',
  'latitude',
  'longitude',
  'altitude',
  'altitude_kind',
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
] as const;

/** The state that users may see at `now`, epoch milliseconds. */
export function visibleStatusDto(
  row: StateColumns & { readonly valid_until: Date | null },
  now: number,
): TrackerStatusDto {
  const status = toStatusDto(row);
  return isExpired(row.valid_until?.getTime() ?? null, now) ? hideExpired(status) : status;
}

/** What remains visible of the state of an expired device: no position, no status, no values. */
export function hideExpired({ mileage, latestCommTime }: TrackerStatusDto): TrackerStatusDto {
  return { ...NEVER_REPORTED, mileage, latestCommTime };
}

/** What an aircraft reports now; nothing once it is over. */
export function emergencyStatus(
  memory: EmergencyMemory | null | undefined,
): Pick<TrackerStatusDto, 'emergency'> {
  if (memory == null || memory.ended) return {};
  const { details, since } = memory;
  return { emergency: { kind: details?.kind ?? null, squawk: details?.squawk ?? null, since } };
}

/** The stored state. Users may see it only if the device is not expired: `visibleStatusDto`. */
export function toStatusDto(row: StateColumns): TrackerStatusDto {
  const plane = row.plane_memory === null ? null : planeMemoryFromText(row.plane_memory);
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    direction: row.course,
    altitude: row.altitude,
    ...(row.altitude_kind !== null && { altitudeKind: row.altitude_kind }),
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
    ...emergencyStatus(row.emergency_memory),
    ...(plane !== null && { flight: flightStatusOf(plane) }),
  };
}
