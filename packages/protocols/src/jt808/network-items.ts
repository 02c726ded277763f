import type { AttributeValue } from '@wakeline/domain/reports/report';

/**
 * Mobile cells and Wi-Fi access points in vendor items. The first cell becomes `cell` (MCC, MNC, LAC, cell id) and
 * `cellSignal`; further ones become `cells`, each followed by its signal, separated by semicolons. Access points become
 * `wifi`: MAC address and signal, separated by semicolons.
 */
export interface CellFormat {
  /** Lengths in bytes, in the order MCC (2), MNC, LAC, cell id. */
  readonly mncLength: 1 | 2;
  readonly lacLength: 2 | 3 | 4;
  readonly cellIdLength: 2 | 4;
  /** The cell id precedes the LAC. */
  readonly cellIdFirst?: boolean;
}

type Attributes = Record<string, AttributeValue>;

/** Maximum length of `cells` in characters: more than any device sends. */
const MAX_CELLS_LENGTH = 2000;

/** Reads cells, each followed by a signal byte. Incomplete cells at the end are ignored. */
export function readCells(data: Buffer, format: CellFormat, attributes: Attributes): void {
  const length = 2 + format.mncLength + format.lacLength + format.cellIdLength + 1;
  for (let offset = 0; offset + length <= data.length; offset += length) {
    const lacAt = offset + 2 + format.mncLength + (format.cellIdFirst === true ? format.cellIdLength : 0);
    const cellIdAt = offset + 2 + format.mncLength + (format.cellIdFirst === true ? 0 : format.lacLength);
    addCell(attributes, {
      mcc: data.readUInt16BE(offset),
      mnc: data.readUIntBE(offset + 2, format.mncLength),
      lac: data.readUIntBE(lacAt, format.lacLength),
      cellId: data.readUIntBE(cellIdAt, format.cellIdLength),
      signal: data.readUInt8(offset + length - 1),
    });
  }
}

interface Cell {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cellId: number;
  readonly signal: number | null;
}

/** Adds a cell, unless LAC and cell id are both zero. */
export function addCell(attributes: Attributes, { mcc, mnc, lac, cellId, signal }: Cell): void {
  if (lac === 0 && cellId === 0) return;
  const text = `${mcc},${mnc},${lac},${cellId}`;
  if (attributes.cell === undefined) {
    attributes.cell = text;
    if (signal !== null) attributes.cellSignal = signal;
    return;
  }
  const entry = signal === null ? text : `${text},${signal}`;
  const cells = attributes.cells === undefined ? entry : `${attributes.cells};${entry}`;
  if (cells.length <= MAX_CELLS_LENGTH) attributes.cells = cells;
}

const MAC_LENGTH = 6;
export const WIFI_LENGTH = MAC_LENGTH + 1;

/** Reads access points: MAC address (6) and signal in dBm (1, signed). */
export function readWifi(data: Buffer, attributes: Attributes): void {
  const accessPoints: string[] = [];
  for (let offset = 0; offset + WIFI_LENGTH <= data.length; offset += WIFI_LENGTH) {
    const address = data.toString('hex', offset, offset + MAC_LENGTH).replace(/(..)(?!$)/g, '$1:');
    accessPoints.push(`${address},${data.readInt8(offset + MAC_LENGTH)}`);
  }
  if (accessPoints.length > 0) attributes.wifi = accessPoints.join(';');
}

const ACCESS_POINT = /([0-9a-f]{2}(?::[0-9a-f]{2}){5}),(-?\d{1,3})/gi;

/** Reads access points from text: alternating MAC addresses and signals, separated by commas. */
export function readWifiText(text: string, attributes: Attributes): void {
  const accessPoints = [...text.matchAll(ACCESS_POINT)].map(
    ([, address, signal]) => `${address?.toLowerCase()},${signal}`,
  );
  if (accessPoints.length > 0) attributes.wifi = accessPoints.join(';');
}
