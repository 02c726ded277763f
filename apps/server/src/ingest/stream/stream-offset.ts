import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

/** Another engine has stored messages of the partition: this one may not. */
export class OffsetMovedError extends Error {
  override readonly name = 'OffsetMovedError';
}

/**
 * The number of the last message of a partition whose reports are stored. It is written in the transaction that stores
 * them, so each message is applied once.
 */
export class StreamOffset {
  readonly #partition: number;
  readonly #stream: Date;
  #seq = 0;

  /** @param stream when the stream was created */
  constructor(partition: number, stream: Date) {
    this.#partition = partition;
    this.#stream = stream;
  }

  /** 0: none is stored. */
  get seq(): number {
    return this.#seq;
  }

  /**
   * Reads the number; that of a former stream does not count.
   *
   * @returns whether it differs from the known one
   */
  async load(db: Db): Promise<boolean> {
    const row = await db
      .selectFrom('partition_offset')
      .select(['seq', 'stream'])
      .where('partition', '=', this.#partition)
      .executeTakeFirst();
    const seq = row?.stream.getTime() === this.#stream.getTime() ? row.seq : 0;
    const hasMoved = seq !== this.#seq;
    this.#seq = seq;
    return hasMoved;
  }

  /** Writes a number. @throws OffsetMovedError when another engine has written one since it was read */
  async write(tx: Tx, seq: number): Promise<void> {
    const { numAffectedRows } = await sql`
      insert into partition_offset as known (partition, stream, seq) values (${this.#partition}, ${this.#stream}, ${seq})
      on conflict (partition) do update set stream = excluded.stream, seq = excluded.seq
      where known.stream <> excluded.stream or known.seq = ${this.#seq}`.execute(tx);
    if (numAffectedRows !== 1n) throw new OffsetMovedError(`partition ${this.#partition}`);
  }

  /** The transaction of `write` was committed. */
  adopt(seq: number): void {
    this.#seq = seq;
  }
}
