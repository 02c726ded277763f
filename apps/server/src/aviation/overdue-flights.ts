import type { OverdueReason } from '@wakeline/domain/aviation/overdue-flight';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export interface OverdueRow {
  readonly flight_id: number;
  readonly account_id: number;
  readonly tracker_id: number;
  readonly flight_number: string;
  readonly reason: OverdueReason;
  readonly planned_at: Date;
  /** The open tasks of the flight, oldest first. */
  readonly tasks: readonly { readonly taskId: number; readonly taskName: string }[];
}

/** Flights per check; the others come with the next one. */
const MAX_DUE = 500;

/**
 * Overdue flights of planes with a device that have had no notice for this reason. A flight whose time passed more than
 * `maxAgeMs` ago, because it was entered later or the server was down, has none: it is past.
 *
 * @param now epoch milliseconds
 */
export async function readOverdueFlights(
  db: Db,
  now: number,
  maxAgeMs: number,
): Promise<readonly OverdueRow[]> {
  const time = sql`${new Date(now)}::timestamptz`;
  const { rows } = await sql<OverdueRow>`
    select flight_id, flight.account_id, plane.tracker_id, flight_number, due.reason, due.planned_at, coalesce(
      (select jsonb_agg(jsonb_build_object('taskId', task.task_id, 'taskName', task.name) order by task.task_id)
        from watch_task as task where task.flight_id = flight.flight_id and task.is_open), '[]') as tasks
    from flight join plane using (plane_id) left join leg using (leg_id)
    cross join lateral (values
      ('takeoff', flight.takeoff_time, interval '30 minutes', flight.leg_id is null),
      ('arrival', flight.arrival_time, interval '15 minutes', flight.leg_id is not null),
      ('uncertain', flight.arrival_time, interval '30 minutes', flight.leg_id is not null)
    ) as due (reason, planned_at, late, applies)
    where flight.cancelled_at is null and plane.tracker_id is not null and due.applies
      and leg.corrected ->> 'landing' is null and leg.found #> '{landing,at}' is null
      and flight.takeoff_time between ${time} - interval '4 days' and ${time}
      and due.planned_at + due.late between ${time} - make_interval(secs => ${maxAgeMs / 1_000}::float8) and ${time}
      and not exists (
        select from overdue_notice as sent
        where sent.flight_id = flight.flight_id and sent.reason = due.reason and sent.planned_at = due.planned_at)
    order by due.planned_at, flight_id
    limit ${MAX_DUE}`.execute(db);
  return rows;
}

/** Records that the notice was sent, in the transaction that appends it. False: another server was faster. */
export async function recordOverdueNotice(
  tx: Tx,
  { flight_id, reason, planned_at }: Pick<OverdueRow, 'flight_id' | 'reason' | 'planned_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('overdue_notice')
    .columns(['flight_id', 'reason', 'planned_at'])
    // A flight that was deleted meanwhile has no notice.
    .expression((from) =>
      from
        .selectFrom('flight')
        .where('flight_id', '=', flight_id)
        .select([
          'flight_id',
          sql<OverdueReason>`${reason}::text`.as('reason'),
          sql<Date>`${planned_at}::timestamptz`.as('planned_at'),
        ])
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
