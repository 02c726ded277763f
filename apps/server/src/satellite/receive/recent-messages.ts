import type { MessageType } from '@wakeline/domain/satellite/message-types';
import type { Db } from '../../db/database.ts';

const HOUR_MS = 3_600_000;

/** Messages that a terminal can send to other terminals in an hour. More would be two that reply to each other. */
export const RELAYED_PER_HOUR = 30;
/** Messages that a contact can send to the terminals of an account in an hour. */
export const WRITTEN_PER_HOUR = 30;

/** Messages of a type that a terminal sent or received in the last hour and that did not fail. */
export async function countRecent(
  db: Db,
  communicationAccountId: number,
  type: MessageType,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('satellite_message')
    .where('communication_account_id', '=', communicationAccountId)
    .where('type', '=', type)
    .where('created_at', '>', new Date(now - HOUR_MS))
    .where('state', '!=', 'failed')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Messages that somebody sent to the terminals of an account in the last hour. */
export async function countWritten(db: Db, accountId: number, sender: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('satellite_message')
    .where('account_id', '=', accountId)
    .where('sender', '=', sender)
    .where('type', 'in', ['phone-to-terminal', 'email-to-terminal', 'wechat-to-terminal'])
    .where('created_at', '>', new Date(now - HOUR_MS))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
