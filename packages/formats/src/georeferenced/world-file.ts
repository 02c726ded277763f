import { fromPixelCentres, GeoreferenceError, isUsableGrid, type PixelGrid } from './georeference.ts';

/** A number of a world file; some programs write decimal commas. */
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a world file (.jgw, .pgw, .tfw, .wld): six lines A, D, B, E, C, F with x = A column + B row + C and
 * y = D column + E row + F for the centre of a pixel. It does not name its coordinate system.
 *
 * @throws GeoreferenceError `world-file`
 */
export function readWorldFile(text: string): PixelGrid {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\s+/);
  if (lines.length !== 6 || !lines.every((line) => NUMBER.test(line)))
    throw new GeoreferenceError('world-file');
  const [a = 0, d = 0, b = 0, e = 0, c = 0, f = 0] = lines.map((line) => Number(line.replace(',', '.')));
  const grid = fromPixelCentres({ a, b, c, d, e, f });
  if (!isUsableGrid(grid)) throw new GeoreferenceError('world-file');
  return grid;
}
