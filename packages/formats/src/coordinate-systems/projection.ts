import proj4 from 'proj4';
import { findCoordinateSystem } from './coordinate-systems.ts';

/** Longitude and latitude in WGS-84, degrees. */
export type LngLat = readonly [lng: number, lat: number];
/** The two axes of a coordinate system in the order of its definition: usually easting, northing. */
export type GridCoordinates = readonly [easting: number, northing: number];

/** Converts between WGS-84 and a coordinate system, including the shift of its datum. */
export interface Projection {
  /** EPSG code. */
  readonly code: number;
  readonly name: string;
  /** Metres per unit of both axes; null: degrees. */
  readonly metresPerUnit: number | null;
  /** Null where the projection has no value, such as at the poles of Mercator. */
  forward(position: LngLat): GridCoordinates | null;
  /** Null where no position has these coordinates. */
  inverse(coordinates: GridCoordinates): LngLat | null;
}

/** What proj4 knows of a definition; its types lack them. */
interface ProjectionDetails {
  readonly projName: string;
  readonly to_meter?: number;
}

const projections = new Map<number, Projection>();

/**
 * The projection of an EPSG code; null: unknown code, or one whose datum shift is not known. Computed by proj4; the datum
 * shift is a transformation of EPSG with three or seven parameters, a few metres from the shift grids of surveyors.
 */
export function projectionOf(code: number): Projection | null {
  const known = projections.get(code);
  if (known !== undefined) return known;
  const system = findCoordinateSystem(code);
  if (system === null) return null;
  const converter = proj4(system.definition);
  const { to_meter: unit, projName } = proj4.Proj(system.definition) as unknown as ProjectionDetails;
  const projection: Projection = {
    code,
    name: system.name,
    metresPerUnit: projName === 'longlat' ? null : (unit ?? 1),
    forward: (position) => convert((coordinates) => converter.forward(coordinates, true), position),
    inverse: (coordinates) => convert((grid) => converter.inverse(grid, true), coordinates),
  };
  projections.set(code, projection);
  return projection;
}

function convert(
  step: (coordinates: [number, number]) => readonly number[],
  [x, y]: readonly [number, number],
): readonly [number, number] | null {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  const [first = Number.NaN, second = Number.NaN] = tryStep(() => step([x, y]));
  return Number.isFinite(first) && Number.isFinite(second) ? [first, second] : null;
}

/** proj4 throws for some coordinates that a projection lacks, and returns NaN for others. */
function tryStep(step: () => readonly number[]): readonly number[] {
  try {
    return step();
  } catch {
    return [];
  }
}
