import type { Overwritten } from '@wakeline/contract/courses/events';
import type { ObjectChange } from '@wakeline/contract/courses/objects';
import { NamedError } from '@wakeline/contract/errors';
import {
  checkCourse,
  checkLeg,
  checkPerson,
  type IntegrityProblem,
} from '@wakeline/domain/courses/check-event';
import { allCourseControls, coursesUsing } from '@wakeline/domain/courses/course-controls';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { type EventRow, lockEvent, readEvent, updateRevision } from './events.queries.ts';
import {
  countObjectsOf,
  findCodeOwner,
  findObjectIds,
  OBJECT_LIMITS,
  type ObjectKey,
  type ObjectRow,
  purgeDeletions,
  readChangedObjects,
  readObject,
  readObjectsOf,
  writeObject,
} from './objects.queries.ts';

/** Names of objects that an error lists. */
const MAX_LISTED_NAMES = 5;

/** Changes of the objects of an event. */
export function courseObjectHandlers(db: Db): Pick<Handlers, 'saveCourseObject' | 'queryCourseChanges'> {
  return {
    async saveCourseObject({ eventId, objectId, baseVersion, change }, caller, call) {
      const { accountId, login } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const event = await lockEvent(tx, accountId, eventId);
        const key = { eventId, kind: change.kind, objectId };
        const stored = await readObject(tx, key);
        await checkChange(tx, key, change, stored);
        const revision = event.revision + 1;
        const version = (stored?.version ?? 0) + 1;
        const common = { revision, userName: login, now: call.now };
        await writeObject(tx, { ...key, version, value: change.value, ...common });
        if (change.kind === 'control' && change.value === null) await deleteLegsOf(tx, key, common);
        const purged = Math.max(event.purgedRevision, await purgeDeletions(tx, eventId, call.now));
        await updateRevision(tx, eventId, { revision, purgedRevision: purged, now: call.now });
        const overwritten = findOverwritten(stored, baseVersion);
        await recordAudit(tx, caller, call, {
          action: 'saveCourseObject',
          target: event.settings.name,
          before: stored?.data ?? null,
          after: change.value === null ? null : { ...change.value },
        });
        await sendEvent(tx, {
          type: 'courses',
          accountId,
          eventId,
          revision,
          userName: login,
          overwritten:
            overwritten === null ? null : { kind: change.kind, objectId, userName: overwritten.userName },
        });
        return { revision, version, overwritten };
      });
    },

    async queryCourseChanges({ eventId, since }, caller) {
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const event = await readEvent(tx, caller.accountId, eventId);
          const { revision } = event;
          if (since < event.purgedRevision || since > revision)
            return { revision, complete: false, settings: null, objects: [] };
          const rows = await readChangedObjects(tx, eventId, since);
          return {
            revision,
            complete: true,
            settings: event.settingsRevision > since ? settingsOf(event) : null,
            objects: rows.map((row) => ({
              objectId: row.object_id,
              version: row.version,
              userName: row.user_name,
              change: { kind: row.kind, value: row.data } as ObjectChange,
            })),
          };
        });
    },
  };
}

function settingsOf({ settings, settingsChange: { version, userName } }: EventRow) {
  return { version, userName, value: settings };
}

/** The stored change that the caller did not know. Their own changes count as well: they may come from another window. */
function findOverwritten(stored: ObjectRow | undefined, baseVersion: number | null): Overwritten | null {
  if (stored === undefined || stored.version === baseVersion) return null;
  // A new object with the id of a deleted one, as undo creates it, replaces nothing.
  if (stored.data === null && baseVersion === null) return null;
  return {
    userName: stored.user_name,
    version: stored.version,
    deleted: stored.data === null,
    editTime: stored.edited_at.getTime(),
  };
}

/** @throws NamedError the reason why an object cannot be stored or deleted */
async function checkChange(
  tx: Tx,
  key: ObjectKey,
  change: ObjectChange,
  stored: ObjectRow | undefined,
): Promise<void> {
  const { eventId, kind, objectId } = key;
  const exists = stored !== undefined && stored.data !== null;
  if (change.value === null) {
    if (!exists) throw new NamedError('course-object-unknown');
    return checkDeletion(tx, key);
  }
  if (change.value.id !== objectId) throw new NamedError('course-object-id');
  if (!exists && (await countObjectsOf(tx, eventId, kind)) >= OBJECT_LIMITS[kind])
    throw new NamedError('course-object-limit', { kind, max: OBJECT_LIMITS[kind] });
  await checkReferences(tx, key, change);
}

async function checkReferences(tx: Tx, key: ObjectKey, change: ObjectChange): Promise<void> {
  const { eventId } = key;
  const { kind, value } = change;
  if (value === null) return;
  if (kind === 'control') {
    if (value.code !== null && (await findCodeOwner(tx, key, value.code)) !== null)
      throw new NamedError('course-code-taken', { code: value.code });
    return;
  }
  if (kind === 'person') {
    const courses = await findObjectIds(tx, eventId, 'course', value.courses);
    return throwProblem(checkPerson(value, { hasControl: () => false, hasCourse: (id) => courses.has(id) }));
  }
  const ids =
    kind === 'leg'
      ? [value.from, value.to]
      : [...allCourseControls(value.controls)].map(({ control }) => control);
  const controls = await findObjectIds(tx, eventId, 'control', ids);
  const known = { hasControl: (id: string) => controls.has(id), hasCourse: () => false };
  throwProblem(kind === 'leg' ? checkLeg(value, known) : checkCourse(value, known));
}

function throwProblem(problem: IntegrityProblem | null): void {
  if (problem === null) return;
  switch (problem.type) {
    case 'duplicate-id':
      throw new NamedError('course-object-id', { id: problem.id });
    case 'duplicate-code':
      throw new NamedError('course-code-taken', { code: problem.code });
    case 'unknown-control':
      throw new NamedError('course-control-unknown', { control: problem.control });
    case 'unknown-course':
      throw new NamedError('course-unknown', { course: problem.course });
  }
}

/** @throws NamedError `course-control-used` or `course-used` with the names of the first users */
async function checkDeletion(tx: Tx, { eventId, kind, objectId }: ObjectKey): Promise<void> {
  if (kind === 'control') {
    const users = coursesUsing(await readObjectsOf(tx, eventId, 'course'), objectId);
    if (users.length > 0) throw new NamedError('course-control-used', { courses: namesOf(users) });
  } else if (kind === 'course') {
    const people = await readObjectsOf(tx, eventId, 'person');
    const users = people.filter(({ courses }) => courses.includes(objectId));
    if (users.length > 0) throw new NamedError('course-used', { people: namesOf(users) });
  }
}

function namesOf(objects: readonly { readonly name: string }[]): string {
  return objects
    .slice(0, MAX_LISTED_NAMES)
    .map(({ name }) => name)
    .join(', ');
}

/** A leg does not exist without its controls. */
async function deleteLegsOf(
  tx: Tx,
  { eventId, objectId }: ObjectKey,
  common: { readonly revision: number; readonly userName: string; readonly now: number },
): Promise<void> {
  const legs = await readObjectsOf(tx, eventId, 'leg');
  for (const { id, from, to } of legs) {
    if (from !== objectId && to !== objectId) continue;
    const key = { eventId, kind: 'leg', objectId: id } as const;
    const stored = await readObject(tx, key);
    await writeObject(tx, { ...key, version: (stored?.version ?? 0) + 1, value: null, ...common });
  }
}
