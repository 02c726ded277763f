import { NamedError } from '@wakeline/contract/errors';
import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import { readFullEvent } from '../read-full-event.ts';
import type { PrintContent } from './print-content.ts';

const PROGRAM = new URL('./print-program.ts', import.meta.url);

/** Reading the font takes most of the time. */
const BUDGET: ProcessBudget = { milliseconds: 60_000, megabytes: 512 };

/** Courses as PDF files. */
export function coursePrintHandlers(db: Db): Pick<Handlers, 'printCourse'> {
  return {
    async printCourse({ uid: _, eventId, courseId, ...print }, { accountId }, { now }) {
      const { event } = await readFullEvent(db, accountId, eventId);
      const course = courseId === null ? null : event.courses.find(({ id }) => id === courseId);
      if (course === undefined) throw new NamedError('course-unknown');
      const chunks = runInProcess<PrintContent, Uint8Array>({
        program: PROGRAM,
        request: { ...print, event, course, now },
        budget: BUDGET,
        budgetError: 'course-file-costly',
      });
      // The first chunk is awaited, so that a failure is a response and not a broken file.
      const first = await chunks.next();
      return new ByteChunks(continueChunks(first.done === true ? new Uint8Array() : first.value, chunks));
    },
  };
}

async function* continueChunks(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
