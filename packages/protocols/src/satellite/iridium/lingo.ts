import { civilTimeToEpochMs } from '../../civil-time.ts';
import {
  base64Payload,
  type GatewayError,
  imeiOf,
  integerField,
  locationOf,
  textOf,
} from './gateway-fields.ts';
import type { MobileOriginated } from './mobile-originated.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Decodes a "LingoMO" message, which Cloudloop posts as JSON: `sbd` has imei, cdrReference, momsn, mtmsn, sessionAt (year
 * to second, UTC), status and location; `message` is the payload in base64 and is missing for a mailbox check. Older texts
 * of Cloudloop put `sbd` into `header`. Of the names of statuses only SESSION_STATUS_OK is published.
 * Source: knowledge.cloudloop.com/docs/lingo/mo.
 */
export function decodeLingo(body: unknown): MobileOriginated | GatewayError {
  if (!isObject(body)) return 'not-an-object';
  const header = isObject(body.header) ? body.header : body;
  const sbd = isObject(body.sbd) ? body.sbd : header.sbd;
  if (!isObject(sbd)) return 'not-an-object';
  const imei = imeiOf(sbd.imei);
  if (imei === null) return 'invalid-imei';
  // Protocol buffers leave out numbers that are 0.
  const momsn = integerField(sbd.momsn ?? 0, 0xffff);
  const mtmsn = integerField(sbd.mtmsn ?? 0, 0xffff);
  const cdrReference = sbd.cdrReference === undefined ? null : integerField(sbd.cdrReference, 0xffff_ffff);
  if (momsn === null || mtmsn === null) return 'invalid-number';
  if (sbd.cdrReference !== undefined && cdrReference === null) return 'invalid-number';
  const sessionTime = timeOf(sbd.sessionAt ?? body.receivedAt);
  if (sessionTime === null) return 'invalid-time';
  const payload = base64Payload(body.message ?? '');
  if (typeof payload === 'string') return payload;
  const status = textOf(sbd.status) === 'SESSION_STATUS_OK' ? 'completed' : 'unknown';
  const location = isObject(sbd.location)
    ? locationOf(sbd.location.latitude, sbd.location.longitude, sbd.location.cep)
    : null;
  return { imei, cdrReference, status, momsn, mtmsn, sessionTime, location, payload };
}

function timeOf(value: unknown): number | null {
  if (!isObject(value)) return null;
  const [year, month, day, hour, minute, second] = [
    value.year,
    value.month,
    value.day,
    value.hour ?? 0,
    value.minute ?? 0,
    value.second ?? 0,
  ].map((field) => (Number.isInteger(field) ? Number(field) : Number.NaN));
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  return year >= 1990 && year <= 2200 ? civilTimeToEpochMs(year, month, day, hour, minute, second, 0) : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
