import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionOrigin } from '@wakeline/domain/instructions/instruction-origin';
import type { InstructionChannel } from '@wakeline/domain/instructions/instruction-state';
import type { WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { JsonFields } from '../db/schema.ts';

export interface NewInstructions {
  readonly accountId: number;
  readonly userId: number | null;
  readonly login: string;
  readonly taskId: number | null;
  readonly trackerIds: readonly number[];
  /** Of devices that take it as text. */
  readonly texts: ReadonlyMap<number, WrittenText>;
  readonly name: InstructionName;
  readonly parameters: JsonFields;
  readonly channel: InstructionChannel;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly expiresAt: number;
  /** Absent: a user sends it. */
  readonly origin?: InstructionOrigin;
}

/** Stores an instruction for each device, and notifies the engine when the transaction commits. Returns their ids. */
export async function insertInstructions(
  tx: Tx,
  {
    accountId,
    userId,
    login,
    taskId,
    trackerIds,
    texts,
    name,
    parameters,
    channel,
    now,
    expiresAt,
    origin,
  }: NewInstructions,
): Promise<readonly number[]> {
  const written = trackerIds.map((trackerId) => {
    const text = texts.get(trackerId);
    return text === undefined ? null : JSON.stringify(text);
  });
  const { rows } = await sql<{ instruction_id: number }>`
    insert into instruction
      (account_id, tracker_id, user_id, login, task_id, name, parameters, channel, created_at, expires_at,
       written_text, origin)
    select ${accountId}, tracker_id, ${userId}::int, ${login}, ${taskId}::int, ${name}, ${JSON.stringify(parameters)}::jsonb,
      ${channel}, to_timestamp(${now} / 1000.0), to_timestamp(${expiresAt} / 1000.0), written::jsonb,
      ${origin === undefined ? null : JSON.stringify(origin)}::jsonb
    from unnest(${[...trackerIds]}::int[], ${written}::text[]) with ordinality as target (tracker_id, written, place)
    order by place
    returning instruction_id`.execute(tx);
  await notifyInstructions(tx, accountId);
  return rows.map(({ instruction_id }) => instruction_id);
}

/** Notifies the engine of waiting instructions, and the consoles of changed ones. */
export async function notifyInstructions(tx: Tx, accountId: number): Promise<void> {
  await sendEvent(tx, { type: 'instructions', accountId });
  await sendEvent(tx, { type: 'changed', what: 'instructions', accountId, userId: null });
}

/** Waiting instructions of an account. Concurrent requests are counted one after the other. */
export async function countWaiting(tx: Tx, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`instructions of ${accountId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('instruction')
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
