import { type InreachCode, inreachCodeOf } from './message-codes.ts';

/** Where a device was, as it reports it. */
export interface InreachPoint {
  /** Degrees, WGS-84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** 0: none; 1: 2D; 2 and 3: 3D. */
  readonly gpsFix: number | null;
  /** Degrees, 0 <= course < 360. */
  readonly course: number | null;
  /** km/h. */
  readonly speed: number | null;
}

/** One message of an inReach device. */
export interface InreachEvent {
  readonly imei: string;
  readonly code: InreachCode;
  readonly codeNumber: number;
  /** Epoch milliseconds UTC; null: binary messages of version 2 have none. */
  readonly time: number | null;
  /** Empty if there is none. */
  readonly text: string;
  /** Phone numbers, e-mail addresses and names of contacts to which the device sends the message. */
  readonly addresses: readonly string[];
  readonly point: InreachPoint | null;
  /** Null: not reported. */
  readonly lowBattery: boolean | null;
  readonly payload: Uint8Array | null;
}

/** What a request of the IPC Outbound service contains. */
export interface InreachBatch {
  readonly events: readonly InreachEvent[];
  /** Events that cannot be read: no IMEI or no message code. */
  readonly invalidCount: number;
}

const MAX_EVENTS = 1_000;
const MAX_TEXT = 4_000;
const MAX_ADDRESSES = 100;
const MAX_ADDRESS = 254;
/** Bytes of the largest payload in base64. */
const MAX_BASE64 = 140_000;
const MAX_CODE = 9_999;
/** The first day on which a device existed; earlier times are of an unset clock. */
const MIN_TIME = Date.UTC(2010, 0, 1);
const MAX_TIME = Date.UTC(2200, 0, 1);

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Decodes a request of Garmin's IPC Outbound service, schema versions 2 to 4: `Version` and `Events`. Fields of an event
 * that are not valid are left out; only an event without IMEI or message code is refused.
 */
export function decodeInreach(body: unknown): InreachBatch | 'not-an-object' | 'too-many-events' {
  if (!isObject(body) || !Array.isArray(body.Events)) return 'not-an-object';
  if (body.Events.length > MAX_EVENTS) return 'too-many-events';
  const events = body.Events.map(readEvent);
  return {
    events: events.filter((event) => event !== null),
    invalidCount: events.filter((event) => event === null).length,
  };
}

function readEvent(event: unknown): InreachEvent | null {
  if (!isObject(event)) return null;
  const { imei, messageCode, status } = event;
  if (typeof imei !== 'string' || !/^\d{15}$/.test(imei)) return null;
  const codeNumber = numberIn(messageCode, 0, MAX_CODE);
  if (codeNumber === null || !Number.isInteger(codeNumber)) return null;
  const time = numberIn(event.timeStamp, MIN_TIME, MAX_TIME);
  const lowBattery = isObject(status) ? numberIn(status.lowBattery, 0, 1) : null;
  return {
    imei,
    code: inreachCodeOf(codeNumber),
    codeNumber,
    time: time === null ? null : Math.floor(time),
    text: typeof event.freeText === 'string' ? event.freeText.slice(0, MAX_TEXT) : '',
    addresses: readAddresses(event.addresses),
    point: readPoint(event.point),
    lowBattery: lowBattery === null ? null : lowBattery === 1,
    payload: readPayload(event.payload),
  };
}

function readAddresses(addresses: unknown): readonly string[] {
  if (!Array.isArray(addresses)) return [];
  return addresses.slice(0, MAX_ADDRESSES).flatMap((entry) => {
    const address = isObject(entry) ? entry.address : null;
    return typeof address === 'string' && address !== '' && address.length <= MAX_ADDRESS ? [address] : [];
  });
}

function readPoint(point: unknown): InreachPoint | null {
  if (!isObject(point)) return null;
  const latitude = numberIn(point.latitude, -90, 90);
  const longitude = numberIn(point.longitude, -180, 180);
  if (latitude === null || longitude === null) return null;
  const course = numberIn(point.course, 0, 360);
  return {
    latitude,
    longitude,
    altitude: numberIn(point.altitude, -12_000, 100_000),
    gpsFix: numberIn(point.gpsFix, 0, 9),
    course: course === null ? null : course % 360,
    speed: numberIn(point.speed, 0, 3_000),
  };
}

function readPayload(payload: unknown): Uint8Array | null {
  if (typeof payload !== 'string' || payload === '' || payload.length > MAX_BASE64) return null;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(payload) ? Buffer.from(payload, 'base64') : null;
}

function numberIn(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
