import type { AttributeValue } from '@wakeline/domain/reports/report';

/**
 * Mobile cells and Wi-Fi access points in vendors' items. The first cell becomes `cell` (country, network, area, cell) and
 * `cellSignal`; further ones become `cells`, each with its signal after it, separated by semicolons. Access points become
 * `wifi`: address and signal, separated by semicolons.
 */
export interface CellFormat {
  /** Bytes of country (2), network, area, cell, in this order. */
  readonly mncLength: 1 | 2;
  readonly lacLength: 2 | 3 | 4;
  readonly cellIdLength: 2 | 4;
  /** The cell stands before the area. */
  readonly cellIdFirst?: boolean;
}

type Attributes = Record<string, AttributeValue>;

/** Characters of further cells: more than any device sends. */
const MAX_CELLS_LENGTH = 2000;

/** Cells of one layout, each followed by a byte of signal. Bytes that are no whole cell are left alone. */
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

/** Adds one cell. Zeros for area and cell mean that there is none. */
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

/** Access points: 6 bytes of address and a signed byte of signal, dBm. */
export function readWifi(data: Buffer, attributes: Attributes): void {
  const accessPoints: string[] = [];
  for (let offset = 0; offset + WIFI_LENGTH <= data.length; offset += WIFI_LENGTH) {
    const address = data.toString('hex', offset, offset + MAC_LENGTH).replace(/(..)(?!$)/g, '$1:');
    accessPoints.push(`${address},${data.readInt8(offset + MAC_LENGTH)}`);
  }
  if (accessPoints.length > 0) attributes.wifi = accessPoints.join(';');
}

const ACCESS_POINT = /([0-9a-f]{2}(?::[0-9a-f]{2}){5}),(-?\d{1,3})/gi;

/** Access points in text: addresses and signals by turns, separated by commas. */
export function readWifiText(text: string, attributes: Attributes): void {
  const accessPoints = [...text.matchAll(ACCESS_POINT)].map(
    ([, address, signal]) => `${address?.toLowerCase()},${signal}`,
  );
  if (accessPoints.length > 0) attributes.wifi = accessPoints.join(';');
}
