import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import { addAlarm } from '../add-alarm.ts';
import type { ReportDraft } from '../report-draft.ts';
import { type ElementRule, type ElementRules, PROFESSIONAL_RULES, STANDARD_RULES } from './element-rules.ts';

/** One element of a record, as received. */
export interface Element {
  readonly id: number;
  readonly value: Buffer;
}

interface Target {
  readonly draft: ReportDraft;
  /** The element that caused the record; 0: none. */
  readonly eventId: number;
  /** Whether the ids are those of the professional devices. */
  readonly professional: boolean;
}

const GSM = 21;
const MAX_GSM = 5;
const BATTERY = 113;
const ALARM = 236;
const UNPLUG = 252;
const OVERSPEED = 255;
/** Zones 1 to 5 of the device; 0: left, 1: entered, 2 and 3: speed limit of the zone. */
const FIRST_ZONE = 155;
const LAST_ZONE = 159;
const AUTO_FENCE = 175;
/** The second half of an ICCID has this number of digits. */
const ICCID_DIGITS = 10;

/** Adds the values of all elements to the report. Elements without a rule become `io<id>`. */
export function applyElements(elements: readonly Element[], target: Target): void {
  const rules = target.professional ? PROFESSIONAL_RULES : STANDARD_RULES;
  for (const element of elements) {
    if (!applyField(element, target)) applyAttribute(element, rules, target.draft.attributes);
    const alarm = findAlarm(element, target);
    if (alarm !== null) addAlarm(target.draft, alarm);
  }
  joinIccid(target.draft.attributes);
}

/** Values that have their own field in a report. */
function applyField({ id, value }: Element, { draft }: Target): boolean {
  if (value.length !== 1) return false;
  const level = value.readUInt8(0);
  if (id === GSM && level <= MAX_GSM) draft.gsm = (level * 100) / MAX_GSM;
  else if (id === BATTERY && level <= 100) draft.battery = level;
  else return false;
  return true;
}

function applyAttribute(
  { id, value }: Element,
  rules: ElementRules,
  attributes: Record<string, AttributeValue>,
): void {
  const rule = rules.get(id)?.find(({ length }) => length === null || length === value.length);
  if (rule === undefined) attributes[`io${id}`] = readUnknown(value);
  else if (rule.kind === 'number') readNumber(value, rule, attributes);
  else if (rule.kind === 'flag') attributes[rule.name] = value.readUInt8(0) !== 0;
  else if (rule.kind === 'hex') attributes[rule.name] = value.toString('hex').toUpperCase();
  else if (rule.kind === 'decimal') attributes[rule.name] = value.readBigUInt64BE(0).toString();
  else attributes[rule.name] = readText(value);
}

function readNumber(value: Buffer, rule: ElementRule, attributes: Record<string, AttributeValue>): void {
  const raw = rule.signed ? value.readIntBE(0, value.length) : value.readUIntBE(0, value.length);
  if (rule.faults.has(raw)) attributes[`${rule.name}Fault`] = raw;
  else attributes[rule.name] = raw / rule.divisor;
}

/** Numbers up to 4 bytes are unsigned; longer values stay hexadecimal. */
function readUnknown(value: Buffer): AttributeValue {
  return value.length > 0 && value.length <= 4 ? value.readUIntBE(0, value.length) : value.toString('hex');
}

/** ASCII without the zeros that fill the field. Anything else stays hexadecimal. */
function readText(value: Buffer): string {
  const text = value.toString('latin1').replace(/\0+$/, '');
  return /^[\x20-\x7e]*$/.test(text) ? text : value.toString('hex');
}

function findAlarm({ id, value }: Element, { eventId, professional }: Target): NoticeType | null {
  if (value.length !== 1) return null;
  const state = value.readUInt8(0);
  if (id === ALARM && !professional) return state === 1 ? 'SOS' : null;
  if (id === UNPLUG && !professional) return state === 1 ? 'OUTAGE' : null;
  // The others keep their last value in later records: only the event counts.
  if (id !== eventId) return null;
  if (id === OVERSPEED) return state > 0 ? 'OVERSPEED' : null;
  const isZone = (id >= FIRST_ZONE && id <= LAST_ZONE) || id === AUTO_FENCE;
  if (!isZone) return null;
  return state === 0 ? 'OUT' : state === 1 ? 'IN' : null;
}

/**
 * The ICCID comes as two integers. In the document's example they are 893700218 and 500686954, of an ICCID with 19
 * digits: the second one lacks its leading zero.
 */
function joinIccid(attributes: Record<string, AttributeValue>): void {
  const { iccid1, iccid2 } = attributes;
  if (typeof iccid1 !== 'string' || typeof iccid2 !== 'string' || iccid2.length > ICCID_DIGITS) return;
  attributes.iccid = `${iccid1}${iccid2.padStart(ICCID_DIGITS, '0')}`;
  delete attributes.iccid1;
  delete attributes.iccid2;
}
