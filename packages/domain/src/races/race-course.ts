import type { Position } from '../fences/fence-shape.ts';

/** How a participant passes a point. */
export type Detection =
  /** The first entry of a circle around the point; radius in metres. */
  | { readonly kind: 'circle'; readonly radius: number }
  /** The first crossing of a line, in any direction. */
  | { readonly kind: 'line'; readonly ends: readonly [Position, Position] };

export const RACE_POINT_KINDS = ['start', 'control', 'finish'] as const;
export type RacePointKind = (typeof RACE_POINT_KINDS)[number];

/** A point that participants pass. A control that is visited twice has two points. */
export interface RacePoint {
  /** Unique in the course. */
  readonly id: string;
  /** The same for all visits of a control. */
  readonly controlId: string;
  /** What is displayed: the code of a control, the name of a mark, the distance of a split. */
  readonly code: string;
  readonly kind: RacePointKind;
  readonly position: Position;
  readonly detection: Detection;
  /** Of a control of a score course. */
  readonly points: number | null;
  /** Metres from the start along the course, on the ellipsoid; 0 in a score course. */
  readonly distance: number;
}

export const RACE_COURSE_TYPES = ['normal', 'score'] as const;
export type RaceCourseType = (typeof RACE_COURSE_TYPES)[number];

/**
 * What participants of a race pass: the start, controls, and the finish. The controls of a normal course are passed in their
 * order, those of a score course in any order. A copy that no edit changes; plain JSON.
 */
export interface RaceCourse {
  readonly name: string;
  readonly type: RaceCourseType;
  /** The start is the first, the finish the last one. */
  readonly points: readonly RacePoint[];
  /** The road or trail; null: legs are straight. Longitudes may jump at the antimeridian. */
  readonly line: readonly Position[] | null;
  /** Seconds; null: none. In a normal course a longer time is over time, in a score course it costs points. */
  readonly timeLimit: number | null;
  /** Points that each minute begun beyond the limit of a score course costs. */
  readonly penaltyPerMinute: number;
}

/** Metres. A radius of 15 m found all 35 controls of a race with official times, 10 m only 29. */
export const DEFAULT_RADIUS = 15;
export const MIN_RADIUS = 5;
export const MAX_RADIUS = 500;
/** Metres from end to end of a line across a route. */
export const DEFAULT_LINE_WIDTH = 40;
/** Metres of a line that participants cross. */
export const MIN_LINE_LENGTH = 2;
export const MAX_LINE_LENGTH = 2_000;
export const MAX_RACE_POINTS = 300;
/** Points of one control: the laps of a race. */
export const MAX_VISITS = 100;
/** Positions of the road or trail. */
export const MAX_COURSE_LINE_POSITIONS = 50_000;
