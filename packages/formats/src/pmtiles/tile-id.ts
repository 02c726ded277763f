/** Ids of deeper zooms would exceed the integers that a number holds exactly. */
export const MAX_ZOOM = 26;

/**
 * Id of a tile in a PMTiles archive (version 3, section 4.1): its position on a Hilbert curve that passes through all tiles
 * of a zoom, after all tiles of the lower zooms.
 *
 * @throws RangeError if the zoom has no such tile.
 */
export function tileId(zoom: number, x: number, y: number): number {
  const size = 2 ** zoom;
  const valid = [zoom, x, y].every((value) => Number.isInteger(value) && value >= 0);
  if (!valid || zoom > MAX_ZOOM || x >= size || y >= size) throw new RangeError(`no tile ${zoom}/${x}/${y}`);
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let half = size / 2; half >= 1; half /= 2) {
    const east = (column & half) !== 0;
    const south = (row & half) !== 0;
    // The curve passes through the quarters in the order north west, south west, south east, north east.
    id += half * half * (east ? (south ? 2 : 3) : south ? 1 : 0);
    if (!south) {
      // The curve of a northern quarter is mirrored at a diagonal.
      if (east) [column, row] = [half - 1 - (column & (half - 1)), half - 1 - (row & (half - 1))];
      [column, row] = [row, column];
    }
  }
  return id;
}
