import type { Position } from '../fences/fence-shape.ts';
import { wrapLng } from '../geo/web-mercator.ts';
import { tangentPlane } from '../layers/ground-plane.ts';
import { type MeasuredLine, measureLine, positionAlong } from './course-line.ts';
import { DEFAULT_LINE_WIDTH, type RaceCourse, type RacePoint, type RacePointKind } from './race-course.ts';

export interface RouteSettings {
  readonly name?: string;
  /** Metres from the start at which times are taken. */
  readonly splits: readonly number[];
  /** Metres from end to end of each line across the route. */
  readonly width?: number;
}

/**
 * The race course of a road or trail: lines across it at the start, at each split and at the finish. Splits at one of the ends or
 * beyond are included, so that `checkRaceCourse` names them.
 */
export function courseOfRoute(
  line: readonly Position[],
  { name = '', splits, width = DEFAULT_LINE_WIDTH }: RouteSettings,
): RaceCourse {
  const measured = measureLine(line);
  const pointAt = (id: string, kind: RacePointKind, distance: number): readonly RacePoint[] => {
    const across = lineAcross(measured, distance, width);
    if (across === null) return [];
    const code = kind === 'control' ? kilometres(distance) : '';
    const { position, ends } = across;
    const detection = { kind: 'line', ends } as const;
    return [{ id, controlId: id, code, kind, position, detection, points: null, distance }];
  };
  const sorted = [...new Set(splits)].sort((one, other) => one - other);
  return {
    name,
    type: 'normal',
    points: [
      ...pointAt('start', 'start', 0),
      ...sorted.flatMap((metres) => pointAt(`split-${metres}`, 'control', metres)),
      ...pointAt('finish', 'finish', measured.length),
    ],
    line,
    timeLimit: null,
    penaltyPerMinute: 0,
  };
}

/** `21.0975 km`, `500 m`. */
function kilometres(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${Number((metres / 1_000).toFixed(4))} km`;
}

/** A line of `width` metres at right angles to the route. */
function lineAcross(
  measured: MeasuredLine,
  metres: number,
  width: number,
): { readonly position: Position; readonly ends: readonly [Position, Position] } | null {
  const along = positionAlong(measured, metres);
  if (along === null) return null;
  const { position, direction } = along;
  const plane = tangentPlane(position);
  const ahead = plane.toPlane([position[0] + direction[0] * 1e-3, position[1] + direction[1] * 1e-3]);
  const half = width / 2 / Math.hypot(ahead.x, ahead.y);
  const end = (side: number): Position => {
    const [lng, lat] = plane.toLngLat({ x: -ahead.y * half * side, y: ahead.x * half * side });
    return [wrapLng(lng), lat];
  };
  return { position, ends: [end(1), end(-1)] };
}
