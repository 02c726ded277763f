import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { CommunicationAccountRow } from './accounts.ts';
import type { MessagePage } from './read-messages.ts';

/** The messages of one terminal, newest first, for the person at it. */
export function readTerminalMessages(
  db: Db,
  terminal: Pick<CommunicationAccountRow, 'account_id' | 'communication_account_id'>,
  { before, limit }: MessagePage,
) {
  const query = db
    .selectFrom('satellite_message')
    .where('account_id', '=', terminal.account_id)
    .where('communication_account_id', '=', terminal.communication_account_id)
    .select(['message_id', 'type', 'sender', 'receiver', 'content', 'state', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(limit);
  if (before === undefined) return query.execute();
  const at = new Date(before.createTime);
  return query
    .where(sql<SqlBool>`(created_at, message_id) < (${at}::timestamptz, ${before.messageId}::bigint)`)
    .execute();
}
