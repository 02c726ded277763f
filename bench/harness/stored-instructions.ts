import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionState } from '@wakeline/domain/instructions/instruction-state';
import pg from 'pg';
import { databaseUrlOf } from './data-folder.ts';

export interface NewInstruction {
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly parameters: object;
}

export interface StoredInstruction {
  readonly instructionId: number;
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly state: InstructionState;
  readonly reason: string | null;
  readonly attempts: number;
  /** Milliseconds from its creation to its last sending, and to its result; null: not yet. */
  readonly sentAfter: number | null;
  readonly finishedAfter: number | null;
}

async function withClient<Result>(
  data: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Stores instructions of the only account and notifies the engine, in one transaction as the operation does. */
export function storeInstructions(data: string, instructions: readonly NewInstruction[]): Promise<void> {
  return withClient(data, async (client) => {
    await client.query('begin');
    await client.query(
      `insert into instruction (account_id, tracker_id, login, name, parameters, channel, created_at, expires_at)
       select account_id, item.tracker, 'bench', item.name, item.parameters, 'connection', now(), now() + interval '7 days'
       from account, jsonb_to_recordset($1::jsonb) as item (tracker int, name text, parameters jsonb)`,
      [JSON.stringify(instructions.map(({ trackerId, ...rest }) => ({ tracker: trackerId, ...rest })))],
    );
    await client.query(
      `select pg_notify('wakeline_event', json_build_object('type', 'instructions', 'accountId', account_id)::text)
       from account`,
    );
    await client.query('commit');
  });
}

/** All instructions, in the order of their creation. */
export function readInstructions(data: string, after = 0): Promise<readonly StoredInstruction[]> {
  return withClient(data, async (client) => {
    const { rows } = await client.query<StoredInstruction>(
      `select instruction_id as "instructionId", tracker_id as "trackerId", name, state, reason, attempts,
         extract(epoch from sent_at - created_at)::float8 * 1000 as "sentAfter",
         extract(epoch from finished_at - created_at)::float8 * 1000 as "finishedAfter"
       from instruction where instruction_id > $1 order by instruction_id`,
      [after],
    );
    return rows;
  });
}

/** The number of instructions that have no result yet. */
export function countOpen(data: string): Promise<number> {
  return withClient(data, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from instruction where state in ('waiting', 'sent', 'received')`,
    );
    return rows[0]?.count ?? 0;
  });
}
