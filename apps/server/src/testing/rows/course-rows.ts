import { NEW_EVENT, newControl, newCourse, newCourseControl } from '@wakeline/domain/courses/event';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of orienteering events and their courses. */
export function courseRows(world: World, { uniqueName }: Makers) {
  const { clock } = world;
  const { db } = world.database;
  const START = newControl('s', [12, 57.7], 'start', null);
  const COURSE = { ...newCourse('k'), controls: [newCourseControl('v', 's')] };

  async function createEvent({ accountId }: Owner): Promise<number> {
    const { name, date, place, ...settings } = NEW_EVENT;
    const { event_id } = await db
      .insertInto('course_event')
      .values({
        account_id: accountId,
        name: `${name} ${uniqueName()}`,
        held_on: date,
        place,
        settings: JSON.stringify(settings),
        revision: 1,
        settings_revision: 1,
        settings_version: 1,
        settings_user: 'ada',
        settings_edited_at: new Date(clock.now()),
        document: null,
        edited_at: new Date(clock.now()),
      })
      .returning('event_id')
      .executeTakeFirstOrThrow();
    const common = {
      event_id,
      version: 1,
      revision: 1,
      code: null,
      user_name: 'ada',
      edited_at: new Date(clock.now()),
    };
    await db
      .insertInto('course_object')
      .values([
        { ...common, kind: 'control', object_id: 's', data: JSON.stringify(START) },
        { ...common, kind: 'course', object_id: 'k', data: JSON.stringify(COURSE) },
      ])
      .execute();
    return event_id;
  }

  async function createVersion({ accountId }: Owner): Promise<number> {
    const frozen = { settings: NEW_EVENT, course: COURSE, controls: [START], legs: [] };
    const { version_id } = await db
      .insertInto('course_version')
      .values({
        account_id: accountId,
        event_id: null,
        course_id: 'k',
        number: 1,
        name: uniqueName(),
        data: JSON.stringify(frozen),
        user_name: 'ada',
        created_at: new Date(clock.now()),
      })
      .returning('version_id')
      .executeTakeFirstOrThrow();
    return version_id;
  }

  const ofEvent = async (owner: Owner) => ({ eventId: await createEvent(owner) });
  const ofVersion = async (owner: Owner) => ({ versionId: await createVersion(owner) });
  const eventFile = () =>
    new File(
      [
        JSON.stringify({
          format: 'wakeline-course-event',
          version: 1,
          event: { ...NEW_EVENT, controls: [START], courses: [], legs: [], people: [] },
          document: null,
        }),
      ],
      'event.json',
    );
  return {
    addCourseEvent: rowWithoutIds(() => ({})),
    copyCourseEvent: {
      payload: async (owner) => ({ ...(await ofEvent(owner)), eventName: uniqueName() }),
      otherAccountError: 'course-event-unknown',
    },
    deleteCourseEvent: { payload: ofEvent, otherAccountError: 'course-event-unknown' },
    deleteCourseVersion: { payload: ofVersion, otherAccountError: 'course-version-unknown' },
    editCourseEvent: {
      payload: async (owner) => ({ ...(await ofEvent(owner)), name: uniqueName() }),
      otherAccountError: 'course-event-unknown',
    },
    exportCourseFile: {
      payload: async (owner) => ({ ...(await ofEvent(owner)), format: 'event' }),
      otherAccountError: 'course-event-unknown',
    },
    freezeCourse: {
      payload: async (owner) => ({ ...(await ofEvent(owner)), courseId: 'k' }),
      otherAccountError: 'course-event-unknown',
    },
    importCourseFile: rowWithoutIds(() => ({ file: eventFile(), save: true })),
    printCourse: {
      // Without a course that exists, no file is written.
      payload: async (owner) => ({ ...(await ofEvent(owner)), courseId: 'unknown' }),
      expectedError: 'course-unknown',
      otherAccountError: 'course-event-unknown',
    },
    queryCourseChanges: {
      payload: async (owner) => ({ ...(await ofEvent(owner)), since: 0 }),
      otherAccountError: 'course-event-unknown',
    },
    queryCourseEvent: { payload: ofEvent, otherAccountError: 'course-event-unknown' },
    queryCourseEvents: rowWithoutIds(() => ({})),
    queryCourseVersion: { payload: ofVersion, otherAccountError: 'course-version-unknown' },
    queryCourseVersions: { payload: ofEvent, otherAccountError: 'course-event-unknown' },
    queryTrainingSchedule: rowWithoutIds(() => ({})),
    suggestCourseSystems: rowWithoutIds(() => ({
      easting: 316_000,
      northing: 6_404_000,
      areas: [[12, 57, 13, 58] as [number, number, number, number]],
    })),
    saveCourseObject: {
      payload: async (owner) => ({
        ...(await ofEvent(owner)),
        objectId: 's',
        baseVersion: 1,
        change: { kind: 'control', value: START },
      }),
      otherAccountError: 'course-event-unknown',
    },
  } satisfies Partial<Rows>;
}
