import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/** Accounts whose waiting messages one look admits. */
const BATCH_SIZE = 20;

/** The first day of the month of an instant in the account's time zone, and the instant at which the next one starts. */
const monthOf = (accountId: number, now: number) => sql<{ month: string; next_month: Date }>`
  select to_char(local.month, 'YYYY-MM-DD') as month,
    (local.month + interval '1 month') at time zone local.time_zone as next_month
  from (
    select time_zone, date_trunc('month', ${new Date(now)}::timestamptz at time zone time_zone) as month
    from account where account_id = ${accountId}
  ) as local`;

async function readMonth(db: Db, accountId: number, now: number) {
  const { rows } = await monthOf(accountId, now).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`account ${accountId} does not exist`);
  return { month: row.month, nextMonth: row.next_month.getTime() };
}

/**
 * Counts the transmissions of a message to a terminal in the month of the account's time zone, if its quota has room for all
 * of them. Otherwise nothing is counted: the message waits with the reason `quota`, until `admitQuota` counts it.
 *
 * @returns `nextAt` null: it can be sent; otherwise the start of the next month, epoch milliseconds
 */
export async function reserveQuota(
  tx: Tx,
  accountId: number,
  units: number,
  now: number,
): Promise<{ readonly nextAt: number | null }> {
  const { month, nextMonth } = await readMonth(tx, accountId, now);
  // The row of the month is locked until the transaction ends: two of them never share the last unit.
  const { rows } = await sql`
    insert into satellite_usage (account_id, month, cost_units)
    select ${accountId}::int, ${month}::date, ${units}::int
    where not exists (
      select from satellite_setting where account_id = ${accountId} and monthly_quota < ${units})
    on conflict (account_id, month) do update
      set cost_units = satellite_usage.cost_units + excluded.cost_units
      where not exists (
        select from satellite_setting
        where account_id = ${accountId}
          and monthly_quota < satellite_usage.cost_units + excluded.cost_units)
    returning cost_units`.execute(tx);
  return { nextAt: rows.length > 0 ? null : nextMonth };
}

/** Gives back what a message that is not sent has counted in the present month. */
export async function returnQuota(
  tx: Tx,
  accountId: number,
  { units, countedAt }: { readonly units: number; readonly countedAt: number },
  now: number,
): Promise<void> {
  const { month } = await readMonth(tx, accountId, now);
  const counted = await readMonth(tx, accountId, countedAt);
  if (counted.month !== month) return;
  await sql`
    update satellite_usage set cost_units = greatest(0, cost_units - ${units})
    where account_id = ${accountId} and month = ${month}::date`.execute(tx);
}

/**
 * Lets messages of an account go on that wait for its quota and fit it now, in their order. Returns their number; the others
 * wait for the next month.
 */
export async function admitQuota(tx: Tx, accountId: number, now: number): Promise<number> {
  // The queue locks a message before it takes a part of it.
  const waiting = await tx
    .selectFrom('satellite_message')
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('reason', '=', 'quota')
    .select(['message_id', 'cost_units'])
    .orderBy('message_id')
    .forUpdate()
    .execute();
  const admitted: number[] = [];
  for (const { message_id: messageId, cost_units: units } of waiting) {
    const { nextAt } = await reserveQuota(tx, accountId, units, now);
    if (nextAt !== null) {
      const rest = waiting.slice(admitted.length).map((row) => row.message_id);
      await postpone(tx, rest, nextAt);
      break;
    }
    admitted.push(messageId);
  }
  if (admitted.length === 0) return 0;
  await resume(tx, admitted, now);
  await sendEvent(tx, { type: 'satellite-messages', accountId });
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
  return admitted.length;
}

async function postpone(tx: Tx, messageIds: readonly number[], nextAt: number): Promise<void> {
  await tx
    .updateTable('satellite_part')
    .set({ next_at: new Date(nextAt) })
    .where(sql<boolean>`message_id = any (${[...messageIds]}::bigint[])`)
    .where('state', '=', 'waiting')
    .execute();
}

async function resume(tx: Tx, messageIds: readonly number[], now: number): Promise<void> {
  const at = new Date(now);
  const parts = await tx
    .updateTable('satellite_part')
    .set({ reason: null, next_at: at })
    .where(sql<boolean>`message_id = any (${[...messageIds]}::bigint[])`)
    .where('state', '=', 'waiting')
    .returning('part_id')
    .execute();
  if (parts.length === 0) return;
  await tx
    .insertInto('satellite_step')
    .values(
      parts.map(({ part_id }) => ({
        part_id,
        at,
        state: 'waiting' as const,
        reason: null,
        evidence: null,
        detail: '',
      })),
    )
    .execute();
  await tx
    .updateTable('satellite_message')
    .set({ reason: null, changed_at: at })
    .where(sql<boolean>`message_id = any (${[...messageIds]}::bigint[])`)
    .execute();
}

/** Lets messages go on that waited for the month that has begun. */
export async function admitDue(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct message.account_id
    from satellite_part part join satellite_message message using (message_id)
    where part.next_at <= ${new Date(now)} and part.state = 'waiting' and part.reason = 'quota'
    limit ${BATCH_SIZE}`.execute(db);
  for (const { account_id: accountId } of rows)
    await db.transaction().execute((tx) => admitQuota(tx, accountId, now));
}

/** What an account has used of its quota in the present month (`2026-11`). */
export async function readUsage(db: Db, accountId: number, now: number) {
  const { month } = await readMonth(db, accountId, now);
  const used = await db
    .selectFrom('satellite_usage')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`month = ${month}::date`)
    .select('cost_units')
    .executeTakeFirst();
  return { month: month.slice(0, 7), costUnits: used?.cost_units ?? 0 };
}

/** The number of messages that wait for the quota of an account. */
export async function countWaitingForQuota(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('satellite_message')
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('reason', '=', 'quota')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
