import type { AttributeValue } from '@wakeline/domain/reports/report';

/**
 * Mobile cells and Wi-Fi access points in vendors' items. The first cell becomes `cell` (country, network, area, cell) and
 * `cellSignal`; further ones become `cells`, each with its signal after it, separated by semicolons. Access points become
 * `wifi`: address and signal, separated by semicolons.
 */
export interface CellLayout {
  /** Bytes of country (2), network, area, cell, in this order. */
  readonly network: 1 | 2;
  readonly area: 2 | 3 | 4;
  readonly cell: 2 | 4;
  /** The cell stands before the area. */
  readonly cellFirst?: boolean;
}

type Attributes = Record<string, AttributeValue>;

/** Characters of further cells: more than any device sends. */
const MAX_CELLS = 2000;

/** Cells of one layout, each followed by a byte of signal. Bytes that are no whole cell are left alone. */
export function readCells(data: Buffer, layout: CellLayout, to: Attributes): void {
  const length = 2 + layout.network + layout.area + layout.cell + 1;
  for (let at = 0; at + length <= data.length; at += length) {
    const areaAt = at + 2 + layout.network + (layout.cellFirst === true ? layout.cell : 0);
    const cellAt = at + 2 + layout.network + (layout.cellFirst === true ? 0 : layout.area);
    addCell(to, {
      country: data.readUInt16BE(at),
      network: data.readUIntBE(at + 2, layout.network),
      area: data.readUIntBE(areaAt, layout.area),
      cell: data.readUIntBE(cellAt, layout.cell),
      signal: data.readUInt8(at + length - 1),
    });
  }
}

interface Cell {
  readonly country: number;
  readonly network: number;
  readonly area: number;
  readonly cell: number;
  readonly signal: number | null;
}

/** Adds one cell. Zeros for area and cell mean that there is none. */
export function addCell(to: Attributes, { country, network, area, cell, signal }: Cell): void {
  if (area === 0 && cell === 0) return;
  const text = `${country},${network},${area},${cell}`;
  if (to.cell === undefined) {
    to.cell = text;
    if (signal !== null) to.cellSignal = signal;
    return;
  }
  const one = signal === null ? text : `${text},${signal}`;
  const cells = to.cells === undefined ? one : `${to.cells};${one}`;
  if (cells.length <= MAX_CELLS) to.cells = cells;
}

const MAC = 6;
export const WIFI_LENGTH = MAC + 1;

/** Access points: 6 bytes of address and a signed byte of signal, dBm. */
export function readWifi(data: Buffer, to: Attributes): void {
  const points: string[] = [];
  for (let at = 0; at + WIFI_LENGTH <= data.length; at += WIFI_LENGTH) {
    const address = data.toString('hex', at, at + MAC).replace(/(..)(?!$)/g, '$1:');
    points.push(`${address},${data.readInt8(at + MAC)}`);
  }
  if (points.length > 0) to.wifi = points.join(';');
}

const POINT = /([0-9a-f]{2}(?::[0-9a-f]{2}){5}),(-?\d{1,3})/gi;

/** Access points in text: addresses and signals by turns, separated by commas. */
export function readWifiText(text: string, to: Attributes): void {
  const points = [...text.matchAll(POINT)].map(
    ([, address, signal]) => `${address?.toLowerCase()},${signal}`,
  );
  if (points.length > 0) to.wifi = points.join(';');
}
