import type { Fence, LabelPoint } from '@wakeline/contract/entities/map-object';
import { areaOf } from '@wakeline/domain/fences/area';
import { greatCircleDistance } from '@wakeline/domain/great-circle';
import type { StayFacts } from '@wakeline/domain/stay-status';
import type { Stay } from '@wakeline/domain/stays';
import { fenceShapeOf, ringsOf } from '../../map/objects/fence-shape-of.ts';

/** Metres from a labelled point at which a device is there: a yard, a pier. */
const AT_POINT = 100;
/** Degrees of latitude in 100 m, and a little more. */
const NEAR_LATITUDE = 0.001;

type Places = Pick<Required<StayFacts>, 'isInFence' | 'isAtPoint'>;

/** Whether stays lie in fences and at labelled points. Of an account's many thousands only those are looked at that could be meant. */
export function placesOf(
  stays: readonly Stay[],
  fences: readonly Fence[],
  points: readonly LabelPoint[],
): Places {
  let [south, north] = [90, -90];
  for (const { lat } of stays) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const areas = fences.flatMap((fence) => {
    const shape = fenceShapeOf(fence);
    if (shape === null) return [];
    const latitudes = ringsOf(shape).flatMap((ring) => ring.map(([, lat]) => lat));
    const over = latitudes.some((lat) => lat >= south) && latitudes.some((lat) => lat <= north);
    return over ? [areaOf(shape)] : [];
  });
  const near = points.filter(
    ({ latitude }) => latitude >= south - NEAR_LATITUDE && latitude <= north + NEAR_LATITUDE,
  );
  return {
    isInFence: (lng, lat) => areas.some((area) => area.contains(lng, lat)),
    isAtPoint: (lng, lat) =>
      near.some((point) => greatCircleDistance(point, { latitude: lat, longitude: lng }) <= AT_POINT),
  };
}
