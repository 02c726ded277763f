import { readDigitTime } from '../digit-time.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { eventDataName, setEvent } from './event-code.ts';
import { createLocationReceipt } from './instruction.ts';
import {
  createDecodeError,
  createFix,
  createReportsEvent,
  type Message,
  type MessageDecoder,
  setPorts,
  setSignal,
  toPrintable,
} from './message.ts';
import { setVoltages } from './voltages.ts';

/**
 * AAA: one position as text (T622 GPRS protocol V1.2 section 1.2). It has no reply. Values after the command:
 *
 * | index | meaning                                                                                             |
 * | ----- | --------------------------------------------------------------------------------------------------- |
 * | 0     | event code: `event-code.ts`                                                                         |
 * | 1, 2  | latitude, longitude, degrees                                                                        |
 * | 3     | yymmddHHMMSS, UTC                                                                                   |
 * | 4     | A: fix, V: no fix                                                                                   |
 * | 5, 6  | satellites; mobile signal, 0 to 31                                                                  |
 * | 7, 8  | speed, km/h; course, degrees                                                                        |
 * | 9, 10 | HDOP; altitude, m                                                                                   |
 * | 11    | odometer, m                                                                                         |
 * | 12    | operating time, s                                                                                   |
 * | 13    | MCC, MNC, and hexadecimal LAC and cell id, separated by `|`                                         |
 * | 14    | ports, 4 hexadecimal digits                                                                         |
 * | 15    | converter inputs 1 to 5, 4 hexadecimal digits each, or voltages with a decimal point, separated by `|` |
 * | 16    | data of the event                                                                                   |
 * | 17-20 | data of the customer; version; fuel in percent, hexadecimal integer and hundredths; temperature sensors |
 * | 21-   | accelerations and other sensors                                                                     |
 */
const MIN_VALUES = 11;
const LENGTH_OF_DATE = 6;
/** The event of a position that answers A10. */
const LOCATED = 34;
/** From this version of the data on, temperatures are signed hundredths of a degree. */
const SIGNED_HUNDREDTHS = 3;

export const textReport: MessageDecoder = (message) => {
  const values = message.content.toString('latin1').split(',');
  if (values.length < MIN_VALUES)
    return [createDecodeError(message, 'malformed', `a position has at least ${MIN_VALUES} values`)];
  const draft = createReportDraft(message.now);
  const reader = new ValueReader(message.command, values);
  const event = reader.read(0, 'event code');
  const latitude = reader.read(1, 'latitude');
  const longitude = reader.read(2, 'longitude');
  const hasNoClock = Number(values[3]) === 0;
  const time = hasNoClock ? message.now : parseTime(values[3] ?? '');
  if (event === null || latitude === null || longitude === null || time === null)
    return [createDecodeError(message, 'malformed', 'invalid event code, coordinates or time')];
  draft.time = time;
  setEvent(draft, event);
  const movement = {
    latitude,
    longitude,
    speed: reader.read(7, 'speed'),
    course: reader.read(8, 'course'),
    altitude: reader.read(10, 'altitude'),
    valid: values[4] === 'A',
  };
  draft.fix = hasNoClock ? null : createFix(movement);
  readStatus(reader, draft);
  readSensors(values, message, draft, event);
  const reports = createReportsEvent(message, [draft], null, reader.errors);
  return event === LOCATED ? [reports, createLocationReceipt(message)] : [reports];
};

function readStatus(reader: ValueReader, draft: ReportDraft): void {
  const { attributes } = draft;
  draft.satellites = reader.read(5, 'satellites');
  const signal = reader.read(6, 'signal');
  if (signal !== null) setSignal(draft, signal);
  for (const [index, name] of [
    [9, 'hdop'],
    [11, 'odometer'],
    [12, 'travelTime'],
  ] as const) {
    const value = reader.read(index, name);
    if (value !== null) attributes[name] = value;
  }
}

function readSensors(values: readonly string[], { model }: Message, draft: ReportDraft, event: number): void {
  const { attributes } = draft;
  const [, , , , , , , , , , , , , cell = '', ports = '', voltages = '', data = ''] = values;
  readCell(cell, draft);
  if (/^[0-9A-F]{4}$/i.test(ports)) setPorts(draft, Number.parseInt(ports, 16));
  readVoltages(voltages, model, draft);
  if (data !== '') attributes[eventDataName(event)] = printable(data);
  const [custom = '', version = '', fuel = '', temperatures = '', ...others] = values.slice(17);
  if (custom !== '') attributes.customData = printable(custom);
  if (version !== '') attributes.dataVersion = printable(version);
  if (/^[0-9A-F]{4}$/i.test(fuel))
    attributes.fuelLevel = Number.parseInt(fuel.slice(0, 2), 16) + Number.parseInt(fuel.slice(2), 16) / 100;
  else if (fuel !== '') attributes.fuelData = printable(fuel);
  readTemperatures(temperatures, Number(version), draft);
  if (others.some((value) => value !== '')) attributes.extra = printable(others.join(','));
}

function readCell(text: string, { attributes }: ReportDraft): void {
  const [mcc = '', mnc = '', lac = '', id = ''] = text.split('|');
  const isCell = /^\d{3}$/.test(mcc) && /^\d{1,3}$/.test(mnc) && [lac, id].every(isHex);
  if (isCell && Number(mcc) > 0)
    attributes.cell = [Number(mcc), Number(mnc), parseHex(lac), parseHex(id)].join(',');
  else if (/[^0|]/.test(text)) attributes.baseStation = printable(text);
}

function readVoltages(text: string, model: string, draft: ReportDraft): void {
  const { attributes } = draft;
  const values = text.split('|');
  if (values.length === 5 && values.every((value) => /^\d{1,3}\.\d{1,3}$/.test(value))) {
    const [battery, external] = values.map(Number);
    Object.assign(attributes, { batteryVoltage: battery, externalVoltage: external });
  } else if (values.length === 5 && values.every((value) => /^([0-9A-F]{4})?$/i.test(value))) {
    for (const [index, value] of values.slice(0, 3).entries())
      if (value !== '') attributes[`analog${index + 1}`] = parseHex(value);
    const [, , , battery = '', external = ''] = values;
    if (battery !== '')
      setVoltages(draft, model, parseHex(battery), external === '' ? null : parseHex(external));
  } else if (text !== '') {
    // Older firmware sends decimal numbers of any length, which cannot be told from hexadecimal ones.
    attributes.analog = printable(text);
  }
}

/** Number of the sensor (2 digits) and value (4): signed hundredths, or a signed integer and hundredths. */
function readTemperatures(text: string, version: number, { attributes }: ReportDraft): void {
  for (const sensor of text.split('|')) {
    if (!/^[0-9A-F]{6}$/i.test(sensor)) {
      if (sensor !== '') attributes.temperatures = printable(text);
      continue;
    }
    const bytes = Buffer.from(sensor, 'hex');
    const integer = bytes.readInt8(1);
    const hundredths = integer * 100 + (integer < 0 ? -1 : 1) * bytes.readUInt8(2);
    const value = version >= SIGNED_HUNDREDTHS ? bytes.readInt16BE(1) : hundredths;
    attributes[`temperature${bytes.readUInt8(0)}`] = value / 100;
  }
}

/** Reads numbers and collects the values that are none. A value that was not sent is null. */
class ValueReader {
  readonly errors: string[] = [];
  readonly #command: string;
  readonly #values: readonly string[];

  constructor(command: string, values: readonly string[]) {
    this.#command = command;
    this.#values = values;
  }

  read(index: number, name: string): number | null {
    const text = this.#values[index] ?? '';
    if (text === '') return null;
    if (/^-?\d{1,12}(\.\d{1,9})?$/.test(text)) return Number(text);
    this.errors.push(`${this.#command}: ${name} "${printable(text).slice(0, 40)}" is not a number`);
    return null;
  }
}

function parseTime(text: string): number | null {
  return readDigitTime(text.slice(0, LENGTH_OF_DATE), 'yymmdd', text.slice(LENGTH_OF_DATE));
}

function isHex(text: string): boolean {
  return /^[0-9A-F]{1,8}$/i.test(text);
}

function parseHex(text: string): number {
  return Number.parseInt(text, 16);
}

function printable(text: string): string {
  return toPrintable(Buffer.from(text, 'latin1'));
}
