import type { Position } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { RaceCourse, RacePoint } from '@wakeline/domain/races/race-course';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import type { Feature, FeatureCollection, Geometry } from 'geojson';

/** A race course as it is drawn. */
export type DrawnRaceCourse = Pick<RaceCourse, 'type' | 'points' | 'line'>;

export interface RaceCourseFeatures {
  /** With `kind`: `leg` or `gate`. */
  readonly lines: FeatureCollection;
  /** With `kind`, `label` and, of circles, `radius`: pixels at zoom 0. */
  readonly points: FeatureCollection;
}

/** What is written beside a point; empty: nothing. */
export type LabelOf = (point: RacePoint, index: number, course: DrawnRaceCourse) => string;

/** Positions of a line that are drawn at most: more are not visible. */
const MAX_POSITIONS = 2_000;
/** Pixels of the square map at zoom 0. */
const MAP_SIZE = 512;
const RADIANS = Math.PI / 180;

/** A point that several courses share is drawn once, with all of its labels. */
export function raceCourseFeatures(
  courses: readonly DrawnRaceCourse[],
  labelOf: LabelOf,
): RaceCourseFeatures {
  const points = new Map<string, { readonly point: RacePoint; readonly labels: Set<string> }>();
  for (const course of courses)
    for (const [index, point] of course.points.entries()) {
      const key = `${point.position.join(' ')} ${point.kind} ${sizeOf(point)}`;
      const known = points.get(key) ?? { point, labels: new Set() };
      known.labels.add(labelOf(point, index, course));
      points.set(key, known);
    }
  return {
    lines: collection([
      ...courses.flatMap(legFeatures),
      ...[...points.values()].flatMap(({ point }) => gateFeatures(point)),
    ]),
    points: collection(
      [...points.values()].map(({ point, labels }) =>
        feature(
          { type: 'Point', coordinates: [...point.position] },
          {
            kind: point.kind,
            label: [...labels].filter((label) => label !== '').join(' · '),
            ...(point.detection.kind === 'circle' && {
              radius: pixelsOf(point.detection.radius, point.position[1]),
            }),
          },
        ),
      ),
    ),
  };
}

/** All positions of a course, to fit it into the view. */
export function positionsOfCourse({ points, line }: DrawnRaceCourse): readonly Position[] {
  return [...(line ?? []), ...points.map(({ position }) => position)];
}

function sizeOf({ detection }: RacePoint): string {
  return detection.kind === 'circle' ? String(detection.radius) : detection.ends.join(' ');
}

/** The controls of a score course have no order. */
function legFeatures({ type, points, line }: DrawnRaceCourse): readonly Feature[] {
  if (type === 'score' && line === null) return [];
  const positions = line === null ? points.map(({ position }) => position) : line;
  if (positions.length < 2) return [];
  return [lineFeature(simplifyLine(unwrap(positions), MAX_POSITIONS), 'leg')];
}

function gateFeatures({ detection }: RacePoint): readonly Feature[] {
  return detection.kind === 'line' ? [lineFeature(unwrap(detection.ends), 'gate')] : [];
}

/** Longitudes that do not jump at the antimeridian. */
function unwrap(positions: readonly Position[]): readonly Position[] {
  let before = positions[0]?.[0] ?? 0;
  return positions.map(([lng, lat]): Position => {
    before = nearestLng(lng, before);
    return [before, lat];
  });
}

/** Pixels at zoom 0 of a length in metres. */
function pixelsOf(metres: number, latitude: number): number {
  return (metres * MAP_SIZE) / (2 * Math.PI * EARTH_RADIUS * Math.cos(latitude * RADIANS));
}

function lineFeature(positions: readonly Position[], kind: 'leg' | 'gate'): Feature {
  return feature({ type: 'LineString', coordinates: positions.map(([lng, lat]) => [lng, lat]) }, { kind });
}

function feature(geometry: Geometry, properties: Feature['properties']): Feature {
  return { type: 'Feature', properties, geometry };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}
