import { appendNotices, type LoggedEntry } from '../db/account-log.ts';
import type { Partitions } from '../positions/partitions.ts';
import type { Batch } from './batch.ts';
import type { EngineLock } from './engine-lock.ts';
import { deleteSosClears } from './sos-clears.ts';
import { writeStates } from './state-table.ts';

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

/** Stores a batch in one transaction. Throws CommitError. */
export async function commitBatch(
  lock: EngineLock,
  partitions: Partitions,
  batch: Batch,
  now: number,
): Promise<CommitResult> {
  let transactionId: string | null = null;
  let committed: CommitResult | null = null;
  try {
    if (partitions.lacks(batch.positions.weeks)) await partitions.ensure(lock.db, batch.positions.weeks);
    return await lock.transaction(
      async (tx) => {
        const inserted = await batch.positions.insert(tx);
        await writeStates(tx, batch.states.values());
        await batch.rejected.insert(tx);
        await deleteSosClears(tx, batch.clearedSos);
        const logged = await appendNotices(tx, batch.notices, now);
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
