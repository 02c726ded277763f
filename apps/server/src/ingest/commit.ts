import { resolveSilentAlarms } from '../alarms/resolve-silent.ts';
import { prepareReplacements } from '../aviation/leg-replacements.ts';
import { appendNotices, type LoggedEntry } from '../db/account-log.ts';
import type { Tx } from '../db/database.ts';
import type { Partitions } from '../db/partitions.ts';
import { deleteFlightEvents } from '../events/delete.ts';
import type { EventArchive } from '../events/event-archive.ts';
import type { InsertedKeys } from '../forwarding/entries.ts';
import type { PositionColumns } from '../positions/insert.ts';
import type { NewPositions, PositionStore } from '../positions/position-store.ts';
import { deleteActivities } from '../reports/delete-episodes.ts';
import { type ActivityReplacement, rewriteDays } from './activity-replacements.ts';
import type { Batch } from './batch.ts';
import type { EngineLock } from './engine-lock.ts';
import { deleteSosClears } from './sos-clears.ts';
import { writeStates } from './state-table.ts';
import type { StreamOffset } from './stream/stream-offset.ts';

export interface CommitResult {
  /** Positions that were not stored before. */
  readonly inserted: number;
  readonly logged: readonly LoggedEntry[];
}

/** A transaction that failed, perhaps after its commit: `committed` is the result it would have had. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
  readonly transactionId: string | null;
  readonly committed: CommitResult | null;

  constructor(cause: unknown, transactionId: string | null, committed: CommitResult | null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.transactionId = transactionId;
    this.committed = committed;
  }
}

/** Where a batch is stored. */
export interface CommitTargets {
  readonly lock: EngineLock;
  /** Of the stream from which the reports came; null: from devices. */
  readonly offset: StreamOffset | null;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  readonly partitions: Partitions;
}

/** Stores the positions of a batch in a store outside of the database. */
export type InsertOutside = (columns: PositionColumns) => Promise<NewPositions>;

/**
 * Stores a batch in one transaction. Throws CommitError.
 *
 * @param insertOutside null: the positions are part of the transaction. Otherwise they are durable before it begins, because
 * what is acknowledged after its commit must not be lost.
 */
export async function commitBatch(
  { lock, offset, positions, eventArchive, partitions }: CommitTargets,
  batch: Batch,
  now: number,
  insertOutside: InsertOutside | null,
): Promise<CommitResult> {
  let transactionId: string | null = null;
  let committed: CommitResult | null = null;
  try {
    const weeks = new Set([...batch.positions.weeks, ...batch.events.weeks, ...batch.episodes.weeks]);
    if (partitions.lacks(weeks)) await partitions.ensure(lock.db, weeks);
    const outside = insertOutside === null ? null : await insertOutside(batch.positions);
    return await lock.transaction(
      async (tx) => {
        await deleteReplacedEvents(tx, eventArchive, batch);
        const { inserted, keys } = await insertRows(tx, batch, outside, eventArchive);
        await writeStates(tx, batch.states.values());
        await batch.racePositions.send(tx);
        await prepareReplacements(tx, batch.legReplacements);
        await batch.legs.write(tx, now);
        await batch.latePositions.write(tx, now);
        await writeReports(tx, { positions, eventArchive }, batch, now);
        await batch.rejected.insert(tx);
        await deleteSosClears(tx, batch.clearedSos);
        await resolveSilentAlarms(tx, batch.notices, now);
        if (offset !== null && batch.offset !== null) await offset.write(tx, batch.offset);
        const logged = await appendNotices(tx, batch.notices, now);
        // At the end, because it holds a lock until the commit.
        if (keys !== null) await batch.forwards.insert(tx, keys, now);
        committed = { inserted, logged };
        return committed;
      },
      (id) => {
        transactionId = id;
      },
    );
  } catch (error) {
    throw new CommitError(error, transactionId, committed);
  }
}

/** Stores activities and days. Those that were found again replace the ones of their time. */
async function writeReports(
  tx: Tx,
  { positions, eventArchive }: Pick<CommitTargets, 'positions' | 'eventArchive'>,
  batch: Batch,
  now: number,
): Promise<void> {
  const { activityReplacements, episodes, days, lateDays } = batch;
  const deleted = new Map<ActivityReplacement, Awaited<ReturnType<typeof deleteActivities>>>();
  for (const replacement of activityReplacements)
    deleted.set(replacement, await deleteActivities(tx, replacement.trackerId, replacement));
  await episodes.insert(tx, eventArchive);
  await days.write(tx);
  for (const replacement of activityReplacements)
    await rewriteDays({ db: tx, positions, eventArchive }, replacement, deleted.get(replacement) ?? null);
  await lateDays.write(tx, now);
}

/** Deletes the events of legs that were found again. */
async function deleteReplacedEvents(
  tx: Tx,
  archive: EventArchive | null,
  { legReplacements }: Batch,
): Promise<void> {
  for (const { trackerId, from, to } of legReplacements)
    await deleteFlightEvents(tx, archive, trackerId, { from, to });
}

/** New rows: the number of positions, and the keys of what may be forwarded; null: nothing. */
interface InsertedRows {
  readonly inserted: number;
  readonly keys: InsertedKeys | null;
}

/** Stores positions and events. @param outside the positions, if they are stored already */
async function insertRows(
  tx: Tx,
  batch: Batch,
  outside: NewPositions | null,
  archive: EventArchive | null,
): Promise<InsertedRows> {
  if (outside !== null) return insertEvents(tx, batch, outside, archive);
  if (batch.forwards.isEmpty) return { inserted: await insertReports(tx, batch), keys: null };
  const { inserted, keys: positions } = await batch.positions.insertNew(tx);
  const events = await batch.events.insertNew(tx, archive);
  return { inserted, keys: { positions, events } };
}

async function insertEvents(
  tx: Tx,
  batch: Batch,
  { inserted, keys }: NewPositions,
  archive: EventArchive | null,
): Promise<InsertedRows> {
  if (batch.forwards.isEmpty) {
    await batch.events.insert(tx);
    return { inserted, keys: null };
  }
  const events = await batch.events.insertNew(tx, archive);
  return { inserted, keys: { positions: keys, events } };
}

/**
 * Stores positions and events with one statement, if there are both: that is a round trip to the database less.
 *
 * @returns the number of positions that were not stored before
 */
async function insertReports(tx: Tx, { positions, events }: Batch): Promise<number> {
  if (events.length > 0 && positions.length > 0) return positions.insert(tx, events.statement());
  await events.insert(tx);
  return positions.insert(tx);
}
