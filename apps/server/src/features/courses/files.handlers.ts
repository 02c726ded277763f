import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { recordAudit } from '../../audit/record.ts';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { insertEvent } from './events.queries.ts';
import { insertObjects } from './objects.queries.ts';
import type { FilePlacement } from './place-event.ts';
import { readFullEvent } from './read-full-event.ts';
import type { ReadRequest, ReadResult } from './read-process.ts';
import type { WriteRequest } from './write-process.ts';

const READ_PROGRAM = new URL('./read-process.ts', import.meta.url);
const WRITE_PROGRAM = new URL('./write-process.ts', import.meta.url);

/** The largest accepted files, and all variations of many relays, take seconds. */
const BUDGET: ProcessBudget = { milliseconds: 30_000, megabytes: 512 };

/** Import and export of events as files. */
export function courseFileHandlers(db: Db): Pick<Handlers, 'importCourseFile' | 'exportCourseFile'> {
  return {
    async importCourseFile({ file, save, placement, coordinateSystem }, caller, call) {
      const { event, unit, ignored, document } = await readCourseFile(file, { placement, coordinateSystem });
      const { accountId, login } = caller;
      const { controls, courses, legs: _legs, people, ...settings } = event;
      const eventId = !save
        ? null
        : await transactionAs(db, caller, call, async (tx) => {
            const added = await insertEvent(tx, { accountId, settings, document, now: call.now });
            await insertObjects(tx, added, { event, userName: login, now: call.now });
            const after = { controls: controls.length, courses: courses.length, people: people.length };
            await recordAudit(tx, caller, call, { action: 'importCourseFile', target: event.name, after });
            await sendEvent(tx, { type: 'changed', what: 'courseEvents', accountId, userId: null });
            return added;
          });
      return {
        eventId,
        eventName: event.name,
        controls: controls.length,
        courses: courses.length,
        people: people.length,
        unit,
        ignored: [...ignored],
      };
    },

    async exportCourseFile({ eventId, format, placement, lang }, { accountId }, { now }) {
      const { event, document } = await readFullEvent(db, accountId, eventId);
      const request = { event, document, format, placement, language: lang, now };
      const chunks = runInProcess<WriteRequest, string>({
        program: WRITE_PROGRAM,
        request,
        budget: BUDGET,
        budgetError: 'course-file-costly',
      });
      // The first chunk is awaited, so that a failure is a response and not a broken file.
      const first = await chunks.next();
      return new ByteChunks(encodeChunks(first.done === true ? '' : first.value, chunks));
    },
  };
}

async function* encodeChunks(first: string, rest: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  for await (const chunk of rest) yield encoder.encode(chunk);
}

/**
 * Reads an uploaded file in a child process.
 *
 * @throws NamedError one of the `course-file-…` errors, with the line if known
 */
async function readCourseFile(file: UploadedFile, where: FilePlacement): Promise<ReadResult> {
  if (file.size > LIMITS.courseFileBytes) throw new NamedError('course-file-too-large');
  const results = runInProcess<ReadRequest, ReadResult>({
    program: READ_PROGRAM,
    request: { path: file.path, ...where },
    budget: BUDGET,
    budgetError: 'course-file-costly',
  });
  for await (const result of results) return result;
  throw new NamedError('internal');
}
