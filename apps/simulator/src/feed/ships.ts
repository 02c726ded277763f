import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import { encodeDetails, encodePosition } from '@wakeline/protocols/ais/encode';
import { seededRandom } from '../movement/randomness.ts';
import { courseBetween, offsetCoordinates } from '../movement/sphere.ts';

/** A fictitious vessel that goes to and fro on a straight lane. */
export interface Ship {
  readonly mmsi: number;
  readonly name: string;
  readonly shipType: number;
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** km/h; 0: at anchor. */
  readonly speed: number;
  /** Position on the lane at the start, 0..1. */
  readonly offset: number;
  readonly length: number;
}

const NAMES = ['GULL', 'TERN', 'PETREL', 'HERON', 'EGRET', 'PLOVER', 'CURLEW', 'OSPREY', 'PUFFIN', 'SKUA'];
const KINDS = [
  { shipType: 70, length: 180, speed: 24 },
  { shipType: 80, length: 210, speed: 20 },
  { shipType: 52, length: 32, speed: 14 },
  { shipType: 60, length: 60, speed: 33 },
  { shipType: 30, length: 24, speed: 12 },
] as const;

/**
 * Vessels around a position, always the same ones. Their numbers begin with 699, a country code that the ITU has not
 * assigned, so that they belong to no real vessel.
 */
export function createShips(
  count: number,
  center: Coordinates,
  radius: number,
  seed: string,
): readonly Ship[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const at = () => offsetCoordinates(center, (random() * 2 - 1) * radius, (random() * 2 - 1) * radius);
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? KINDS[0];
    return {
      mmsi: FIRST_MMSI + index,
      name: `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) + 1}`,
      shipType: kind.shipType,
      length: kind.length,
      from: at(),
      to: at(),
      speed: random() < 0.25 ? 0 : kind.speed * (0.7 + random() * 0.5),
      offset: random(),
    };
  });
}

const FIRST_MMSI = 699_000_001;
/** Metres per degree of latitude. */
const DEGREE = 111_195;

/** The sentence of a ship's position at a time, epoch milliseconds. */
export function positionSentence(ship: Ship, time: number): string {
  const { from, to, speed, offset, mmsi } = ship;
  const east = (to.longitude - from.longitude) * DEGREE * Math.cos((from.latitude * Math.PI) / 180);
  const north = (to.latitude - from.latitude) * DEGREE;
  const lane = Math.hypot(east, north);
  const travelled = (offset * lane + (speed / 3_600_000) * 1_000 * time) % (2 * lane);
  const isReturning = travelled > lane;
  const share = (isReturning ? 2 * lane - travelled : travelled) / lane;
  const at = offsetCoordinates(from, east * share, north * share);
  const course = isReturning ? courseBetween(to, from) : courseBetween(from, to);
  const isMoving = speed > 0;
  return encodePosition({
    mmsi,
    ...at,
    speed,
    course: isMoving ? course : null,
    heading: course,
    status: isMoving ? 0 : 1,
    time,
  });
}

/** The sentences of a ship's static data. */
export function detailSentences({ mmsi, name, shipType, length }: Ship): readonly string[] {
  return encodeDetails(
    {
      mmsi,
      imo: 0,
      callSign: '',
      name,
      shipType,
      length,
      beam: Math.ceil(length / 6),
      draught: Math.round(length / 3) / 10,
      destination: 'HARBOUR',
    },
    mmsi % 10,
  );
}
