import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { recordOutcome } from '../part-states.ts';
import type { ClaimedPart } from './gateway.ts';

/** Parts that end without being submitted, or without evidence, by one look. */
const BATCH_SIZE = 100;
/** Lanes that are looked at for each that can be taken: some have a part in flight on another server. */
const CANDIDATES = 4;

export interface PartClaim {
  readonly now: number;
  /** A part without an outcome by then has no evidence. */
  readonly leaseUntil: number;
  readonly limit: number;
  /** Lanes in flight. */
  readonly busy: readonly string[];
  /** Gateways that this server does not submit for. */
  readonly notReady: readonly MessageGateway[];
}

/**
 * Takes parts that are due, one of each lane, and commits them as submitted before a byte of them is written. A lane waits
 * while another server has a part of it in flight.
 */
export async function claimParts(
  db: Db,
  { now, leaseUntil, limit, busy, notReady }: PartClaim,
): Promise<readonly ClaimedPart[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ part_id: number }>`
      with due as (
        select distinct on (lane) lane, part_id, urgent, next_at from satellite_part part
        where state = 'waiting' and next_at <= ${new Date(now)} and not (lane = any (${[...busy]}::text[]))
          and not (gateway = any (${[...notReady]}::text[]))
          -- Those are counted first: see the quota.
          and reason is distinct from 'quota'
          and not exists (
            select from satellite_lane lane where lane.lane = part.lane and lane.not_before > ${new Date(now)})
          -- Parts of a text are submitted in their order.
          and not exists (
            select from satellite_part earlier
            where earlier.message_id = part.message_id and earlier.receiver = part.receiver
              and earlier.number < part.number and earlier.state = 'waiting')
        order by lane, urgent desc, part_id
      ), first as materialized (
        select * from due order by urgent desc, next_at, part_id limit ${limit * CANDIDATES}
      )
      select part_id from first as due
      where pg_try_advisory_xact_lock(hashtextextended('satellite lane ' || lane, 0))
        and not exists (
          select from satellite_part taken
          where taken.lane = due.lane and taken.next_at is not null and taken.state = 'submitted')
      order by urgent desc, next_at, part_id limit ${limit}`.execute(tx);
    const claimed: ClaimedPart[] = [];
    for (const { part_id: partId } of rows) {
      const isTaken = await recordOutcome(
        tx,
        { partId, attempt: null },
        {
          outcome: { state: 'submitted', at: now, evidence: 'handover' },
          nextAt: leaseUntil,
          detail: '',
        },
      );
      const part = isTaken ? await readClaimed(tx, partId) : undefined;
      if (part !== undefined) claimed.push(part);
    }
    return claimed;
  });
}

async function readClaimed(db: Db, partId: number): Promise<ClaimedPart | undefined> {
  const row = await db
    .selectFrom('satellite_part as part')
    .innerJoin('satellite_message as message', 'message.message_id', 'part.message_id')
    .leftJoin('communication_account as terminal', (join) =>
      join.onRef('terminal.communication_account_id', '=', 'message.communication_account_id'),
    )
    .where('part.part_id', '=', partId)
    .select([
      'part.part_id as partId',
      'part.message_id as messageId',
      'message.account_id as accountId',
      'part.gateway',
      'part.lane',
      'part.receiver',
      'message.sender',
      'terminal.name as terminalName',
      'part.content as text',
      'part.urgent',
      'message.reply_token as replyToken',
      'message.latitude',
      'message.longitude',
      'part.pause',
      'part.attempts as attempt',
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { latitude, longitude, ...part } = row;
  return { ...part, place: latitude === null || longitude === null ? null : { latitude, longitude } };
}

/**
 * Ends parts whose server was lost after it took them: they may have been sent, so they are never repeated. Only those of
 * gateways that recognize repeats are sent again.
 */
export async function endUnanswered(
  db: Db,
  now: number,
  repeatable: ReadonlySet<MessageGateway>,
): Promise<void> {
  const rows = await db
    .selectFrom('satellite_part')
    .where('state', '=', 'submitted')
    .where('next_at', '<=', new Date(now))
    .select(['part_id', 'attempts', 'gateway'])
    .limit(BATCH_SIZE)
    .execute();
  for (const { part_id: partId, attempts: attempt, gateway } of rows) {
    const outcome = repeatable.has(gateway)
      ? ({ state: 'waiting', at: now, reason: 'offline', notBefore: now } as const)
      : ({ state: 'failed', at: now, reason: 'unknown-arrival' } as const);
    const nextAt = outcome.state === 'waiting' ? now : null;
    await db
      .transaction()
      .execute((tx) => recordOutcome(tx, { partId, attempt }, { outcome, nextAt, detail: '' }));
  }
}

/** Ends what waited too long. */
export async function endExpired(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('satellite_message as message')
    .innerJoin('satellite_part as part', 'part.message_id', 'message.message_id')
    .where('message.state', '=', 'waiting')
    .where('message.expires_at', '<=', new Date(now))
    .where('part.state', '=', 'waiting')
    .select(['part.part_id', 'part.attempts'])
    .limit(BATCH_SIZE)
    .execute();
  for (const { part_id: partId, attempts: attempt } of rows) {
    await db
      .transaction()
      .execute((tx) =>
        recordOutcome(
          tx,
          { partId, attempt },
          { outcome: { state: 'expired', at: now }, nextAt: null, detail: '' },
        ),
      );
  }
}
