import type { CourseEvent } from '@wakeline/domain/courses/event';
import type { Db } from '../../db/database.ts';
import { type EventRow, readEvent } from './events.queries.ts';
import { type ObjectRow, readObjects, toCourseEvent } from './objects.queries.ts';

export interface FullEvent extends EventRow {
  readonly event: CourseEvent;
  readonly rows: readonly ObjectRow[];
}

/**
 * An event with its objects, in one snapshot, so that they belong to its revision.
 *
 * @throws NamedError `course-event-unknown`, also for an event of another account
 */
export function readFullEvent(db: Db, accountId: number, eventId: number): Promise<FullEvent> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const stored = await readEvent(tx, accountId, eventId);
      const rows = await readObjects(tx, eventId);
      return { ...stored, rows, event: toCourseEvent(stored.settings, rows) };
    });
}
