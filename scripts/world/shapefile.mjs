/** A small reader of ESRI shapefiles (points, lines, polygons) with their dBASE tables. */
import { readFileSync } from 'node:fs';

const POINT = 1;
const LINE = 3;
const POLYGON = 5;

function readTable(path) {
  const data = readFileSync(path);
  const count = data.readUInt32LE(4);
  const headerLength = data.readUInt16LE(8);
  const recordLength = data.readUInt16LE(10);
  const fields = [];
  let start = 1;
  for (let at = 32; data[at] !== 0x0d; at += 32) {
    const name = data.toString('latin1', at, at + 11).replace(/\0.*$/, '');
    const length = data[at + 16];
    fields.push({ name, type: String.fromCharCode(data[at + 11]), start, length });
    start += length;
  }
  const decode = (bytes) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder('latin1').decode(bytes);
    }
  };
  const rows = [];
  for (let i = 0; i < count; i++) {
    const row = {};
    const base = headerLength + i * recordLength;
    for (const field of fields) {
      const text = decode(data.subarray(base + field.start, base + field.start + field.length))
        .replace(/\0/g, '')
        .trim();
      row[field.name] = (field.type === 'N' || field.type === 'F') && text !== '' ? Number(text) : text;
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Reads a shapefile by its path without extension. Each result has `properties` (field names in lower case) and
 * `parts`, a list of point lists: the rings of a polygon, the parts of a line, or the single point.
 */
export function readShapefile(path) {
  const shapes = readFileSync(`${path}.shp`);
  const index = readFileSync(`${path}.shx`);
  const table = readTable(`${path}.dbf`);
  const result = [];
  for (let i = 0; i * 8 + 100 < index.length; i++) {
    const at = index.readInt32BE(100 + i * 8) * 2 + 8;
    const type = shapes.readInt32LE(at);
    const parts = [];
    if (type % 10 === POINT) {
      parts.push([[shapes.readDoubleLE(at + 4), shapes.readDoubleLE(at + 12)]]);
    } else if (type % 10 === LINE || type % 10 === POLYGON) {
      const partCount = shapes.readInt32LE(at + 36);
      const pointCount = shapes.readInt32LE(at + 40);
      const points = at + 44 + partCount * 4;
      for (let part = 0; part < partCount; part++) {
        const from = shapes.readInt32LE(at + 44 + part * 4);
        const to = part + 1 < partCount ? shapes.readInt32LE(at + 48 + part * 4) : pointCount;
        const line = [];
        for (let n = from; n < to; n++) {
          line.push([shapes.readDoubleLE(points + n * 16), shapes.readDoubleLE(points + n * 16 + 8)]);
        }
        parts.push(line);
      }
    }
    const properties = Object.fromEntries(
      Object.entries(table[i] ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    result.push({ properties, parts });
  }
  return result;
}
