import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { Alarms, Crossing } from './alarm.ts';

/** Values from the additional items of a location. */
export interface Items {
  gsm: number | null;
  satellites: number | null;
  battery: number | null;
  crossing: Crossing | null;
  readonly alarms: Alarms;
  readonly attributes: Record<string, AttributeValue>;
}

/** Maximum signal quality (CSQ) that modems report (3GPP TS 27.007 section 8.5). */
export const CSQ_MAX = 31;
const CSQ_UNKNOWN = 99;

/** Sets the signal quality in percent. Values above the scale are stored unchanged, except for 99 (unknown). */
export function setSignal(quality: number, items: Pick<Items, 'gsm' | 'attributes'>): void {
  if (quality <= CSQ_MAX) items.gsm = Math.round((quality * 100) / CSQ_MAX);
  else if (quality !== CSQ_UNKNOWN) items.attributes.signalStrength = quality;
}

/** Sets the battery level. Returns false for values above 100. */
export function setBattery(percent: number, items: Pick<Items, 'battery'>): boolean {
  if (percent > 100) return false;
  items.battery = percent;
  return true;
}

/** Attribute name of an undecoded item: `itemEB`; of its sub-item 0x0089: `itemEB0089`. */
export function formatItemName(id: number, subItemId?: number): string {
  const suffix = subItemId === undefined ? '' : subItemId.toString(16).padStart(4, '0').toUpperCase();
  return `item${id.toString(16).padStart(2, '0').toUpperCase()}${suffix}`;
}

/** Printable ASCII text without surrounding zeros and spaces; null for anything else. */
export function readPrintable(data: Buffer): string | null {
  const text = data.toString('latin1').replace(/^[\0 ]+|[\0 ]+$/g, '');
  return /^[\x20-\x7e]+$/.test(text) ? text : null;
}

/** Stores an identification number: 14 to 20 digits, padded with the letter F. */
export function setDigits(attributes: Items['attributes'], name: string, text: string): boolean {
  const value = text.replace(/f+$/i, '');
  if (!/^[0-9]{14,20}$/.test(value) || /^0+$/.test(value)) return false;
  attributes[name] = value;
  return true;
}
