import type { LoggedEntry } from '../live/feed.ts';
import type { Partitions } from '../positions/partitions.ts';
import { appendNotices } from './account-log.ts';
import type { Batch } from './batch.ts';
import type { EngineLock } from './engine-lock.ts';
import { forgetLifts } from './sos-lifts.ts';
import { writeStates } from './state-table.ts';

export interface Committed {
  /** Positions that were not there before. */
  readonly inserted: number;
  readonly logged: readonly LoggedEntry[];
}

/** A transaction that failed, perhaps after its commit: `committed` is what it would have done. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
  readonly transactionId: string | null;
  readonly committed: Committed | null;

  constructor(cause: unknown, transactionId: string | null, committed: Committed | null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.transactionId = transactionId;
    this.committed = committed;
  }
}

/** Stores a batch in one transaction. Throws CommitFailed. */
export async function commitBatch(
  lock: EngineLock,
  partitions: Partitions,
  batch: Batch,
  now: number,
): Promise<Committed> {
  let transactionId: string | null = null;
  let committed: Committed | null = null;
  try {
    if (partitions.lacks(batch.positions.weeks)) await partitions.ensure(lock.db, batch.positions.weeks);
    return await lock.transaction(
      async (tx) => {
        const inserted = await batch.positions.insert(tx);
        await writeStates(tx, batch.states.values());
        await batch.rejected.insert(tx);
        await forgetLifts(tx, batch.lifted);
        const logged = await appendNotices(tx, batch.notices, now);
        committed = { inserted, logged };
        return committed;
      },
      (id) => {
        transactionId = id;
      },
    );
  } catch (error) {
    throw new CommitFailed(error, transactionId, committed);
  }
}
