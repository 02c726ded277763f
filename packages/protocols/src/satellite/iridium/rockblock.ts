import { civilTimeToEpochMs } from '../../civil-time.ts';
import { type GatewayError, hexPayload, imeiOf, integerField, locationOf } from './gateway-fields.ts';
import type { MobileOriginated } from './mobile-originated.ts';

/**
 * Decodes what the RockBLOCK gateway posts, as form fields or as JSON with the same names: imei, momsn, transmit_time
 * (YY-MM-DD HH:MM:SS, UTC), iridium_latitude, iridium_longitude, iridium_cep (km), data (hexadecimal, empty for a mailbox
 * check). Only completed sessions are posted; session status, CDR reference and MTMSN are not.
 * Source: docs.rockblock.rock7.com, "Receiving MO messages via HTTP webhook".
 */
export function decodeRockblock(fields: Readonly<Record<string, unknown>>): MobileOriginated | GatewayError {
  const imei = imeiOf(fields.imei);
  if (imei === null) return 'invalid-imei';
  const momsn = integerField(fields.momsn, 0xffff);
  if (momsn === null) return 'invalid-number';
  const sessionTime = transmitTime(fields.transmit_time);
  if (sessionTime === null) return 'invalid-time';
  const payload = hexPayload(fields.data);
  if (typeof payload === 'string') return payload;
  const location = locationOf(fields.iridium_latitude, fields.iridium_longitude, fields.iridium_cep);
  return {
    imei,
    cdrReference: null,
    status: 'completed',
    momsn,
    mtmsn: null,
    sessionTime,
    location,
    payload,
  };
}

const TRANSMIT_TIME = /^(\d{2})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

function transmitTime(value: unknown): number | null {
  const [, ...digits] = (typeof value === 'string' && TRANSMIT_TIME.exec(value)) || [];
  const [year, month, day, hour, minute, second] = digits.map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  return civilTimeToEpochMs(2000 + year, month, day, hour, minute, second, 0);
}
