import { type AltitudeKind, altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { packDegrees, UNITS_PER_DEGREE } from '../db/degrees.ts';

/** What a message contains of a device. */
export interface ForwardedTracker {
  readonly trackerId: number;
  readonly name: string;
  readonly imei: string;
}

/** How a report came in. */
export interface Receipt {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** Whether a newer report had been received before. */
  readonly isLate: boolean;
}

/** A position of a message: names and units of `trackerStatusDto` in the contract. Unknown values are null. */
export interface ForwardedPosition {
  readonly trackerId: number;
  readonly trackerName: string;
  readonly imei: string;
  /** By the clock of the device, epoch milliseconds. */
  readonly time: number;
  readonly receivedTime: number;
  readonly late: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
  readonly altitudeKind?: AltitudeKind;
  readonly speed: number | null;
  readonly direction: number | null;
  readonly accuracy: number | null;
  readonly electricity: number | null;
  readonly gsm: number | null;
  readonly satellites: number | null;
  readonly alarms: readonly NoticeType[];
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Docs: docs/user/forwarding.md has the format. */
export function presentPosition(
  { trackerId, name, imei }: ForwardedTracker,
  { time, fix, battery, gsm, satellites, alarms, attributes }: LocatedReport,
  { receivedAt, isLate }: Receipt,
): ForwardedPosition {
  return {
    trackerId,
    trackerName: name,
    imei,
    time: Math.trunc(time),
    receivedTime: receivedAt,
    late: isLate,
    // As stored, so that other readers of the track get the same coordinates.
    latitude: packDegrees(fix.latitude) / UNITS_PER_DEGREE,
    longitude: packDegrees(fix.longitude) / UNITS_PER_DEGREE,
    altitude: fix.altitude,
    ...(fix.altitude !== null &&
      fix.altitudeKind != null && { altitudeKind: altitudeKindOf(fix.altitudeKind) }),
    speed: fix.speed,
    direction: fix.course,
    accuracy: fix.accuracy,
    electricity: battery,
    gsm,
    satellites,
    alarms,
    attributes,
  };
}
