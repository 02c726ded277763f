import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { Alarms, Crossing } from './alarm.ts';

/** What the additional items of a location say. */
export interface Items {
  gsm: number | null;
  satellites: number | null;
  battery: number | null;
  crossing: Crossing | null;
  readonly alarms: Alarms;
  readonly attributes: Record<string, AttributeValue>;
}

/** Weakest to strongest of the signal quality that modems report (3GPP TS 27.007 section 8.5). */
export const CSQ_MAX = 31;
const CSQ_UNKNOWN = 99;

/** Signal quality as percent. Above the scale it is kept as sent, except for 99, which is unknown. */
export function setSignal(quality: number, items: Pick<Items, 'gsm' | 'attributes'>): void {
  if (quality <= CSQ_MAX) items.gsm = Math.round((quality * 100) / CSQ_MAX);
  else if (quality !== CSQ_UNKNOWN) items.attributes.signalStrength = quality;
}

/** A percentage of the battery; a value above 100 is not one. */
export function setBattery(percent: number, items: Pick<Items, 'battery'>): boolean {
  if (percent > 100) return false;
  items.battery = percent;
  return true;
}

/** Name of an item that is kept as it came: `itemEB`, and of its part 0x0089: `itemEB0089`. */
export function formatItemName(id: number, subItemId?: number): string {
  const suffix = subItemId === undefined ? '' : subItemId.toString(16).padStart(4, '0').toUpperCase();
  return `item${id.toString(16).padStart(2, '0').toUpperCase()}${suffix}`;
}

/** Text of printable ASCII, without zeros and spaces around it; null for anything else. */
export function readPrintable(data: Buffer): string | null {
  const text = data.toString('latin1').replace(/^[\0 ]+|[\0 ]+$/g, '');
  return /^[\x20-\x7e]+$/.test(text) ? text : null;
}

/** Keeps a number that identifies something: 14 to 20 digits, filled up with the letter F. */
export function setDigits(attributes: Items['attributes'], name: string, text: string): boolean {
  const value = text.replace(/f+$/i, '');
  if (!/^[0-9]{14,20}$/.test(value) || /^0+$/.test(value)) return false;
  attributes[name] = value;
  return true;
}
