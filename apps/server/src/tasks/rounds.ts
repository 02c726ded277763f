import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Workload } from './workloads.ts';

/**
 * The round of a new task. Waiting tasks run round by round, and those of one round in the order of their requests. An
 * account has one task in a round: a new one joins the current round, or the one after the account's last. Accounts
 * therefore take turns, whatever the number of their tasks (start-time fair queueing).
 */
export async function nextRound(tx: Tx, accountId: number, workload: Workload): Promise<number> {
  const started = tx
    .selectFrom('task')
    .where('workload', '=', workload)
    // Literals: the partial index needs them.
    .where(sql<boolean>`state not in ('waiting', 'cancelled')`)
    .select((query) => query.fn.max('round').as('round'));
  const own = tx
    .selectFrom('task')
    .where('account_id', '=', accountId)
    .where('workload', '=', workload)
    .where('state', '!=', 'cancelled')
    .select((query) => query.fn.max('round').as('round'));
  const { round } = await tx
    .selectNoFrom(sql<number>`greatest(coalesce((${started}), 0), (${own}) + 1)`.as('round'))
    .executeTakeFirstOrThrow();
  return round;
}
