import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMATS, CELL_LENGTH, type CellFormat, cellLengthAt, isCellAt, readCell } from './cell.ts';
import type { Packet } from './framing.ts';
import { GPS_LENGTH, readGps, writeGps } from './gps.ts';
import {
  createDraft,
  createMalformedEvent,
  createReportsEvent,
  createUnknownLengthEvent,
  type Draft,
  type Message,
  type MessageDecoder,
} from './message.ts';
import { readModules } from './modules.ts';
import { readAlarm, readBits, readPower, readSignal, readVoltageStatus } from './terminal-status.ts';

/**
 * Positions: the block of `gps.ts`, the cell of `cell.ts`, then fields that depend on the remaining length, big-endian.
 * `state` is ACC (1), upload reason (1), 1 for a resent report (1); `mileage` is 4 bytes, in metres.
 *
 * | number     | after the GPS block                              | source                                                    |
 * | ---------- | ------------------------------------------------ | --------------------------------------------------------- |
 * | 0x10       | nothing, or the mileage                          | Concox GT06 v1.8.1                                        |
 * | 0x12       | cell; then nothing, mileage, state, or both      | Concox GT06 v1.8.1 section 5.2                            |
 * | 0x12       | cell, vendor fields: `VENDOR_LAYOUTS` below      | as in Traccar                                             |
 * | 0x11       | cell (10); then as 0x12                          | as in Traccar                                             |
 * | 0x22, 0x2d | cell; state, or state and mileage                | Concox JM-VL03 v1.1.2, GPS location packet                |
 * | 0x22       | cell (9), state, mileage, travel time in s (4), temperature in 0.01 degrees with the highest bit as |
 * |            | sign (2), humidity in 0.01 % (2)                 | as in Traccar                                             |
 * | 0x31       | cell (10), state, mileage, altitude in m (2); mileage and altitude are optional | GT02 v1.3                  |
 * | 0x37       | cell, state, modules: `modules.ts`               | as in Traccar                                             |
 * | 0x17       | cell, card (8), whether it is valid (1)          | as in Traccar                                             |
 * | 0xa0       | LTE cell; then as 0x22                           | Concox JM-VL03 v1.1.2                                     |
 * | 0xa2       | LTE cell, network type (1), bits (1), voltage in 0.01 V (2), battery (1), signal (1), alarm (1), language (1), |
 * |            | mileage, operating time in s (4), id (8), inputs (2) | as in Traccar                                         |
 *
 * Further bytes, and remaining bytes of unknown length, are stored as hexadecimal text in `extra`. The vendor requires
 * no reply; one is sent anyway after the commit, because it does no harm.
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

const { gsm, short, long, wide, lte } = CELL_FORMATS;

/** Reads the fields after the cell, from `offset` to the end. Returns an error text for undecodable bytes, or ''. */
type RestReader = (content: Buffer, offset: number, draft: Draft) => string;

interface Layout {
  readonly cellFormat: CellFormat;
  /** Number of bytes after the cell. */
  readonly rest: number;
  readonly read: RestReader;
  /** Checks the bytes after the cell; set where formats cannot be distinguished by length alone. */
  readonly isPlausible?: (content: Buffer, offset: number) => boolean;
}

const readNothing: RestReader = () => '';

const readState: RestReader = (content, offset, { attributes }) => {
  attributes.ignition = content.readUInt8(offset) !== 0;
  attributes.uploadReason = content.readUInt8(offset + 1);
  if (content.readUInt8(offset + 2) !== 0) attributes.blindSpot = true;
  return '';
};

const readMileage: RestReader = (content, offset, { attributes }) => {
  attributes.odometer = content.readUInt32BE(offset);
  return '';
};

const readStateAndMileage: RestReader = (content, offset, draft) => {
  readState(content, offset, draft);
  return readMileage(content, offset + STATE_LENGTH, draft);
};

const readAltitude: RestReader = (content, offset, draft) => {
  if (draft.fix !== null) draft.fix = { ...draft.fix, altitude: content.readInt16BE(offset) };
  return '';
};

const readClimate: RestReader = (content, offset, draft) => {
  readStateAndMileage(content, offset, draft);
  draft.attributes.travelTime = content.readUInt32BE(offset + 7);
  const temperature = content.readUInt16BE(offset + 11);
  draft.attributes.temperature1 = ((temperature & 0x8000) === 0 ? 1 : -1) * ((temperature & 0x7fff) / 100);
  draft.attributes.humidity1 = content.readUInt16BE(offset + 13) / 100;
  return '';
};

/** VXT01: the status with a voltage, and a byte that is not an alarm. */
const readVoltage: RestReader = (content, offset, draft) => {
  readVoltageStatus(content, offset, draft);
  return '';
};

/**
 * S5: the status with a voltage, alarm (1), oil (2), temperature with the highest bit as sign (1), mileage in 10 m (4).
 */
const readTank: RestReader = (content, offset, draft) => {
  readVoltageStatus(content, offset, draft);
  readAlarm(content.readUInt8(offset + 4), draft);
  draft.attributes.analog1 = content.readUInt16BE(offset + 5);
  const temperature = content.readUInt8(offset + 7);
  draft.attributes.temperature1 = (temperature & 0x80) === 0 ? temperature : -(temperature & 0x7f);
  draft.attributes.odometer = content.readUInt32BE(offset + 8) * 10;
  return '';
};

/** LW 4G trackers. Their alarm codes from 0x18 differ from those of other devices. */
const readUsage: RestReader = (content, offset, draft) => {
  const { attributes } = draft;
  attributes.networkType = content.readUInt8(offset);
  const code = content.readUInt8(offset + 6);
  if (code < 0x18) readAlarm(code, draft);
  else attributes.alarmCode = code;
  readBits(content.readUInt8(offset + 1), draft);
  attributes.externalVoltage = content.readUInt16BE(offset + 2) / 100;
  readPower(content.readUInt8(offset + 4), 0, draft);
  readSignal(content.readUInt8(offset + 5), draft);
  attributes.odometer = content.readUInt32BE(offset + 8);
  attributes.travelTime = content.readUInt32BE(offset + 12);
  attributes.inputs = content.readUInt16BE(offset + 24);
  return '';
};

const readCard: RestReader = (content, offset, { attributes }) => {
  attributes.driverUniqueId = content.toString('hex', offset, offset + 8);
  return '';
};

/** ACC and the resend flag are 0 or 1; bytes of a cell rarely are. */
const isState = (content: Buffer, offset: number): boolean =>
  content.readUInt8(offset) <= 1 && content.readUInt8(offset + 2) <= 1;

/** Layouts with state, and with state and mileage; the first format is the documented one. */
function createStateLayouts([documented, ...others]: readonly [
  CellFormat,
  ...CellFormat[],
]): readonly Layout[] {
  const createBoth = (cellFormat: CellFormat) => [
    { cellFormat, rest: STATE_LENGTH, read: readState },
    { cellFormat, rest: STATE_LENGTH + MILEAGE_LENGTH, read: readStateAndMileage },
  ];
  return [
    ...createBoth(documented),
    ...others.flatMap(createBoth).map((layout) => ({ ...layout, isPlausible: isState })),
  ];
}

function createCellLayouts(formats: readonly CellFormat[]): readonly Layout[] {
  return formats.map((cellFormat) => ({ cellFormat, rest: 0, read: readNothing }));
}

function createMileageLayouts(formats: readonly CellFormat[]): readonly Layout[] {
  return [
    ...createCellLayouts(formats),
    ...formats.map((cellFormat) => ({ cellFormat, rest: MILEAGE_LENGTH, read: readMileage })),
  ];
}

/** Vendor-specific layouts of 0x12, distinguished by length. */
const VENDOR_LAYOUTS: readonly Layout[] = [
  { cellFormat: gsm, rest: 5, read: readVoltage },
  { cellFormat: gsm, rest: 12, read: readTank },
];

const LAYOUTS: ReadonlyMap<number, readonly Layout[]> = new Map([
  [GPS_ONLY, []],
  [WIDE_CELL, [...createMileageLayouts([wide]), ...createStateLayouts([wide])]],
  [
    GPS_CELL,
    [
      ...createMileageLayouts([gsm]),
      ...createStateLayouts([gsm]),
      ...VENDOR_LAYOUTS,
      ...createCellLayouts([short, long]),
    ],
  ],
  [CARD, [{ cellFormat: gsm, rest: 9, read: readCard }]],
  [
    POSITION,
    [
      ...createStateLayouts([gsm, long, short]),
      { cellFormat: long, rest: 15, read: readClimate },
      ...createCellLayouts([gsm, long, short]),
    ],
  ],
  [0x2d, [...createStateLayouts([gsm, long, short]), ...createCellLayouts([gsm, long, short])]],
  [
    0x31,
    [
      ...createStateLayouts([wide]),
      {
        cellFormat: wide,
        rest: 5,
        read: (content, offset, draft) =>
          readState(content, offset, draft) + readAltitude(content, offset + 3, draft),
      },
      {
        cellFormat: wide,
        rest: 9,
        read: (content, offset, draft) =>
          readStateAndMileage(content, offset, draft) + readAltitude(content, offset + 7, draft),
      },
    ],
  ],
  [MODULES, []],
  [0xa0, [...createStateLayouts([lte]), ...createMileageLayouts([lte])]],
  [LTE_STATUS, [{ cellFormat: lte, rest: 26, read: readUsage }]],
]);

export const position: MessageDecoder = {
  ids: [...LAYOUTS.keys()].filter((id) => id !== LTE_STATUS),
  decode: (message: Message) => {
    const { id, content, offsetMinutes, now } = message;
    const gps = readGps(content, offsetMinutes, now);
    if (typeof gps === 'string') return [createMalformedEvent(message, gps)];
    // Other devices use this number differently: accept it only if the layout matches exactly.
    if (id === CARD && findLayout(id, content) === undefined) return [createUnknownLengthEvent(message)];
    const report = createDraft(message);
    Object.assign(report, gps);
    const unreadableDetail = readRest(id, content, report);
    return [
      createReportsEvent(message, report, undefined, unreadableDetail === '' ? null : unreadableDetail),
    ];
  },
};

/** Whether 0xa2 is a position of an LW tracker, not a cell list; decided by its length. */
export function isLteStatus({ id, content }: Packet): boolean {
  const cellLength = cellLengthAt(content, GPS_LENGTH, lte);
  return id === LTE_STATUS && cellLength !== null && content.length === GPS_LENGTH + cellLength + 26;
}

function findLayout(id: number, content: Buffer): Layout | undefined {
  if (!isCellAt(content, GPS_LENGTH)) return undefined;
  return LAYOUTS.get(id)?.find(({ cellFormat, rest, isPlausible }) => {
    const cellLength = cellLengthAt(content, GPS_LENGTH, cellFormat);
    if (cellLength === null || content.length !== GPS_LENGTH + cellLength + rest) return false;
    return isPlausible?.(content, GPS_LENGTH + cellLength) ?? true;
  });
}

function readRest(id: number, content: Buffer, draft: Draft): string {
  if (content.length === GPS_LENGTH) return '';
  if (id === GPS_ONLY && content.length === GPS_LENGTH + MILEAGE_LENGTH)
    return readMileage(content, GPS_LENGTH, draft);
  if (id === MODULES) return readModular(content, draft);
  const layout = findLayout(id, content);
  if (layout === undefined) {
    readFirstCell(id, content, draft);
    return '';
  }
  const cell = readCell(content, GPS_LENGTH, layout.cellFormat);
  if (cell !== null) draft.attributes.cell = cell;
  return layout.read(content, content.length - layout.rest, draft);
}

function readModular(content: Buffer, draft: Draft): string {
  const cellLength = isCellAt(content, GPS_LENGTH) ? cellLengthAt(content, GPS_LENGTH, gsm) : null;
  const offset = GPS_LENGTH + (cellLength ?? 0);
  if (cellLength === null || content.length < offset + STATE_LENGTH) {
    draft.attributes.extra = content.toString('hex', GPS_LENGTH);
    return '';
  }
  const cell = readCell(content, GPS_LENGTH, gsm);
  if (cell !== null) draft.attributes.cell = cell;
  readState(content, offset, draft);
  return readModules(content, offset + STATE_LENGTH, 1, draft);
}

/**
 * The cell of 0x11 and 0x12 has only one documented format, so it is read regardless of the length; the rest is stored.
 */
function readFirstCell(id: number, content: Buffer, draft: Draft): void {
  const format = id === GPS_CELL ? gsm : id === WIDE_CELL ? wide : null;
  const length =
    format !== null && isCellAt(content, GPS_LENGTH) ? cellLengthAt(content, GPS_LENGTH, format) : null;
  let offset = GPS_LENGTH;
  if (format !== null && length !== null && content.length > offset + length) {
    const cell = readCell(content, offset, format);
    if (cell !== null) draft.attributes.cell = cell;
    offset += length;
  }
  draft.attributes.extra = content.toString('hex', offset);
}

/** Encodes the content of 0x22, with the mileage if the report has one; the cell is empty. */
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
