import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { latFromMercator, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { TaskAreaMode } from '@wakeline/domain/rules/watch-task';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { circleArea } from '../objects/circle-area.ts';
import { ringsOf } from '../objects/fence-shape.ts';
import { findLabelAnchor } from '../objects/label-anchor.ts';

/** What a task watches, as it is drawn. */
export interface DrawnTask {
  readonly color: string;
  readonly line: {
    readonly name: string;
    readonly points: readonly Position[];
    /** Metres to each side; 0: not watched. */
    readonly limit: number;
    readonly waypoints: readonly { readonly lng: number; readonly lat: number; readonly name: string }[];
  } | null;
  readonly areas: readonly {
    readonly name: string;
    readonly shape: FenceShape;
    readonly mode: TaskAreaMode;
  }[];
  /** Circles in which devices must stay; radius in metres. */
  readonly circles: readonly { readonly center: Position; readonly radius: number }[];
}

export interface TaskFeatures {
  /** With the width of the corridor as `corridor`: pixels at zoom 0; 0: none. */
  readonly lines: FeatureCollection;
  readonly areas: FeatureCollection;
  readonly points: FeatureCollection;
}

/** Positions of a line that are drawn at most: more are not visible. */
const MAX_POSITIONS = 2_000;
/** Pixels of the square map at zoom 0. */
const MAP_SIZE = 512;
/** Degrees of latitude for which one scale of the map is used: at 60 degrees it changes by 1 %. */
const SCALE_RANGE = 0.3;
const RADIANS = Math.PI / 180;

export function taskFeatures(tasks: readonly DrawnTask[]): TaskFeatures {
  return {
    lines: collection(tasks.flatMap(lineFeatures)),
    areas: collection(tasks.flatMap(areaFeatures)),
    points: collection(tasks.flatMap(pointFeatures)),
  };
}

/** All positions of a task, to fit it into the view. */
export function* positionsOf({ line, areas, circles }: DrawnTask): Iterable<Position> {
  yield* line?.points ?? [];
  for (const { shape } of areas) for (const ring of ringsOf(shape)) yield* ring;
  for (const { center, radius } of circles) yield* circleArea(center, radius);
}

/** A line in segments: each has one width, which is the limit in metres at its latitude. */
function lineFeatures({ line, color }: DrawnTask): Feature[] {
  if (line === null) return [];
  const { name, limit, points } = line;
  return segmentsOf(simplifyLine(points, MAX_POSITIONS)).map((coordinates) =>
    feature(
      { type: 'LineString', coordinates: coordinates.map(([lng, lat]) => [lng, lat]) },
      { color, name, corridor: pixelsOf(2 * limit, middleLatitude(coordinates)) },
    ),
  );
}

/** Splits a line where its latitude has changed too much for one scale. Segments share their ends. */
function segmentsOf(line: readonly Position[]): Position[][] {
  const segments: Position[][] = [];
  let segment: Position[] = [];
  for (const position of line) {
    const last = segment.at(-1);
    if (last !== undefined) {
      const steps = Math.ceil(Math.abs(position[1] - last[1]) / SCALE_RANGE);
      for (let step = 1; step < steps; step += 1) {
        const between = interpolate(last, position, step / steps);
        segments.push([...segment, between]);
        segment = [between];
      }
    }
    segment.push(position);
    const [first] = segment;
    if (first !== undefined && segment.length > 1 && Math.abs(position[1] - first[1]) > SCALE_RANGE) {
      segments.push(segment);
      segment = [position];
    }
  }
  return segment.length > 1 ? [...segments, segment] : segments;
}

/** On the straight line of the map. Longitudes may exceed 180 degrees. */
function interpolate([west, from]: Position, [east, to]: Position, fraction: number): Position {
  const y = mercatorY(from) + (mercatorY(to) - mercatorY(from)) * fraction;
  return [west + (east - west) * fraction, latFromMercator(y)];
}

function middleLatitude(line: readonly Position[]): number {
  return ((line[0]?.[1] ?? 0) + (line.at(-1)?.[1] ?? 0)) / 2;
}

/** Pixels at zoom 0 of a length in metres. */
function pixelsOf(metres: number, latitude: number): number {
  return (metres * MAP_SIZE) / (2 * Math.PI * EARTH_RADIUS * Math.cos(latitude * RADIANS));
}

function areaFeatures({ areas, circles, color }: DrawnTask): Feature[] {
  return [
    ...areas.map(({ shape, mode }) => polygon(ringsOf(shape), { color, kind: mode })),
    ...circles.map(({ center, radius }) => polygon([circleArea(center, radius)], { color, kind: 'shift' })),
  ];
}

function pointFeatures({ line, areas, color }: DrawnTask): Feature[] {
  const waypoints = line?.waypoints ?? [];
  return [
    ...waypoints.map(({ lng, lat, name }) =>
      feature({ type: 'Point', coordinates: [lng, lat] }, { color, name, kind: 'waypoint' }),
    ),
    ...areas.flatMap(({ name, shape }) => {
      const anchor = findLabelAnchor(ringsOf(shape));
      return anchor === null
        ? []
        : [feature({ type: 'Point', coordinates: [...anchor] }, { color, name, kind: 'area' })];
    }),
  ];
}

function polygon(rings: readonly (readonly Position[])[], properties: Feature['properties']): Feature {
  const closed = rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([lng, lat]) => [lng, lat]));
  return feature({ type: 'Polygon', coordinates: closed }, properties);
}

function feature(geometry: Geometry, properties: Feature['properties']): Feature {
  return { type: 'Feature', properties, geometry };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}
