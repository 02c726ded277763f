import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { buildRaceCourse } from '../../races/build-race-course.ts';
import { deleteClass, saveClass } from '../../races/classes.ts';
import { lockOpenMatch, recordMatchChange } from '../../races/matches.ts';
import { checkWindows } from '../../races/participants.ts';
import { deleteCourse, insertCourse, lockCourse, updateCourse } from '../../races/race-courses.ts';

type ContentOperation =
  | 'addMatchCourse'
  | 'deleteMatchClass'
  | 'deleteMatchCourse'
  | 'editMatchCourse'
  | 'replaceMatchCourse'
  | 'saveMatchClass';

/** Race courses and classes of a match. */
export function matchContentHandlers(db: Db): Pick<Handlers, ContentOperation> {
  return {
    async addMatchCourse({ matchId, courseName, source }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const built = await buildRaceCourse(tx, caller, source);
        const course = { ...built, name: courseName ?? built.name };
        const courseId = await insertCourse(tx, matchId, { source, course, now: call.now });
        await recordMatchChange(tx, match, call.now);
        const after = { course: course.name, points: course.points.length };
        await recordAudit(tx, caller, call, { action: 'addMatchCourse', target: match.name, after });
        return { courseId };
      });
    },

    async replaceMatchCourse({ matchId, courseId, source }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const { course: before } = await lockCourse(tx, matchId, courseId);
        const built = await buildRaceCourse(tx, caller, source);
        const penaltyPerMinute = built.type === 'score' ? before.penaltyPerMinute : 0;
        const course = { ...built, name: before.name, penaltyPerMinute };
        await updateCourse(tx, courseId, { source, course });
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          ...{ action: 'replaceMatchCourse', target: match.name },
          before: { course: before.name, points: before.points.length },
          after: { points: course.points.length, source },
        });
      });
      return {};
    },

    async editMatchCourse({ matchId, courseId, courseName, radii, ...rules }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const { source, course: before } = await lockCourse(tx, matchId, courseId);
        const radiusOf = new Map(radii.map(({ pointId, radius }) => [pointId, radius]));
        const course = {
          ...before,
          name: courseName,
          points: before.points.map((point) =>
            point.detection.kind === 'circle'
              ? {
                  ...point,
                  detection: {
                    kind: 'circle' as const,
                    radius: radiusOf.get(point.id) ?? point.detection.radius,
                  },
                }
              : point,
          ),
          timeLimit: before.type === 'score' ? rules.timeLimit : before.timeLimit,
          penaltyPerMinute: before.type === 'score' ? rules.penaltyPerMinute : 0,
        };
        await updateCourse(tx, courseId, { source, course });
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          ...{ action: 'editMatchCourse', target: match.name, before: { course: before.name } },
          after: { course: courseName, radii: radii.length, ...rules },
        });
      });
      return {};
    },

    async deleteMatchCourse({ matchId, courseId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const { course } = await lockCourse(tx, matchId, courseId);
        await deleteCourse(tx, courseId);
        await recordMatchChange(tx, match, call.now);
        const before = { course: course.name };
        await recordAudit(tx, caller, call, { action: 'deleteMatchCourse', target: match.name, before });
      });
      return {};
    },

    async saveMatchClass({ uid: _, matchId, classId, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const saved = await saveClass(tx, matchId, classId, form);
        await checkWindows(tx, match);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, { action: 'saveMatchClass', target: match.name, after: form });
        return { classId: saved };
      });
    },

    async deleteMatchClass({ matchId, classId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        await deleteClass(tx, matchId, classId);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          action: 'deleteMatchClass',
          target: match.name,
          before: { classId },
        });
      });
      return {};
    },
  };
}
