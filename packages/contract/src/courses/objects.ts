import { z } from 'zod';
import { id, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { control, course, eventSettings, leg, objectId, person } from './event-objects.ts';
import { EDIT_COURSES, objectVersion, overwritten, revision, VIEW_COURSES } from './events.ts';

/** An object of an event; null: it is deleted. */
export const objectChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('control'), value: control.nullable() }),
  z.object({ kind: z.literal('course'), value: course.nullable() }),
  z.object({ kind: z.literal('leg'), value: leg.nullable() }),
  z.object({ kind: z.literal('person'), value: person.nullable() }),
]);
export type ObjectChange = z.infer<typeof objectChange>;

export const saveCourseObject = operation({
  name: 'saveCourseObject',
  summary:
    'Creates, changes or deletes an object of an event. The last change wins: if another user changed the object after the version that the change is based on, both are informed.',
  access: EDIT_COURSES,
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: z.object({
    uid,
    eventId: id,
    objectId,
    baseVersion: objectVersion.nullable().describe('the version that was changed; null: a new object'),
    change: objectChange,
  }),
  result: z.object({
    revision,
    version: objectVersion,
    overwritten: overwritten.nullable(),
  }),
  errors: [
    'course-event-unknown',
    'course-object-unknown',
    'course-object-limit',
    'course-object-id',
    'course-code-taken',
    'course-control-used',
    'course-control-unknown',
    'course-unknown',
    'course-used',
  ],
});

export const queryCourseChanges = operation({
  name: 'queryCourseChanges',
  summary:
    'What changed in an event after a revision: for consoles that were informed, or that were disconnected.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({ uid, eventId: id, since: revision }),
  result: z.object({
    revision,
    complete: z.boolean().describe('false: the revision is too old or unknown; load the event again'),
    settings: z
      .object({ version: objectVersion, userName: text, value: eventSettings })
      .nullable()
      .describe('null: unchanged'),
    objects: z.array(
      z.object({
        objectId: z.string(),
        version: objectVersion,
        userName: text,
        change: objectChange,
      }),
    ),
  }),
  errors: ['course-event-unknown'],
});
