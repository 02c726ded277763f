import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { CommunicationAccountRow, Visibility } from './accounts.ts';
import {
  inOrder,
  isBefore,
  type MessagePage,
  type MessageRow,
  readMessages,
  visibleMessages,
} from './read-messages.ts';

export type ConversationTerminal = Pick<CommunicationAccountRow, 'communication_account_id' | 'card_key'>;

/** The messages from and to a terminal, newest first: its own, and those that other terminals wrote to it. */
export async function readConversation(
  db: Db,
  visibility: Visibility,
  terminal: ConversationTerminal,
  page: MessagePage,
): Promise<readonly MessageRow[]> {
  const filter = { bdUserId: terminal.communication_account_id, keywords: '' };
  const own = await readMessages(db, visibility, filter, page);
  const received = await readFromOthers(db, visibility, terminal, page);
  if (received.length === 0) return own;
  return [...own, ...received]
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.message_id - a.message_id)
    .slice(0, page.limit);
}

/**
 * Messages of other terminals of the account to this one. They belong to their senders, and have its number as it was
 * written: with leading zeros or without. The index of the texts (migration 0034) finds the number in any text; the
 * messages among them that are to this terminal are few, and sorted afterwards.
 */
async function readFromOthers(
  db: Db,
  visibility: Visibility,
  { communication_account_id: id, card_key: key }: ConversationTerminal,
  { before, limit }: MessagePage,
): Promise<readonly MessageRow[]> {
  const number = key.replace(/^0+/, '');
  let query = visibleMessages(db, visibility)
    .where('message.type', '=', 'terminal-to-terminal')
    .where(sql<SqlBool>`message.communication_account_id is distinct from ${id}`)
    .where(sql<SqlBool>`ltrim(message.receiver, '0') = ${number}`)
    .where(
      sql<SqlBool>`satellite_search(message.account_id, message.content, message.sender, message.receiver)
        @@ satellite_search_query(${visibility.accountId}, ${number})`,
    );
  if (before !== undefined) query = query.where(isBefore(before));
  const { rows } = await sql<{ message_id: number }>`
    with found as materialized (${query.select(['message.message_id', 'message.created_at'])})
    select message_id from found order by created_at desc, message_id desc limit ${limit}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.message_id);
  return inOrder(
    visibleMessages(db, visibility).where(sql<SqlBool>`message.message_id = any (${ids}::bigint[])`),
  ).execute();
}
