import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { ForwardTargetRow } from './targets.ts';

/** Positions and events for one target. */
export interface NewBatch {
  readonly targetId: number;
  readonly entries: number;
  /** `{"positions": [...], "events": [...]}` */
  readonly body: string;
}

/** Bytes of several batches that are joined to one request; a single one can be larger. */
const MAX_REQUEST_BYTES = 65_536;
/** Batches that are joined to one request. */
const MAX_REQUEST_BATCHES = 500;

/** Any number that nobody else on the database uses as an advisory lock: "forw" in ASCII. */
const ORDER_LOCK = 0x666f7277;

/**
 * Stores batches for enabled targets, at the end of a transaction: until its commit, other transactions wait here. Numbers
 * therefore follow the order of the commits, and a sender that has seen one has seen all before it. Waits for no change of a
 * target, because the engine calls it.
 */
export async function insertBatches(tx: Tx, batches: readonly NewBatch[], now: number): Promise<void> {
  await sql`
    insert into forward_batch (target_id, created_at, entries, bytes, body)
    select target_id, ${new Date(now)}, entries, octet_length(body), body
    from (select pg_advisory_xact_lock(${ORDER_LOCK})) as locked, unnest(
      ${batches.map(({ targetId }) => targetId)}::int[], ${batches.map(({ entries }) => entries)}::int[],
      ${batches.map(({ body }) => body)}::text[]
    ) with ordinality as batch (target_id, entries, body, position)
    join forward_target using (target_id)
    where enabled
    order by position`.execute(tx);
}

/** A target with the lease of this server: `claims` is the number of the lease, `sending_to` the last batch to be sent. */
export type ClaimedTarget = ForwardTargetRow & { readonly sending_to: number };

export interface TargetClaim {
  readonly now: number;
  /** When another server may take the targets. */
  readonly leaseUntil: number;
  readonly limit: number;
  /** Targets to which this server is sending. */
  readonly busy: readonly number[];
}

/**
 * Leases targets that have batches and are due, or whose lease has ended because their server stopped. A request that was
 * not accepted is repeated with the same batches, because its key is that of the last one.
 */
export async function claimTargets(
  db: Db,
  { now, leaseUntil, limit, busy }: TargetClaim,
): Promise<readonly ClaimedTarget[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ target_id: number }>`
      select target_id from forward_target as target
      where enabled and next_at <= ${new Date(now)} and not target_id = any (${[...busy]}::int[])
        and exists (select from forward_batch where forward_batch.target_id = target.target_id)
      order by next_at, target_id limit ${limit}
      for update skip locked`.execute(tx);
    if (rows.length === 0) return [];
    const claimed = await tx
      .updateTable('forward_target')
      .set({
        claims: sql`claims + 1`,
        sending: true,
        next_at: new Date(leaseUntil),
        sending_to: sql`coalesce(sending_to, (
          select max(seq) from (
            select seq, sum(bytes) over (order by seq) as total, row_number() over (order by seq) as number
            from (
              select seq, bytes from forward_batch where forward_batch.target_id = forward_target.target_id
              order by seq limit ${MAX_REQUEST_BATCHES}
            ) as oldest
          ) as summed
          where total <= ${MAX_REQUEST_BYTES} or number = 1))`,
      })
      .where(
        'target_id',
        'in',
        rows.map((row) => row.target_id),
      )
      .returningAll()
      .execute();
    return claimed.map((row) => ({ ...row, sending_to: row.sending_to ?? 0 }));
  });
}

/** The bodies of the batches of a request, oldest first. */
export async function readBodies(
  db: Db,
  { target_id: targetId, sending_to: last }: ClaimedTarget,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('forward_batch')
    .select('body')
    .where('target_id', '=', targetId)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => body);
}

/** Deletes batches up to a number. Returns how many positions and events they had. */
export async function deleteBatches(tx: Tx, targetId: number, last: number): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    with deleted as (
      delete from forward_batch where target_id = ${targetId} and seq <= ${last} returning entries
    )
    select coalesce(sum(entries), 0) as entries from deleted`.execute(tx);
  return Number(rows[0]?.entries ?? 0);
}
