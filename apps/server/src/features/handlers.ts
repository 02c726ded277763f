import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { accountHandlers } from './account/account.handlers.ts';
import { groupHandlers } from './groups/groups.handlers.ts';
import { noticeHandlers } from './notices/notices.handlers.ts';
import { trackerHandlers } from './trackers/trackers.handlers.ts';
import { trackHandlers } from './tracks/tracks.handlers.ts';

/**
 * What carries out every operation of the contract: a missing one does not compile.
 *
 * @param devicePorts port that devices report to, by protocol; a server that takes no reports has none
 */
export function allHandlers(
  database: Database,
  devicePorts: Readonly<Record<string, number>> = {},
): Handlers {
  const { db } = database;
  return {
    ...accountHandlers(db, devicePorts),
    ...groupHandlers(db),
    ...noticeHandlers(db),
    ...trackerHandlers(db),
    ...trackHandlers(database),
  };
}
