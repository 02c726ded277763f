import type { Db } from '../../db/database.ts';
import { archiveEvents } from '../archive-events.ts';
import type { EventHistory } from '../event-archive.ts';

/** Archives the events that are old for the archive, if there is one. */
export async function archiveAll(
  db: Db,
  { eventArchive }: Pick<EventHistory, 'eventArchive'>,
): Promise<void> {
  if (eventArchive !== null) await archiveEvents(db, eventArchive);
}
