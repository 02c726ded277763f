import type { EventSummary } from '@wakeline/contract/courses/events';
import { type EventSettings, NEW_EVENT, type ObjectKind } from '@wakeline/domain/courses/event';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { canEditEvents } from './courses.policy.ts';
import {
  deleteEvent,
  insertEvent,
  lockEvent,
  readEventPage,
  readScheduledPage,
  updateSettings,
} from './events.queries.ts';
import {
  insertObjects,
  type ObjectRow,
  readObjects,
  readObjectsByEvent,
  toCourseEvent,
} from './objects.queries.ts';
import { readFullEvent } from './read-full-event.ts';

type EventOperation =
  | 'addCourseEvent'
  | 'copyCourseEvent'
  | 'deleteCourseEvent'
  | 'editCourseEvent'
  | 'queryCourseEvent'
  | 'queryCourseEvents'
  | 'queryTrainingSchedule';

/** People that a response lists for each event of the schedule. */
const MAX_SCHEDULED_PEOPLE = 200;

/** Orienteering events of an account. */
export function courseEventHandlers(db: Db): Pick<Handlers, EventOperation> {
  return {
    async queryCourseEvents(page, caller) {
      const { rows, counts, total } = await readEventPage(db, caller.accountId, {
        ...page,
        keywords: page.keywords,
      });
      const canEdit = canEditEvents(caller);
      const list = rows.map((row): EventSummary => {
        const count = (kind: ObjectKind) => counts.get(`${row.event_id} ${kind}`) ?? 0;
        return {
          eventId: row.event_id,
          eventName: row.name,
          date: row.held_on,
          place: row.place,
          controls: count('control'),
          courses: count('course'),
          people: count('person'),
          editTime: row.edited_at.getTime(),
          abilities: { edit: canEdit, remove: canEdit },
        };
      });
      return { list, total, abilities: { add: canEdit } };
    },

    async queryCourseEvent({ eventId }, caller) {
      const { revision, event, rows, settingsChange } = await readFullEvent(db, caller.accountId, eventId);
      const canEdit = canEditEvents(caller);
      return {
        eventId,
        revision,
        event,
        versions: { settings: settingsChange.version, ...versionsOf(rows) },
        abilities: { edit: canEdit, remove: canEdit },
      };
    },

    async addCourseEvent({ uid: _, ...changes }, caller, call) {
      const settings = mergeSettings(NEW_EVENT, changes);
      const eventId = await transactionAs(db, caller, call, async (tx) => {
        const { accountId, login: userName } = caller;
        const added = await insertEvent(tx, { accountId, settings, document: null, userName, now: call.now });
        await recordChange(tx, caller, call, {
          action: 'addCourseEvent',
          target: settings.name,
          after: settings,
        });
        return added;
      });
      return { eventId };
    },

    async copyCourseEvent({ eventId, eventName }, caller, call) {
      const copyId = await transactionAs(db, caller, call, async (tx) => {
        const { accountId, login: userName } = caller;
        // Locked, so that the copy has all objects of one revision.
        const { settings, document } = await lockEvent(tx, accountId, eventId);
        const event = toCourseEvent({ ...settings, name: eventName }, await readObjects(tx, eventId));
        const added = await insertEvent(tx, {
          accountId,
          settings: { ...settings, name: eventName },
          document,
          userName,
          now: call.now,
        });
        await insertObjects(tx, added, { event, userName, now: call.now });
        const after = { copyOf: settings.name };
        await recordChange(tx, caller, call, { action: 'copyCourseEvent', target: eventName, after });
        return added;
      });
      return { eventId: copyId };
    },

    async editCourseEvent({ uid: _, eventId, baseVersion, ...changes }, caller, call) {
      const { accountId, login: userName } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const before = await lockEvent(tx, accountId, eventId);
        const { settingsChange: last } = before;
        const settings = mergeSettings(before.settings, changes);
        const revision = before.revision + 1;
        const version = last.version + 1;
        await updateSettings(tx, eventId, { settings, revision, version, userName, now: call.now });
        const overwritten = (baseVersion ?? last.version) === last.version ? null : last;
        const changed = difference({ ...before.settings }, { ...settings });
        const entry = { action: 'editCourseEvent', target: before.settings.name, ...changed } as const;
        await recordChange(tx, caller, call, entry);
        await sendEvent(tx, {
          type: 'courses',
          accountId,
          eventId,
          revision,
          userName,
          overwritten:
            overwritten === null
              ? null
              : { kind: 'settings', objectId: null, userName: overwritten.userName },
        });
        return { revision, version, overwritten };
      });
    },

    async deleteCourseEvent({ eventId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const target = await deleteEvent(tx, caller.accountId, eventId);
        await recordChange(tx, caller, call, { action: 'deleteCourseEvent', target });
      });
      return {};
    },

    async queryTrainingSchedule(page, caller) {
      const { rows, total } = await readScheduledPage(db, caller.accountId, {
        ...page,
        from: page.from,
        to: page.to,
      });
      const eventIds = rows.map((row) => row.event_id);
      const people = await readObjectsByEvent(db, eventIds, 'person');
      const courses = await readObjectsByEvent(db, eventIds, 'course');
      const list = rows.map((row) => {
        const names = new Map(courses.get(row.event_id)?.map(({ id, name }) => [id, name]));
        const eventPeople = people.get(row.event_id) ?? [];
        return {
          eventId: row.event_id,
          eventName: row.name,
          date: row.day,
          place: row.place,
          people: eventPeople.slice(0, MAX_SCHEDULED_PEOPLE).map((person) => ({
            personName: person.name,
            role: person.role,
            phone: person.phone,
            courses: person.courses.flatMap((id) => names.get(id) ?? []),
          })),
          peopleTotal: eventPeople.length,
        };
      });
      return { list, total };
    },
  };
}

function versionsOf(rows: readonly ObjectRow[]): Record<ObjectKind, Record<string, number>> {
  const versions: Record<ObjectKind, Record<string, number>> = {
    control: {},
    course: {},
    leg: {},
    person: {},
  };
  for (const { kind, object_id: objectId, version } of rows) versions[kind][objectId] = version;
  return versions;
}

/** Settings with the given changes; fields that are not given stay. */
function mergeSettings(
  settings: EventSettings,
  changes: { readonly [Field in keyof EventSettings]?: EventSettings[Field] | undefined },
): EventSettings {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(given) };
}

/** Records a change in the audit log and informs the account's open lists of events. */
async function recordChange(
  tx: Tx,
  caller: Caller,
  call: Call,
  entry: Omit<AuditEntry, 'after'> & { readonly after?: object | null },
): Promise<void> {
  await recordAudit(tx, caller, call, entry as AuditEntry);
  await sendEvent(tx, { type: 'changed', what: 'courseEvents', accountId: caller.accountId, userId: null });
}
