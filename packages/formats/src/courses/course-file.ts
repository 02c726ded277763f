import type { CourseEvent } from '@wakeline/domain/courses/event';

/**
 * Units of the positions of a file: degrees of WGS-84, millimetres on the map's paper (x to the right, y up), or metres of a
 * coordinate system that the file does not name.
 */
export type PositionUnit = 'wgs84' | 'paper' | 'grid';

/** What a reader left out, with the number of times. */
export interface IgnoredContent {
  /** Name of the element in the file. */
  readonly element: string;
  readonly count: number;
}

/** An event as read from a file. */
export interface CourseFile {
  readonly event: CourseEvent;
  readonly unit: PositionUnit;
  readonly ignored: readonly IgnoredContent[];
}

/**
 * Errors of a course file.
 *
 * - `type`: another kind of file; `version`: of the format; `malformed`: damaged; `entities`: with a document type.
 * - `value`: a number or name that the format does not allow.
 * - `position`: a control without position; `mixed-positions`: in units that do not fit together.
 * - `duplicate`: an id twice.
 * - `missing`: a reference to an element that the file does not have.
 * - `cycle`: a list of course controls that returns to one of its elements; `join`: a branch that does not reach its end.
 * - `empty`: no control.
 */
export type CourseFileErrorCode =
  | 'type'
  | 'version'
  | 'malformed'
  | 'entities'
  | 'value'
  | 'position'
  | 'mixed-positions'
  | 'duplicate'
  | 'missing'
  | 'cycle'
  | 'join'
  | 'empty';

/** A file that cannot be read. */
export class CourseFileError extends Error {
  readonly code: CourseFileErrorCode;
  /** From 1; null for the entire file. */
  readonly line: number | null;

  constructor(code: CourseFileErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'CourseFileError';
    this.code = code;
    this.line = line;
  }
}
