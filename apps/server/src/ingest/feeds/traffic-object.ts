import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { FeedObject } from './feed-object.ts';

/** An object as consoles draw it; null: it has no position yet. */
export function toTrafficObject({
  objectId,
  kind,
  position,
  positionTime,
  motion,
  details,
  distress,
  emergency,
}: FeedObject): TrafficObject | null {
  if (position === null) return null;
  const { shipType = null, aircraftType = null } = details;
  return {
    objectId,
    kind,
    name: textOf(details.name) ?? textOf(details.callSign) ?? textOf(details.registration),
    type: typeof shipType === 'number' ? shipType : textOf(aircraftType ?? undefined),
    latitude: position.latitude,
    longitude: position.longitude,
    altitude: motion.altitude ?? null,
    ...(motion.altitudeKind !== undefined && { altitudeKind: motion.altitudeKind }),
    speed: motion.speed ?? null,
    course: motion.course ?? null,
    distress: distress || emergency !== null,
    time: positionTime,
  };
}

function textOf(value: AttributeValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
