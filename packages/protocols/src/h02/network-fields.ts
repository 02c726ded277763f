import { addCells, type ReceivedCell } from '../network-attributes.ts';
import type { ReportDraft } from '../report-draft.ts';
import { readBatteryPercent } from './battery.ts';

/** Assigned country codes (ITU-T E.212). */
const MCC = /^(?:[2-7]\d\d|901)$/;
const ICCID = /^\d{18,20}F?$/;
const HEX = /^[0-9A-Fa-f]{1,8}$/;
const DECIMAL = /^\d{1,10}$/;

/** Fields of a cell: country, network, area, cell. */
const CELL_FIELDS = 4;

/**
 * How devices write a cell ("GPS Tracker Communication Protocol" v1.0.5): decimal in V1, hexadecimal in VI1, BC and
 * ALRM, and in V4 only the area and the cell hexadecimal.
 */
export interface CellNotation {
  readonly network: 10 | 16;
  readonly tower: 10 | 16;
}

export const DECIMAL_CELL: CellNotation = { network: 10, tower: 10 };
export const HEXADECIMAL_CELL: CellNotation = { network: 16, tower: 16 };
export const CONFIRMATION_CELL: CellNotation = { network: 10, tower: 16 };

/** Reads country, network, area and cell from the first four fields; null if they are none. */
export function readCell(fields: readonly string[], notation: CellNotation): string | null {
  const [mcc, mnc] = fields.slice(0, 2).map((field) => readNumber(field, notation.network));
  const [area, id] = fields.slice(2, CELL_FIELDS).map((field) => readNumber(field, notation.tower));
  if (mcc == null || mnc == null || area == null || id == null || !MCC.test(String(mcc))) return null;
  return area === 0 && id === 0 ? null : `${mcc},${mnc},${area},${id}`;
}

function readNumber(text: string, base: 10 | 16): number | null {
  return (base === 16 ? HEX : DECIMAL).test(text) ? Number.parseInt(text, base) : null;
}

/**
 * Reads the fields after the status of a position. All of them are optional.
 *
 * | fields                                              | devices                                               |
 * | --------------------------------------------------- | ----------------------------------------------------- |
 * | battery, n, country, network, n times area and cell | "GPS Tracker Communication Protocol" v1.0.5           |
 * | country, network, area, cell, ICCID                 | Cantrack and SinoTrack                                |
 * | odometer m, temperature, fuel, altitude m, area, cell | as in Traccar                                       |
 *
 * Anything else is stored as `extra`.
 */
export function readNetworkFields(
  fields: readonly string[],
  notation: CellNotation,
  draft: ReportDraft,
): void {
  if (fields.length === 0 || readCountedCells(fields, draft) || readSensors(fields, draft)) return;
  const cell = readCell(fields, notation);
  const isCell = cell !== null || fields.slice(0, CELL_FIELDS).every((field) => Number(field) === 0);
  if (cell !== null) addCells(draft, [{ cell, signal: null }]);
  const others = (isCell ? fields.slice(CELL_FIELDS) : fields).filter((field) => field !== '');
  const extra = others.filter((field) => !ICCID.test(field));
  const iccid = others.find((field) => ICCID.test(field));
  if (iccid !== undefined) draft.attributes.iccid = iccid;
  if (extra.length > 0) draft.attributes.extra = extra.join(',');
}

function readCountedCells(fields: readonly string[], draft: ReportDraft): boolean {
  const [battery = '', count = '', mcc = '', mnc = '', ...towers] = fields;
  if (!/^\d$/.test(count) || towers.length !== Number(count) * 2 || towers.length === 0) return false;
  readBatteryPercent(battery, draft);
  const cells: ReceivedCell[] = [];
  for (let at = 0; at < towers.length; at += 2) {
    const cell = readCell([mcc, mnc, ...towers.slice(at, at + 2)], DECIMAL_CELL);
    if (cell !== null) cells.push({ cell, signal: null });
  }
  addCells(draft, cells);
  return true;
}

function readSensors(fields: readonly string[], draft: ReportDraft): boolean {
  const [odometer = '', temperature = '', fuel = '', altitude = '', area = '', cell = ''] = fields;
  const isMatch =
    fields.length === 6 && DECIMAL.test(odometer) && /^-?\d+$/.test(temperature) && /^\d+\.\d+$/.test(fuel);
  if (!isMatch || !/^-?\d+$/.test(altitude) || !HEX.test(area) || !HEX.test(cell)) return false;
  const { attributes } = draft;
  attributes.odometer = Number(odometer);
  attributes.temperature1 = Number(temperature);
  attributes.fuel = Number(fuel);
  if (draft.fix !== null) draft.fix = { ...draft.fix, altitude: Number(altitude) };
  attributes.extra = `${area},${cell}`;
  return true;
}

/** Cells as hexadecimal area and cell and decimal signal: `25FC-F48-10|25FC-F48-6`. */
export function readCellList(network: string, text: string): readonly ReceivedCell[] {
  return text.split('|').flatMap((entry) => {
    const [, area = '', id = '', signal = ''] =
      /^\s*([0-9A-Fa-f]+)-([0-9A-Fa-f]+)-(-?\d+)\s*$/.exec(entry) ?? [];
    if (area === '') return [];
    const cell = `${network},${Number.parseInt(area, 16)},${Number.parseInt(id, 16)}`;
    return [{ cell, signal: Number(signal) }];
  });
}
