import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/**
 * Moves the messages that wait for a terminal to its new card. One of which a transmission was submitted keeps the old
 * card, and ends by its evidence. Returns the number of moved messages.
 */
export async function moveWaitingMessages(
  tx: Tx,
  communicationAccountId: number,
  { cardNumber, cardKey }: { readonly cardNumber: string; readonly cardKey: string },
): Promise<number> {
  // The queue locks a message before it takes a part of it.
  const waiting = await tx
    .selectFrom('satellite_message')
    .where('communication_account_id', '=', communicationAccountId)
    .where('type', '=', 'system-to-terminal')
    .where('state', '=', 'waiting')
    .select('message_id')
    .orderBy('message_id')
    .forUpdate()
    .execute();
  const ids = waiting.map((row) => row.message_id);
  const moved = await tx
    .updateTable('satellite_message')
    .set({ card_number: cardNumber, receiver: cardNumber })
    .where(sql<boolean>`message_id = any (${ids}::bigint[])`)
    .where(
      sql<boolean>`not exists (
        select from satellite_part part
        where part.message_id = satellite_message.message_id and part.state <> 'waiting')`,
    )
    .returning('message_id')
    .execute();
  const movedIds = moved.map((row) => row.message_id);
  await tx
    .updateTable('satellite_part')
    .set({ lane: sql<string>`gateway || ' ' || ${cardKey}::text` })
    .where(sql<boolean>`message_id = any (${movedIds}::bigint[])`)
    .execute();
  return moved.length;
}
