import GRIDS from './ocad-grids.json' with { type: 'json' };

const UTM = 2;
const UTM_NORTH = 32_600;
const UTM_SOUTH = 32_700;

/**
 * EPSG code of a grid id of OCAD, which is 1000 times the number of a country or family plus the zone; null: paper coordinates (1000)
 * or an unknown grid. The table has zones and codes in turn. It follows OCAD-Grid-ID_to_EPSG by doppelmeter, as ocad2geojson has it
 * (AGPL-3.0-or-later), with these changes: deprecated codes are replaced, geographic systems are left out, and 13001 is RT90.
 */
export function epsgOfGrid(grid: number): number | null {
  const family = Math.trunc(Math.abs(grid) / 1_000);
  const zone = Math.abs(grid) % 1_000;
  if (family === UTM) return zone >= 1 && zone <= 60 ? (grid > 0 ? UTM_NORTH : UTM_SOUTH) + zone : null;
  const zones = (GRIDS as Readonly<Record<string, readonly number[]>>)[String(family)] ?? [];
  if (grid < 0) return null;
  for (let index = 0; index + 1 < zones.length; index += 2)
    if (zones[index] === zone) return zones[index + 1] ?? null;
  return null;
}
