import { isImeiText } from './elements.ts';
import { MAX_MO_PAYLOAD, type NetworkLocation, networkLocation } from './mobile-originated.ts';

/**
 * Why a message of an HTTP gateway or an e-mail is refused:
 *
 * - `not-an-object`: the body is no JSON object
 * - `invalid-imei`, `invalid-number`, `invalid-time`: a field is missing or not valid; the number is MOMSN, MTMSN, session
 *   status, message size or CDR reference
 * - `invalid-data`: the payload is not hexadecimal, not base64, or missing
 * - `payload-too-long`: more than 1,960 bytes
 */
export type GatewayError =
  | 'not-an-object'
  | 'invalid-imei'
  | 'invalid-number'
  | 'invalid-time'
  | 'invalid-data'
  | 'payload-too-long';

/** A field of a form or of JSON as text; empty if it is missing or no text and no number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** An IMEI; null if it is none. */
export function imeiOf(value: unknown): string | null {
  const text = textOf(value);
  return isImeiText(text) ? text : null;
}

/** A whole number of 0 to `max`, as number or decimal digits; null if it is none. */
export function integerField(value: unknown, max: number): number | null {
  const text = textOf(value);
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number <= max ? number : null;
}

/** The location of a gateway; null if a value is missing or none on Earth. */
export function locationOf(latitude: unknown, longitude: unknown, radius: unknown): NetworkLocation | null {
  const [north, east, kilometres] = [latitude, longitude, radius].map((value) => {
    const text = textOf(value);
    return /^[+-]?\d{1,5}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  });
  if (north === undefined || east === undefined || kilometres === undefined) return null;
  return networkLocation(north, east, kilometres);
}

/** Decodes a payload in hexadecimal; spaces are skipped. */
export function hexPayload(value: unknown): Buffer | 'invalid-data' | 'payload-too-long' {
  if (typeof value !== 'string') return 'invalid-data';
  // Twice the length leaves room for a space after each byte.
  if (value.length > 4 * MAX_MO_PAYLOAD) return 'payload-too-long';
  const digits = value.replaceAll(' ', '');
  if (!/^([0-9a-f]{2})*$/i.test(digits)) return 'invalid-data';
  return digits.length > 2 * MAX_MO_PAYLOAD ? 'payload-too-long' : Buffer.from(digits, 'hex');
}

/** Decodes a payload in base64 (RFC 4648, with padding). */
export function base64Payload(value: unknown): Buffer | 'invalid-data' | 'payload-too-long' {
  if (typeof value !== 'string') return 'invalid-data';
  if (value.length > 4 * Math.ceil(MAX_MO_PAYLOAD / 3)) return 'payload-too-long';
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return 'invalid-data';
  const bytes = Buffer.from(value, 'base64');
  return bytes.length > MAX_MO_PAYLOAD ? 'payload-too-long' : bytes;
}
