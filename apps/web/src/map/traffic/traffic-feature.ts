import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { Feature, Point } from 'geojson';
import { writeImageSubject } from '../icons/images.ts';
import type { TrafficIcon } from '../icons/traffic-image.ts';

/** The feature of an object. Its number is a property, because ids of features are numbers. */
export function toTrafficFeature({
  objectId,
  kind,
  name,
  longitude,
  latitude,
  course,
  distress,
}: TrafficObject): Feature<Point> {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      objectId,
      name: name ?? '',
      icon: writeImageSubject(['traffic', iconOf(kind, course, distress)]),
      course: course ?? 0,
    },
  };
}

function iconOf(kind: TrafficObject['kind'], course: number | null, distress: boolean): TrafficIcon {
  if (distress) return 'distress';
  if (kind === 'vessel') return course === null ? 'vessel-still' : 'vessel';
  if (kind === 'aircraft') return course === null ? 'aircraft-still' : 'aircraft';
  return kind;
}
