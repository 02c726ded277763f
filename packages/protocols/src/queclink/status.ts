import type { ReportDraft } from '../report-draft.ts';
import { readMotion } from './motion.ts';
import { toNumber } from './position.ts';

/**
 * Fields after the last position. Their number differs by device and firmware; what they are follows from their form.
 *
 * | form                                                        | fields                                           |
 * | ----------------------------------------------------------- | ------------------------------------------------ |
 * | vehicle (GV300 0.7, +RESP:GTFRI), with a counter of hours   | reserved, odometer in km, hours as hhhhh:mm:ss, analog inputs 1 and 2 in mV, battery in %, state, others |
 * | vehicle, ignition (+RESP:GTIGN)                             | reserved, hours, odometer in km                  |
 * | vehicle, other events                                       | reserved, odometer in km                         |
 * | portable (GL300 1.02)                                       | odometer in km, battery in %                     |
 *
 * The state has 6 hexadecimal digits, or 10 with 4 others before them: motion, inputs and outputs, 2 digits each.
 */
const HOURS = /^(\d{5,7}):(\d{2}):(\d{2})$/;
const ODOMETER = /^\d{1,7}\.\d{1,3}$/;
const PERCENT = /^(?:100|\d{1,2})$/;
const STATE = /^(?:[0-9A-F]{4})?([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})$/i;
const METRES_PER_KILOMETRE = 1000;
const MILLIVOLTS = 1000;
const RESERVED = /^0*$/;
const MAX_EXTRA_LENGTH = 500;

/** Reads the fields after the last position. What is not known goes to `extra`. */
export function readTail(tail: readonly string[], draft: ReportDraft): void {
  const hoursAt = tail.findIndex((field) => field.includes(':') && HOURS.test(field));
  if (hoursAt > 0) readVehicleTail(tail, hoursAt, draft);
  else readShortTail(tail, draft);
}

function readVehicleTail(tail: readonly string[], hoursAt: number, draft: ReportDraft): void {
  const { attributes } = draft;
  // Events have the odometer after the hours.
  if (readOdometer(tail[hoursAt + 1] ?? '', draft)) {
    attributes.engineHours = readHours(tail[hoursAt] ?? '');
    addExtra([...tail.slice(0, hoursAt), ...tail.slice(hoursAt + 2)], draft);
    return;
  }
  const [hours = '', analog1, analog2, battery = '', state = '', ...others] = tail.slice(hoursAt);
  readOdometer(tail[hoursAt - 1] ?? '', draft);
  attributes.engineHours = readHours(hours);
  const inputs = [analog1, analog2].map(toNumber);
  for (const [index, value] of inputs.entries()) {
    if (value !== null) attributes[`analog${index + 1}`] = value / MILLIVOLTS;
  }
  if (PERCENT.test(battery)) draft.battery = Number(battery);
  readState(state, draft);
  addExtra([...tail.slice(0, hoursAt - 1), ...others], draft);
}

function readShortTail(tail: readonly string[], draft: ReportDraft): void {
  const rest = tail.filter((field) => !readOdometer(field, draft));
  const battery = rest.at(-1) ?? '';
  // The first field is reserved in vehicles: 00.
  if (tail.length > 1 && PERCENT.test(battery) && tail.at(-1) === battery) {
    draft.battery = Number(rest.pop());
  }
  addExtra(rest, draft);
}

function readOdometer(field: string, { attributes }: ReportDraft): boolean {
  if (!ODOMETER.test(field) || attributes.odometer !== undefined) return false;
  attributes.odometer = Math.round(Number(field) * METRES_PER_KILOMETRE);
  return true;
}

/** Hours with decimals. */
function readHours(text: string): number {
  const [, hours, minutes, seconds] = HOURS.exec(text) ?? [];
  return Number(hours) + Math.round(((Number(minutes) * 60 + Number(seconds)) * 1000) / 3600) / 1000;
}

/** Reads motion, inputs and outputs. */
function readState(text: string, draft: ReportDraft): void {
  const [, motion, inputs, outputs] = STATE.exec(text) ?? [];
  if (motion === undefined || inputs === undefined || outputs === undefined) return;
  readMotion(motion, draft);
  draft.attributes.inputs = Number.parseInt(inputs, 16);
  draft.attributes.outputs = Number.parseInt(outputs, 16);
}

/** Fields without a known meaning stay readable, in their order. Reserved ones are empty or zeros. */
export function addExtra(fields: readonly string[], { attributes }: ReportDraft): void {
  const known = fields.filter((field) => field !== '' && !RESERVED.test(field));
  if (known.length === 0) return;
  const before = attributes.extra === undefined ? '' : `${attributes.extra},`;
  attributes.extra = `${before}${known.join(',')}`.slice(0, MAX_EXTRA_LENGTH);
}
