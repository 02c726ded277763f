import type { InstructionFilter } from '@wakeline/contract/instructions';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { notifyInstructions } from './insert.ts';

const COLUMNS = [
  'instruction_id',
  'instruction.tracker_id',
  'tracker.name as tracker_name',
  'tracker.imei',
  'instruction.name',
  'parameters',
  'channel',
  'state',
  'reason',
  'login',
  'task_id',
  'instruction.created_at',
  'expires_at',
  'sent_at',
  'finished_at',
  'attempts',
  'instruction.protocol',
  'request',
  'receipt',
  'receipt_text',
  'written_text',
  'origin',
] as const;

export type InstructionRow = Awaited<ReturnType<typeof readInstructionPage>>['rows'][number];

/** A filter, and the devices of a report. */
export interface InstructionSearch extends InstructionFilter {
  /** `tracker_id` of the devices to which it is limited; unset: all. */
  readonly devices?: RawBuilder<unknown> | undefined;
}

/** The instructions of the devices in a scope that match a filter. Those sent by an earlier account are left out. */
function selectInstructions(db: Db, scope: Scope, filter: InstructionSearch) {
  const { trackerId, taskProgressId, instructionIds, instructions, states, keywords, devices } = filter;
  const { startTime, endTime } = filter;
  let query = db
    .selectFrom('instruction')
    .innerJoin('tracker', 'tracker.tracker_id', 'instruction.tracker_id')
    .where('instruction.account_id', '=', scope.accountId)
    .where('tracker.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'));
  if (trackerId !== undefined) query = query.where('instruction.tracker_id', '=', trackerId);
  if (devices !== undefined)
    query = query.where(
      sql<boolean>`instruction.tracker_id in (select tracker_id from (${devices}) as device)`,
    );
  if (taskProgressId !== undefined) query = query.where('task_id', '=', taskProgressId);
  if (instructionIds !== undefined) {
    query = query.where(sql<boolean>`instruction_id = any (${[...instructionIds]}::int[])`);
  }
  if (instructions !== undefined) query = query.where('instruction.name', 'in', instructions);
  if (states !== undefined) query = query.where('state', 'in', states);
  if (keywords) {
    query = query.where(
      sql<boolean>`tracker.search like lower(${`%${escapeLike(keywords)}%`}::text) escape '\\'`,
    );
  }
  if (startTime !== undefined) query = query.where('instruction.created_at', '>=', new Date(startTime));
  if (endTime !== undefined) query = query.where('instruction.created_at', '<', new Date(endTime));
  return query;
}

/** A page, newest first, with the number of matching instructions by state. */
export async function readInstructionPage(
  db: Db,
  scope: Scope,
  filter: InstructionFilter,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) {
  const matching = selectInstructions(db, scope, filter);
  const rows = await matching
    .select(COLUMNS)
    .orderBy('instruction_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const counted = await matching
    .select(['state', (query) => query.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const counts = new Map(counted.map(({ state, count }) => [state, Number(count)]));
  return { rows, counts };
}

/** All matching instructions before an id, newest first, for an export in pages. */
export function readInstructionsBefore(
  db: Db,
  scope: Scope,
  filter: InstructionSearch,
  { before, limit }: { readonly before: number | null; readonly limit: number },
) {
  const matching = selectInstructions(db, scope, filter);
  return (before === null ? matching : matching.where('instruction_id', '<', before))
    .select(COLUMNS)
    .orderBy('instruction_id', 'desc')
    .limit(limit)
    .execute();
}

/** The number of matching instructions, and the time of the first one. */
export async function countInstructions(db: Db, scope: Scope, filter: InstructionSearch) {
  const { count, first } = await selectInstructions(db, scope, filter)
    .select((query) => [
      query.fn.countAll<number>().as('count'),
      query.fn.min<Date | null>('instruction.created_at').as('first'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), first: first?.getTime() ?? null };
}

/** The instructions to a device in a period (both limits included), oldest first. */
export function readInstructionsOfPeriod(
  db: Db,
  scope: Scope,
  {
    trackerId,
    startTime,
    endTime,
    limit,
  }: {
    readonly trackerId: number;
    readonly startTime: number;
    readonly endTime: number;
    readonly limit: number;
  },
) {
  return selectInstructions(db, scope, { trackerId, startTime, endTime: endTime + 1 })
    .select(COLUMNS)
    .orderBy('instruction_id')
    .limit(limit)
    .execute();
}

/** Reads and locks these instructions until the transaction ends. */
export function lockInstructions(tx: Tx, scope: Scope, instructionIds: readonly number[]) {
  return selectInstructions(tx, scope, { instructionIds: [...instructionIds] })
    .select(COLUMNS)
    .orderBy('instruction_id')
    .forNoKeyUpdate('instruction')
    .execute();
}

/** Fails waiting instructions as recalled. Returns how many still waited. */
export async function recallWaiting(
  tx: Tx,
  accountId: number,
  instructionIds: readonly number[],
  now: number,
): Promise<number> {
  const result = await tx
    .updateTable('instruction')
    .set({ state: 'failed', reason: 'recalled', finished_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`instruction_id = any (${[...instructionIds]}::int[])`)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  await notifyInstructions(tx, accountId);
  return Number(result.numUpdatedRows);
}

/** Deletes instructions that ended before a time. */
export async function dropOldInstructions(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('instruction')
    .where('state', 'in', ['succeeded', 'failed'])
    .where('created_at', '<', new Date(before))
    .execute();
}
