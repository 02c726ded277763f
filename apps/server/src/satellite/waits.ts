import { takesMessages } from '@wakeline/domain/satellite/machine-conditions';
import type { MessageFailure, WaitReason } from '@wakeline/domain/satellite/message-states';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { conditionOf } from './machines.ts';

/** Why a transmission waits, and until when. */
export interface Wait {
  /** Null: it is the next one. */
  readonly reason: WaitReason | MessageFailure | null;
  /** Earliest time at which it can be submitted, epoch milliseconds; null: not known, or now. */
  readonly earliestTime: number | null;
}

interface WaitingPart {
  readonly part_id: number;
  readonly message_id: number;
  readonly gateway: string;
  readonly reason: WaitReason | MessageFailure | null;
  readonly next_at: Date | null;
  /** Transmissions of its lane that go before it. */
  readonly ahead: number;
  /** Seconds between two transmissions of its lane. */
  readonly pause: number;
  readonly not_before: Date | null;
  readonly machine_state: string | null;
}

/** The waits of the transmissions that wait, in their order, by message. */
type Waits = ReadonlyMap<number, ReadonlyMap<number, Wait>>;

/**
 * Why the transmissions of messages wait. A pause of the lane and a missing connection are not stored with them: both end
 * without anything that would write it.
 */
export async function readWaits(db: Db, messageIds: readonly number[], now: number): Promise<Waits> {
  const waits = new Map<number, Map<number, Wait>>();
  if (messageIds.length === 0) return waits;
  const { rows } = await sql<WaitingPart>`
    with waiting as materialized (
      select part_id, message_id, number, lane, gateway, reason, next_at, pause from satellite_part
      where message_id = any (${[...messageIds]}::bigint[]) and state = 'waiting'
    ), queue as (
      select part_id, row_number() over (partition by lane order by state = 'submitted' desc, urgent desc, part_id) - 1 as ahead
      from satellite_part
      where lane in (select lane from waiting) and next_at is not null and state in ('waiting', 'submitted')
        and reason is distinct from 'quota'
    )
    select waiting.part_id, waiting.message_id, waiting.gateway, waiting.reason, waiting.next_at,
      coalesce(queue.ahead, 0)::int as ahead, coalesce(waiting.pause, machine.frequency, 0) as pause,
      lane.not_before, machine.state as machine_state
    from waiting
      left join queue using (part_id)
      left join satellite_lane lane on lane.lane = waiting.lane
      left join satellite_machine machine on machine.name = waiting.gateway
    order by waiting.message_id, waiting.number`.execute(db);
  for (const row of rows) {
    const parts = waits.get(row.message_id) ?? new Map<number, Wait>();
    waits.set(row.message_id, parts.set(row.part_id, waitOf(row, now)));
  }
  return waits;
}

function waitOf(part: WaitingPart, now: number): Wait {
  const { reason, next_at, not_before, ahead, pause } = part;
  const dueAt = next_at?.getTime() ?? now;
  if (reason === 'quota') return { reason, earliestTime: dueAt };
  if (part.gateway === 'beidou-machine' && !takesMessages(conditionOf(part.machine_state)))
    return { reason: 'offline', earliestTime: null };
  const earliestTime = Math.max(now, dueAt, not_before?.getTime() ?? 0) + ahead * pause * 1_000;
  if (earliestTime <= now) return { reason: null, earliestTime: null };
  // What a gateway has said holds until the part is due again.
  return { reason: dueAt > now ? (reason ?? 'frequency') : 'frequency', earliestTime };
}

interface StatefulRow {
  readonly message_id: number;
  readonly state: string;
  readonly reason: WaitReason | MessageFailure | null;
}

/** Messages with the reason for which they wait now, and the earliest time of their first transmission that waits. */
export async function withWaits<Row extends StatefulRow>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Promise<readonly (Row & { readonly earliest_at: Date | null })[]> {
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ message_id }) => message_id);
  const waits = await readWaits(db, waiting, now);
  return rows.map((row) => {
    const [first] = row.state === 'waiting' ? (waits.get(row.message_id)?.values() ?? []) : [];
    if (first === undefined) return { ...row, earliest_at: null };
    const { reason, earliestTime } = first;
    return { ...row, reason, earliest_at: earliestTime === null ? null : new Date(earliestTime) };
  });
}
