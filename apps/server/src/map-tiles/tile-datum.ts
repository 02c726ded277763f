import { GCJ02_REGION } from '@wakeline/domain/coordinates/gcj02';

/** Datums of tile archives. */
export type TileDatum = 'wgs84' | 'gcj02';

/** Degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The datums in which a map with these bounds needs tiles: in the region of GCJ-02, base layers can be shifted. */
export function datumsOf([west, south, east, north]: Bounds): readonly TileDatum[] {
  const region = GCJ02_REGION;
  const isInRegion =
    west <= region.east && east >= region.west && south <= region.north && north >= region.south;
  return isInRegion ? ['wgs84', 'gcj02'] : ['wgs84'];
}
