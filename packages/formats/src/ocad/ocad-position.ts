import { type LngLat, projectionOf } from '../coordinate-systems/projection.ts';
import { epsgOfGrid } from './ocad-grids.ts';
import { numberField, SCALE_STRING } from './parameters.ts';
import type { OcadFile } from './read-ocad.ts';

const MILLIMETRES_PER_METRE = 1_000;
const DEFAULT_SCALE = 15_000;

/** x and y on paper, millimetres. */
export type PaperPoint = readonly [x: number, y: number];

export interface OcadPosition {
  /** EPSG code and name of the coordinate system. */
  readonly epsg: number;
  readonly name: string;
  /** Null where the projection has no value. */
  toWgs84(point: PaperPoint): LngLat | null;
  toPaper(position: LngLat): PaperPoint | null;
}

/** The denominator of the map scale: 15000 for 1:15,000. */
export function ocadScale(file: OcadFile): number {
  const parameters = file.parameters.find(({ type }) => type === SCALE_STRING);
  const scale = parameters === undefined ? null : numberField(parameters, 'm');
  return scale !== null && scale > 0 ? scale : DEFAULT_SCALE;
}

/**
 * The position of a map by its parameters: the point of the coordinate system at the origin of the paper, the scale, and the
 * grivation, by which the paper is turned clockwise from grid north. Null: without a coordinate system that is known.
 */
export function ocadPosition(file: OcadFile): OcadPosition | null {
  const parameters = file.parameters.find(({ type }) => type === SCALE_STRING);
  if (parameters === undefined) return null;
  const [grid, x, y] = ['i', 'x', 'y'].map((letter) => numberField(parameters, letter));
  const epsg = typeof grid === 'number' ? epsgOfGrid(grid) : null;
  const projection = epsg === null ? null : projectionOf(epsg);
  if (projection === null || typeof x !== 'number' || typeof y !== 'number') return null;
  const grivation = ((numberField(parameters, 'a') ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(grivation), Math.sin(grivation)];
  const unitsPerMillimetre = ocadScale(file) / MILLIMETRES_PER_METRE / (projection.metresPerUnit ?? 1);
  return {
    epsg: projection.code,
    name: projection.name,
    toWgs84: ([right, up]) =>
      projection.inverse([
        x + (right * cos + up * sin) * unitsPerMillimetre,
        y + (up * cos - right * sin) * unitsPerMillimetre,
      ]),
    toPaper: (position) => {
      const grid = projection.forward(position);
      if (grid === null) return null;
      const [east, north] = [(grid[0] - x) / unitsPerMillimetre, (grid[1] - y) / unitsPerMillimetre];
      return [east * cos - north * sin, east * sin + north * cos];
    },
  };
}
