import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { maskPhone } from '../identity/phone.ts';
import type { MessageSender } from './sender.ts';

/** Messages are stored for a day; their codes are valid for minutes. */
const OUTBOX_TTL_MS = 86_400_000;
/** Maximum stored messages, the newest. */
export const MAX_OUTBOX_MESSAGES = 1_000;

export interface OutboxDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Without a gateway, messages are stored for the operator, who reads them with `npm run outbox` and forwards them. */
export function createOutboxSender({ db, clock, log }: OutboxDependencies): MessageSender {
  return {
    async send({ recipient, text }) {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('outbox_message')
          .values({ recipient, text, created_at: new Date(clock.now()) })
          .execute();
        await sql`
          delete from outbox_message where message_id <= (
            select message_id from outbox_message order by message_id desc offset ${MAX_OUTBOX_MESSAGES} limit 1)`.execute(
          tx,
        );
      });
      log.info({ to: maskPhone(recipient) }, 'stored a text message in the outbox (npm run outbox)');
    },
  };
}

export interface OutboxMessage {
  readonly recipient: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** The stored messages, newest first. */
export async function readOutbox(db: Db, limit: number): Promise<readonly OutboxMessage[]> {
  const rows = await db
    .selectFrom('outbox_message')
    .selectAll()
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ recipient, text, created_at }) => ({ recipient, text, createdAt: created_at }));
}

export async function dropOldMessages(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('outbox_message')
    .where('created_at', '<', new Date(now - OUTBOX_TTL_MS))
    .execute();
}
