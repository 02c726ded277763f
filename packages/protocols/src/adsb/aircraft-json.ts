import { emergencyOf } from '@wakeline/domain/aviation/emergency';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { FeedError, FeedMessage, FeedMotion } from '../feeds/feed-message.ts';
import { present } from '../feeds/present.ts';
import { objectIdOf } from './address.ts';
import { angleOf, callSignOf, geometricAltitude, positionOf, pressureAltitude, squawkOf } from './values.ts';

/** Seconds after which a position that the receiver still lists is too old to count. */
const MAX_POSITION_AGE = 60;

/**
 * The document `aircraft.json` of readsb, tar1090 and dump1090-fa (readsb, README-json.md):
 *
 *     { "now": 1690000000.1, "aircraft": [ { "hex": "3c6444", "flight": "DLH4CK  ", "alt_baro": 35000 or "ground",
 *       "alt_geom": 35400, "gs": 441.2, "track": 92.1, "baro_rate": -64, "true_heading": 91.0, "squawk": "1000",
 *       "emergency": "none", "category": "A3", "r": "D-AIXX", "t": "A359", "lat": 53.1, "lon": 9.9, "seen_pos": 0.4 } ] }
 *
 * Altitudes are in feet: `alt_baro` at 1013.25 hPa, `alt_geom` above the ellipsoid WGS 84. Speeds in knots, rates in feet per minute; `now` is in seconds since 1970. The time of a
 * position is `now` minus `seen_pos`. `hex` begins with `~` if ICAO did not assign the address.
 */
export function decodeAircraftJson(text: string): readonly (FeedMessage | FeedError)[] | null {
  const document = parseObject(text);
  if (document === null || !Array.isArray(document.aircraft)) return null;
  const now = numberIn(document, 'now');
  return document.aircraft.map((aircraft: unknown) =>
    isObject(aircraft) ? decodeAircraft(aircraft, now) : 'malformed',
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

function decodeAircraft(aircraft: JsonObject, now: number | null): FeedMessage | FeedError {
  const objectId = objectIdOf(textIn(aircraft, 'hex'));
  if (objectId === null) return 'address';
  const age = numberIn(aircraft, 'seen_pos') ?? 0;
  const coordinates =
    age > MAX_POSITION_AGE ? null : positionOf(numberIn(aircraft, 'lat'), numberIn(aircraft, 'lon'));
  const accuracy = accuracyIn(aircraft);
  const position = coordinates === null || accuracy === null ? coordinates : { ...coordinates, accuracy };
  const speed = numberIn(aircraft, 'gs');
  const squawk = squawkOf(textIn(aircraft, 'squawk'));
  return {
    objectId,
    kind: 'aircraft',
    position,
    motion: {
      ...altitudeIn(aircraft),
      speed: speed === null || speed < 0 ? null : speed * KMH_PER_KNOT,
      course: angleOf(numberIn(aircraft, 'track')),
    },
    time: now === null || position === null ? null : Math.round((now - age) * 1_000),
    second: null,
    details: present({
      callSign: callSignOf(textIn(aircraft, 'flight')),
      registration: shortText(aircraft, 'r'),
      aircraftType: shortText(aircraft, 't'),
      category: shortText(aircraft, 'category'),
    }),
    dynamics: present({
      squawk,
      verticalRate: numberIn(aircraft, 'baro_rate') ?? numberIn(aircraft, 'geom_rate'),
      heading: angleOf(numberIn(aircraft, 'true_heading')),
      onGround: onGroundIn(aircraft),
    }),
    emergency: emergencyOf(squawk, textIn(aircraft, 'emergency')),
    distress: null,
  };
}

/** The pressure altitude, which nearly all aircraft send; else the geometric one. */
function altitudeIn(aircraft: JsonObject): FeedMotion {
  const pressure = numberIn(aircraft, 'alt_baro');
  if (pressure !== null) return pressureAltitude(pressure);
  const geometric = numberIn(aircraft, 'alt_geom');
  return geometric === null ? { altitude: null } : geometricAltitude(geometric);
}

/**
 * Bounds of the horizontal position error with 95 % (EPU) in metres, by NACp from 0 (DO-260B, table 2-71); null: not known.
 */
const POSITION_ERRORS = [null, 18_520, 7_408, 3_704, 1_852, 926, 555.6, 185.2, 92.6, 30, 10, 3] as const;

/** Metres: an estimate. The accuracy of multilateration depends on the receivers, and nothing reports it. */
const MLAT_ACCURACY = 200;

/** Metres, by NACp, else the radius of containment; null: not known. */
function accuracyIn(aircraft: JsonObject): number | null {
  const { type, mlat } = aircraft;
  if (type === 'mlat' || (Array.isArray(mlat) && mlat.includes('lat'))) return MLAT_ACCURACY;
  const error = POSITION_ERRORS[numberIn(aircraft, 'nac_p') ?? 0] ?? null;
  const containment = numberIn(aircraft, 'rc') ?? 0;
  return error ?? (containment > 0 ? containment : null);
}

/** Null: the aircraft has sent no altitude, so the document does not say. */
function onGroundIn({ alt_baro: altitude }: JsonObject): boolean | null {
  return altitude === 'ground' || (typeof altitude === 'number' ? false : null);
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberIn(object: JsonObject, name: string): number | null {
  const value = object[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Registration, type or category: up to 16 printable ASCII characters. */
function shortText(object: JsonObject, name: string): string | null {
  const text = textIn(object, name).trim();
  return /^[\x21-\x7e][\x20-\x7e]{0,15}$/.test(text) ? text : null;
}
