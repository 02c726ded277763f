import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMS, CELL_LENGTH, type CellForm, cellText, lengthOfCell, startsCell } from './cell.ts';
import type { Packet } from './framing.ts';
import { GPS_LENGTH, readGps, writeGps } from './gps.ts';
import {
  type Draft,
  draftOf,
  type Message,
  type MessageKind,
  malformed,
  oddLength,
  reported,
} from './message.ts';
import { readModules } from './modules.ts';
import { readAlarm, readBits, readPower, readSignal, readVoltageStatus } from './terminal-status.ts';

/**
 * Places: the block of `gps.ts`, the cell of `cell.ts`, and what the length of the rest says, big-endian. `state` is ACC (1),
 * why it was sent (1), 1 for one sent again (1); `mileage` 4 bytes of metres.
 *
 * | number     | after the place                                  | source                                                    |
 * | ---------- | ------------------------------------------------ | --------------------------------------------------------- |
 * | 0x10       | nothing, or the mileage                          | Concox GT06 v1.8.1                                        |
 * | 0x12       | cell; then nothing, mileage, state, or both      | Concox GT06 v1.8.1 section 5.2                            |
 * | 0x12       | cell, vendor's bytes: `VENDORS` below            | as Traccar reads them                                     |
 * | 0x11       | cell (10); then as 0x12                          | as Traccar reads it                                       |
 * | 0x22, 0x2d | cell; state, or state and mileage                | Concox JM-VL03 v1.1.2, GPS location packet                |
 * | 0x22       | cell (9), state, mileage, time travelled in s (4), temperature in 0.01 degrees with the highest bit for |
 * |            | below zero (2), humidity in 0.01 % (2)           | as Traccar reads it                                       |
 * | 0x31       | cell (10), state, mileage, altitude in m (2); mileage and altitude may be missing | GT02 v1.3                |
 * | 0x37       | cell, state, modules: `modules.ts`               | as Traccar reads it                                       |
 * | 0x17       | cell, card (8), whether it is valid (1)          | as Traccar reads it                                       |
 * | 0xa0       | cell of LTE; then as 0x22                        | Concox JM-VL03 v1.1.2                                     |
 * | 0xa2       | cell of LTE, kind of network (1), bits (1), voltage in 0.01 V (2), battery (1), signal (1), alarm (1), language (1), |
 * |            | mileage, time in use in s (4), id (8), inputs (2) | as Traccar reads it                                      |
 *
 * What follows beyond that, and a rest of another length, is kept as hexadecimal text in `extra`. The vendor asks for no answer; it
 * is answered all the same once it is stored, as the answer does no harm.
 */
const GPS_ONLY = 0x10;
const WIDE_CELL = 0x11;
const GPS_CELL = 0x12;
export const POSITION = 0x22;
const CARD = 0x17;
const MODULES = 0x37;
const LTE_STATUS = 0xa2;

const MILEAGE_LENGTH = 4;
const STATE_LENGTH = 3;

const { gsm, short, long, wide, lte } = CELL_FORMS;

/** What follows the cell, from `at` to the end of the content. Answers what could not be read, or ''. */
type Rest = (content: Buffer, at: number, to: Draft) => string;

interface Layout {
  readonly form: CellForm;
  /** How many bytes follow the cell. */
  readonly rest: number;
  readonly read: Rest;
  /** Whether the bytes after the cell can be what they should be: asked where lengths alone do not tell forms apart. */
  readonly fits?: (content: Buffer, at: number) => boolean;
}

const nothing: Rest = () => '';

const state: Rest = (content, at, { attributes }) => {
  attributes.ignition = content.readUInt8(at) !== 0;
  attributes.uploadReason = content.readUInt8(at + 1);
  if (content.readUInt8(at + 2) !== 0) attributes.blindSpot = true;
  return '';
};

const mileage: Rest = (content, at, { attributes }) => {
  attributes.odometer = content.readUInt32BE(at);
  return '';
};

const stateAndMileage: Rest = (content, at, to) => {
  state(content, at, to);
  return mileage(content, at + STATE_LENGTH, to);
};

const altitude: Rest = (content, at, to) => {
  if (to.fix !== null) to.fix = { ...to.fix, altitude: content.readInt16BE(at) };
  return '';
};

const climate: Rest = (content, at, to) => {
  stateAndMileage(content, at, to);
  to.attributes.travelTime = content.readUInt32BE(at + 7);
  const temperature = content.readUInt16BE(at + 11);
  to.attributes.temperature1 = ((temperature & 0x8000) === 0 ? 1 : -1) * ((temperature & 0x7fff) / 100);
  to.attributes.humidity1 = content.readUInt16BE(at + 13) / 100;
  return '';
};

/** VXT01: the status with a voltage, and a byte that is no alarm. */
const voltage: Rest = (content, at, to) => {
  readVoltageStatus(content, at, to);
  return '';
};

/** S5: the status with a voltage, alarm (1), oil (2), temperature with the highest bit for below zero (1), mileage in 10 m (4). */
const tank: Rest = (content, at, to) => {
  readVoltageStatus(content, at, to);
  readAlarm(content.readUInt8(at + 4), to);
  to.attributes.analog1 = content.readUInt16BE(at + 5);
  const temperature = content.readUInt8(at + 7);
  to.attributes.temperature1 = (temperature & 0x80) === 0 ? temperature : -(temperature & 0x7f);
  to.attributes.odometer = content.readUInt32BE(at + 8) * 10;
  return '';
};

/** LW trackers of 4G. Their alarm codes from 0x18 on are not those of others. */
const inUse: Rest = (content, at, to) => {
  const { attributes } = to;
  attributes.networkType = content.readUInt8(at);
  const code = content.readUInt8(at + 6);
  if (code < 0x18) readAlarm(code, to);
  else attributes.alarmCode = code;
  readBits(content.readUInt8(at + 1), to);
  attributes.externalVoltage = content.readUInt16BE(at + 2) / 100;
  readPower(content.readUInt8(at + 4), 0, to);
  readSignal(content.readUInt8(at + 5), to);
  attributes.odometer = content.readUInt32BE(at + 8);
  attributes.travelTime = content.readUInt32BE(at + 12);
  attributes.inputs = content.readUInt16BE(at + 24);
  return '';
};

const card: Rest = (content, at, { attributes }) => {
  attributes.driverUniqueId = content.toString('hex', at, at + 8);
  return '';
};

/** ACC and whether it was sent again are 0 or 1; a part of a cell seldom is. */
const isState = (content: Buffer, at: number): boolean =>
  content.readUInt8(at) <= 1 && content.readUInt8(at + 2) <= 1;

/** With state, and with state and mileage; the first form is the documented one. */
function stated([documented, ...others]: readonly [CellForm, ...CellForm[]]): readonly Layout[] {
  const both = (form: CellForm) => [
    { form, rest: STATE_LENGTH, read: state },
    { form, rest: STATE_LENGTH + MILEAGE_LENGTH, read: stateAndMileage },
  ];
  return [...both(documented), ...others.flatMap(both).map((layout) => ({ ...layout, fits: isState }))];
}

function bare(forms: readonly CellForm[]): readonly Layout[] {
  return forms.map((form) => ({ form, rest: 0, read: nothing }));
}

function plain(forms: readonly CellForm[]): readonly Layout[] {
  return [...bare(forms), ...forms.map((form) => ({ form, rest: MILEAGE_LENGTH, read: mileage }))];
}

/** Rests of 0x12 that one vendor sends, by their length. */
const VENDORS: readonly Layout[] = [
  { form: gsm, rest: 5, read: voltage },
  { form: gsm, rest: 12, read: tank },
];

const LAYOUTS: ReadonlyMap<number, readonly Layout[]> = new Map([
  [GPS_ONLY, []],
  [WIDE_CELL, [...plain([wide]), ...stated([wide])]],
  [GPS_CELL, [...plain([gsm]), ...stated([gsm]), ...VENDORS, ...bare([short, long])]],
  [CARD, [{ form: gsm, rest: 9, read: card }]],
  [
    POSITION,
    [...stated([gsm, long, short]), { form: long, rest: 15, read: climate }, ...bare([gsm, long, short])],
  ],
  [0x2d, [...stated([gsm, long, short]), ...bare([gsm, long, short])]],
  [
    0x31,
    [
      ...stated([wide]),
      {
        form: wide,
        rest: 5,
        read: (content, at, to) => state(content, at, to) + altitude(content, at + 3, to),
      },
      {
        form: wide,
        rest: 9,
        read: (content, at, to) => stateAndMileage(content, at, to) + altitude(content, at + 7, to),
      },
    ],
  ],
  [MODULES, []],
  [0xa0, [...stated([lte]), ...plain([lte])]],
  [LTE_STATUS, [{ form: lte, rest: 26, read: inUse }]],
]);

export const position: MessageKind = {
  ids: [...LAYOUTS.keys()].filter((id) => id !== LTE_STATUS),
  events: (message: Message) => {
    const { id, content, offsetMinutes, now } = message;
    const gps = readGps(content, offsetMinutes, now);
    if (typeof gps === 'string') return [malformed(message, gps)];
    // The number means other things elsewhere: only what is certain to be a place with a card is one.
    if (id === CARD && layoutOf(id, content) === undefined) return [oddLength(message)];
    const report = draftOf(message);
    Object.assign(report, gps);
    const wrong = readRest(id, content, report);
    return [reported(message, report, undefined, wrong === '' ? null : wrong)];
  },
};

/** Whether 0xa2 is a place of an LW tracker, not a list of cells: by its length alone. */
export function isLteStatus({ id, content }: Packet): boolean {
  const cell = lengthOfCell(content, GPS_LENGTH, lte);
  return id === LTE_STATUS && cell !== null && content.length === GPS_LENGTH + cell + 26;
}

function layoutOf(id: number, content: Buffer): Layout | undefined {
  if (!startsCell(content, GPS_LENGTH)) return undefined;
  return LAYOUTS.get(id)?.find(({ form, rest, fits }) => {
    const cell = lengthOfCell(content, GPS_LENGTH, form);
    if (cell === null || content.length !== GPS_LENGTH + cell + rest) return false;
    return fits?.(content, GPS_LENGTH + cell) ?? true;
  });
}

function readRest(id: number, content: Buffer, to: Draft): string {
  if (content.length === GPS_LENGTH) return '';
  if (id === GPS_ONLY && content.length === GPS_LENGTH + MILEAGE_LENGTH)
    return mileage(content, GPS_LENGTH, to);
  if (id === MODULES) return readModular(content, to);
  const layout = layoutOf(id, content);
  if (layout === undefined) {
    readFirstCell(id, content, to);
    return '';
  }
  const cell = cellText(content, GPS_LENGTH, layout.form);
  if (cell !== null) to.attributes.cell = cell;
  return layout.read(content, content.length - layout.rest, to);
}

function readModular(content: Buffer, to: Draft): string {
  const cell = startsCell(content, GPS_LENGTH) ? lengthOfCell(content, GPS_LENGTH, gsm) : null;
  const at = GPS_LENGTH + (cell ?? 0);
  if (cell === null || content.length < at + STATE_LENGTH) {
    to.attributes.extra = content.toString('hex', GPS_LENGTH);
    return '';
  }
  const text = cellText(content, GPS_LENGTH, gsm);
  if (text !== null) to.attributes.cell = text;
  state(content, at, to);
  return readModules(content, at + STATE_LENGTH, 1, to);
}

/** Of 0x11 and 0x12, whose cell has one form by the document, it is read in a message of any length; the rest is kept. */
function readFirstCell(id: number, content: Buffer, to: Draft): void {
  const form = id === GPS_CELL ? gsm : id === WIDE_CELL ? wide : null;
  const length =
    form !== null && startsCell(content, GPS_LENGTH) ? lengthOfCell(content, GPS_LENGTH, form) : null;
  let at = GPS_LENGTH;
  if (form !== null && length !== null && content.length > at + length) {
    const cell = cellText(content, at, form);
    if (cell !== null) to.attributes.cell = cell;
    at += length;
  }
  to.attributes.extra = content.toString('hex', at);
}

/** A content of 0x22: with the mileage when the report has one; the cell is left empty. */
export function writePosition(report: Report): Buffer {
  const { attributes } = report;
  const rest = Buffer.alloc(CELL_LENGTH + STATE_LENGTH + MILEAGE_LENGTH);
  rest[CELL_LENGTH] = attributes.ignition === true ? 1 : 0;
  rest[CELL_LENGTH + 2] = attributes.blindSpot === true ? 1 : 0;
  const { odometer } = attributes;
  const hasMileage = typeof odometer === 'number';
  if (hasMileage) rest.writeUInt32BE(Math.round(odometer), CELL_LENGTH + STATE_LENGTH);
  const gps = writeGps(report.time, report.fix, report.satellites);
  return Buffer.concat([gps, hasMileage ? rest : rest.subarray(0, CELL_LENGTH + STATE_LENGTH)]);
}
