import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../db/database.ts';
import type { Visibility } from './accounts.ts';
import { type MessageFilter, selectMessages } from './read-messages.ts';

/** The number of messages that match, counted up to one more than an export can have. */
export async function countMessages(db: Db, visibility: Visibility, filter: MessageFilter): Promise<number> {
  const matching = selectMessages(db, visibility, filter)
    .select('message.message_id')
    .limit(LIMITS.satelliteExport + 1);
  const { count } = await db
    .selectFrom(matching.as('matching'))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
