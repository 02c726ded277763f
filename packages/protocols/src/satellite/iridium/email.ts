import { civilTimeToEpochMs } from '../../civil-time.ts';
import { isImeiText } from './elements.ts';
import { type GatewayError, integerField, locationOf } from './gateway-fields.ts';
import { MAX_MO_PAYLOAD, type MobileOriginated, sessionStatusOf } from './mobile-originated.ts';

/** A parsed e-mail of sbdservice@sbd.iridium.com. */
export interface SbdEmail {
  readonly subject: string;
  readonly text: string;
  /** Content of the attachment with the extension .sbd; null: there is none. */
  readonly attachment: Uint8Array | null;
}

const SUBJECT = /^SBD Msg From Unit:\s*(\d+)\s*$/i;
/** The lines of interest are among the first ones. */
const MAX_TEXT = 4_096;
const TIME = /(\w{3})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAX_STATUS = 255;

/**
 * Decodes an MO message delivered by e-mail (section 6.1 of the guide). The lines of the location are optional; CDR
 * reference is not delivered. The size in the text must be that of the attachment.
 */
export function decodeSbdEmail({ subject, text, attachment }: SbdEmail): MobileOriginated | GatewayError {
  const imei = SUBJECT.exec(subject.slice(0, 200).trim())?.[1] ?? '';
  if (!isImeiText(imei)) return 'invalid-imei';
  const start = text.slice(0, MAX_TEXT);
  const value = (pattern: RegExp) => pattern.exec(start)?.[1];
  const momsn = integerField(value(/MOMSN:\s*(\d{1,5})\b/i), 0xffff);
  const mtmsn = integerField(value(/MTMSN:\s*(\d{1,5})\b/i), 0xffff);
  const status = integerField(value(/Session Status:\s*(\d{1,3})\b/i), MAX_STATUS);
  const size = integerField(value(/Message Size \(bytes\):\s*(\d{1,5})\b/i), 0xffff);
  if (momsn === null || mtmsn === null || status === null || size === null) return 'invalid-number';
  const sessionTime = timeOf(value(/Time of Session \(UTC\):\s*([^\r\n]{1,60})/i) ?? '');
  if (sessionTime === null) return 'invalid-time';
  if (size > MAX_MO_PAYLOAD) return 'payload-too-long';
  const payload = attachment ?? new Uint8Array(0);
  if (payload.length !== size) return 'invalid-data';
  const location = locationOf(
    value(/Lat\s*=\s*([-+.\d]{1,30})/i),
    value(/Long\s*=\s*([-+.\d]{1,30})/i),
    value(/CEPradius\s*=\s*([.\d]{1,30})/i),
  );
  return {
    imei,
    cdrReference: null,
    status: sessionStatusOf(status),
    momsn,
    mtmsn,
    sessionTime,
    location,
    payload,
  };
}

/** `Tue Aug 13 16:51:04 2002`, also with the day padded by a space. */
function timeOf(text: string): number | null {
  const [, monthName = '', ...digits] = TIME.exec(text) ?? [];
  const [day, hour, minute, second, year] = digits.map(Number);
  if (day === undefined || hour === undefined || minute === undefined) return null;
  if (second === undefined || year === undefined) return null;
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  return civilTimeToEpochMs(year, month, day, hour, minute, second, 0);
}
