import { readFileSync } from 'node:fs';
import { courseEvent } from '@wakeline/contract/courses/event-objects';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { checkEvent, type IntegrityProblem } from '@wakeline/domain/courses/check-event';
import { serveProcess } from '../../child-processes/process-program.ts';
import { type FilePlacement, placeEvent } from './place-event.ts';
import { type CourseContent, fieldError, readCourseContent } from './read-content.ts';

export interface ReadRequest extends FilePlacement {
  readonly path: string;
}

/** The content of a file, with its positions in WGS-84. */
export type ReadResult = CourseContent;

serveProcess<ReadRequest, ReadResult>(async function* ({ path, ...where }) {
  yield await readFile(readFileSync(path), where);
});

/** @throws NamedError */
async function readFile(bytes: Uint8Array, where: FilePlacement): Promise<ReadResult> {
  const read = readCourseContent(bytes);
  const event = await placeEvent(read.event, read.unit, where);
  if ((read.document?.length ?? 0) > LIMITS.courseDocumentLength)
    throw new NamedError('course-file-limit', { field: 'document' });
  const checked = courseEvent.safeParse(event);
  if (!checked.success) throw fieldError(checked.error);
  throwProblem(checkEvent(checked.data));
  return { ...read, event: checked.data };
}

/** @throws NamedError */
function throwProblem(problem: IntegrityProblem | null): void {
  if (problem === null) return;
  if (problem.type === 'duplicate-code') throw new NamedError('course-code-taken', { code: problem.code });
  if (problem.type === 'duplicate-id') throw new NamedError('course-file-duplicate', { id: problem.id });
  throw new NamedError('course-file-missing', {
    id: problem.type === 'unknown-control' ? problem.control : problem.course,
  });
}
