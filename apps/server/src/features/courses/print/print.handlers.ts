import { NamedError } from '@wakeline/contract/errors';
import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import { type EventMapDependencies, readEventMap } from '../event-map.ts';
import { readFullEvent } from '../read-full-event.ts';
import type { PrintContent } from './print-content.ts';

const PROGRAM = new URL('./print-program.ts', import.meta.url);

/** Reading the font takes most of the time. */
const BUDGET: ProcessBudget = { milliseconds: 60_000, megabytes: 512 };
/** A page of an OCAD map of 40,000 objects takes ten seconds on an idle processor. */
const BUDGET_WITH_MAP: ProcessBudget = { milliseconds: 120_000, megabytes: 1_536 };

/** Courses as PDF files. */
export function coursePrintHandlers(dependencies: EventMapDependencies): Pick<Handlers, 'printCourse'> {
  return {
    async printCourse({ uid: _, eventId, courseId, map: hasMap, ...print }, { accountId }, { now }) {
      const { event } = await readFullEvent(dependencies.db, accountId, eventId);
      const course = courseId === null ? null : event.courses.find(({ id }) => id === courseId);
      if (course === undefined) throw new NamedError('course-unknown');
      const map =
        hasMap && event.map !== null ? await readEventMap(dependencies, accountId, event.map) : null;
      const chunks = runInProcess<PrintContent, Uint8Array>({
        program: PROGRAM,
        request: { ...print, event, course, map, now },
        budget: map === null ? BUDGET : BUDGET_WITH_MAP,
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
