import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { seededRandom } from '../movement/randomness.ts';
import { courseBetween, offsetCoordinates } from '../movement/sphere.ts';

/** A fictitious aircraft that flies to and fro on a straight airway, at a constant pressure altitude. */
export interface Aircraft {
  /** Six hexadecimal digits. */
  readonly address: string;
  readonly callSign: string;
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** km/h. */
  readonly speed: number;
  /** Feet at 1013.25 hPa. */
  readonly altitude: number;
  /** Position on the airway at the start, 0..1. */
  readonly offset: number;
}

/** From the block that ICAO keeps for itself (Annex 10, vol. III, part I, chapter 9), so they belong to no real aircraft. */
const FIRST_ADDRESS = 0xf0_00_01;
const FEET = { lowest: 9_000, step: 1_000, steps: 30 };
const KMH = { lowest: 420, range: 440 };

/** Aircraft around a position, always the same ones. */
export function createAircraft(
  count: number,
  center: Coordinates,
  radius: number,
  seed: string,
): readonly Aircraft[] {
  const random = seededRandom(seed);
  const at = () => offsetCoordinates(center, (random() * 2 - 1) * radius, (random() * 2 - 1) * radius);
  return Array.from({ length: count }, (_, index) => ({
    address: (FIRST_ADDRESS + index).toString(16),
    callSign: `WKL${100 + index}`,
    from: at(),
    to: at(),
    speed: KMH.lowest + random() * KMH.range,
    altitude: FEET.lowest + Math.floor(random() * FEET.steps) * FEET.step,
    offset: random(),
  }));
}

/** The lines of an aircraft at a time, epoch milliseconds: call sign, position, velocity. See `decodeSbsLine`. */
export function sbsLines(aircraft: Aircraft, time: number): readonly string[] {
  const { from, to, speed, offset, address, callSign, altitude } = aircraft;
  const length = greatCircleDistance(from, to);
  const flown = (offset * length + (speed / 3_600) * time) % (2 * length);
  const isReturning = flown > length;
  const share = (isReturning ? 2 * length - flown : flown) / length;
  const latitude = from.latitude + (to.latitude - from.latitude) * share;
  const longitude = from.longitude + (to.longitude - from.longitude) * share;
  const course = isReturning ? courseBetween(to, from) : courseBetween(from, to);
  const line = (type: number, fields: Readonly<Record<number, string>>) => {
    const [date = '', clock = ''] = new Date(time).toISOString().slice(0, 23).split('T');
    const day = date.replaceAll('-', '/');
    const known: Readonly<Record<number, string>> = {
      ...{ 1: 'MSG', 2: String(type), 3: '1', 4: '1', 5: address.toUpperCase(), 6: '1' },
      ...{ 7: day, 8: clock, 9: day, 10: clock },
      ...fields,
    };
    return Array.from({ length: FIELDS }, (_, at) => known[at + 1] ?? '').join(',');
  };
  return [
    line(1, { 11: callSign }),
    line(3, {
      ...{ 12: String(altitude), 15: latitude.toFixed(5), 16: longitude.toFixed(5) },
      ...{ 19: '0', 20: '0', 21: '0', 22: '0' },
    }),
    line(4, { 13: (speed / KMH_PER_KNOT).toFixed(0), 14: course.toFixed(1), 17: '0' }),
  ];
}

const FIELDS = 22;
