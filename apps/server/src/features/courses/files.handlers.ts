import { NamedError } from '@wakeline/contract/errors';
import type { SystemList } from '@wakeline/contract/layer-files';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { recordAudit } from '../../audit/record.ts';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import { sendEvent } from '../../db/notify.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { type EventMapDependencies, findEventMap, readEventMap } from './event-map.ts';
import { insertEvent } from './events.queries.ts';
import { insertObjects } from './objects.queries.ts';
import type { FilePlacement } from './place-event.ts';
import { readFullEvent } from './read-full-event.ts';
import type { ReadRequest, ReadResult } from './read-process.ts';
import type { SuggestRequest } from './suggest-process.ts';
import type { WriteRequest } from './write-process.ts';

const READ_PROGRAM = new URL('./read-process.ts', import.meta.url);
const SUGGEST_PROGRAM = new URL('./suggest-process.ts', import.meta.url);
const WRITE_PROGRAM = new URL('./write-process.ts', import.meta.url);

/** The largest accepted files, and all variations of many relays, take seconds. */
const BUDGET: ProcessBudget = { milliseconds: 30_000, megabytes: 512 };

/** Import and export of events as files. */
export function courseFileHandlers(
  dependencies: EventMapDependencies,
): Pick<Handlers, 'importCourseFile' | 'suggestCourseSystems' | 'exportCourseFile'> {
  const { db } = dependencies;
  return {
    async importCourseFile({ file, save, placement, map: key, coordinateSystem }, caller, call) {
      const { accountId, login: userName } = caller;
      const map = key === undefined ? null : await readEventMap(dependencies, accountId, key);
      const where = { placement, map, coordinateSystem };
      const { event, unit, ignored, document } = await readCourseFile(file, where);
      const { controls, courses, legs: _legs, people, ...read } = event;
      const settings =
        key === undefined || map === null ? read : { ...read, map: { ...key, name: map.name } };
      const eventId = !save
        ? null
        : await transactionAs(db, caller, call, async (tx) => {
            const added = await insertEvent(tx, { accountId, settings, document, userName, now: call.now });
            await insertObjects(tx, added, { event, userName, now: call.now });
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

    async suggestCourseSystems({ easting, northing, areas }) {
      const list = await firstResult(
        runInProcess<SuggestRequest, SystemList>({
          program: SUGGEST_PROGRAM,
          request: { point: [easting, northing], areas },
          budget: BUDGET,
          budgetError: 'course-file-costly',
        }),
      );
      return { list: [...list], total: list.length };
    },

    async exportCourseFile({ eventId, format, placement, lang }, { accountId }, { now }) {
      const { event, document } = await readFullEvent(db, accountId, eventId);
      const isOnMap = format === 'purple-pen' && placement === undefined && event.map !== null;
      const map = isOnMap ? await findEventMap(dependencies, accountId, event.map) : null;
      const request = { event, document, format, placement, map, language: lang, now };
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
  return await firstResult(
    runInProcess<ReadRequest, ReadResult>({
      program: READ_PROGRAM,
      request: { path: file.path, ...where },
      budget: BUDGET,
      budgetError: 'course-file-costly',
    }),
  );
}

async function firstResult<Result>(results: AsyncIterable<Result>): Promise<Result> {
  for await (const result of results) return result;
  throw new NamedError('internal');
}
