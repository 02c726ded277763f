import { NamedError } from '@wakeline/contract/errors';
import { courseControlIds } from '@wakeline/domain/courses/course-stops';
import { recordAudit } from '../../audit/record.ts';
import {
  deleteVersion,
  insertVersion,
  readVersion,
  readVersions,
} from '../../course-versions/course-versions.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { lockEvent, readEvent } from './events.queries.ts';
import { readObjects, toCourseEvent } from './objects.queries.ts';

type VersionOperation = 'freezeCourse' | 'queryCourseVersions' | 'queryCourseVersion' | 'deleteCourseVersion';

/** Frozen versions of courses. */
export function courseVersionHandlers(db: Db): Pick<Handlers, VersionOperation> {
  return {
    async freezeCourse({ eventId, courseId }, caller, call) {
      const { accountId, login } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const { settings } = await lockEvent(tx, accountId, eventId);
        const event = toCourseEvent(settings, await readObjects(tx, eventId));
        const course = event.courses.find(({ id }) => id === courseId);
        if (course === undefined) throw new NamedError('course-unknown');
        const ids = new Set(courseControlIds(course));
        if (ids.size === 0) throw new NamedError('course-empty');
        const frozen = {
          settings,
          course,
          controls: event.controls.filter(({ id }) => ids.has(id)),
          legs: event.legs.filter(({ from, to }) => ids.has(from) && ids.has(to)),
        };
        const version = await insertVersion(tx, {
          accountId,
          eventId,
          frozen,
          userName: login,
          now: call.now,
        });
        const after = { number: version.number };
        await recordAudit(tx, caller, call, { action: 'freezeCourse', target: course.name, after });
        return version;
      });
    },

    async queryCourseVersions({ eventId }, { accountId }) {
      await readEvent(db, accountId, eventId);
      const list = await readVersions(db, accountId, eventId);
      return { list, total: list.length };
    },

    queryCourseVersion: ({ versionId }, { accountId }) => readVersion(db, accountId, versionId),

    async deleteCourseVersion({ versionId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { name, number } = await deleteVersion(tx, caller.accountId, versionId);
        await recordAudit(tx, caller, call, {
          action: 'deleteCourseVersion',
          target: name,
          before: { number },
        });
      });
      return {};
    },
  };
}
