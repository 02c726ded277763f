import { type CourseEventFile, courseEventFile } from '@wakeline/contract/courses/files';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { CourseEvent } from '@wakeline/domain/courses/event';
import {
  CourseFileError,
  type CourseFileErrorCode,
  type IgnoredContent,
  type PositionUnit,
} from '@wakeline/formats/courses/course-file';
import { readIofXml } from '@wakeline/formats/iof-xml/read-iof-xml';
import { readPurplePen } from '@wakeline/formats/purple-pen/read-purple-pen';
import type { z } from 'zod';

/** What a file contains. */
export interface CourseContent {
  /** Positions in `unit`. */
  readonly event: CourseEvent;
  readonly unit: PositionUnit;
  readonly ignored: readonly IgnoredContent[];
  readonly document: string | null;
}

const ERROR_NAMES: Readonly<Record<CourseFileErrorCode, ErrorName>> = {
  type: 'course-file-type',
  version: 'course-file-version',
  malformed: 'course-file-malformed',
  entities: 'course-file-entities',
  value: 'course-file-value',
  position: 'course-file-position',
  'mixed-positions': 'course-file-mixed-positions',
  duplicate: 'course-file-duplicate',
  missing: 'course-file-missing',
  cycle: 'course-file-cycle',
  join: 'course-file-join',
  empty: 'course-file-empty',
};

/** Reads a file of any format. For child processes. @throws NamedError, with the line if known */
export function readCourseContent(bytes: Uint8Array): CourseContent {
  try {
    return readContent(bytes);
  } catch (error) {
    if (!(error instanceof CourseFileError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.line === null ? {} : { line: error.line });
  }
}

function readContent(bytes: Uint8Array): CourseContent {
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, 4_096));
  if (/^[\ufeff\s]*\{/.test(head)) return { ...readEventFile(bytes), unit: 'wgs84', ignored: [] };
  if (/<(\w+:)?course-scribe-event[\s>]/.test(head)) return finish(readPurplePen(bytes));
  return { ...finish(readIofXml(bytes)), document: null };
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** The file of an event as Wakeline exports it. */
function readEventFile(bytes: Uint8Array): Pick<CourseEventFile, 'event' | 'document'> {
  const content = parseJson(bytes);
  const { format, version } = content as { readonly format?: unknown; readonly version?: unknown };
  if (format !== 'wakeline-course-event') throw new CourseFileError('type');
  if (version !== 1) throw new CourseFileError('version');
  const checked = courseEventFile.safeParse(content);
  if (!checked.success) throw fieldError(checked.error);
  return checked.data;
}

/** The error of the first field that is not valid. */
export function fieldError({ issues: [issue] }: z.ZodError): NamedError {
  const errorName = issue?.code === 'too_big' ? 'course-file-limit' : 'course-file-value';
  return new NamedError(errorName, { field: issue?.path.join('.') ?? '' });
}

function parseJson(bytes: Uint8Array): object {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    throw new CourseFileError('malformed');
  }
}
