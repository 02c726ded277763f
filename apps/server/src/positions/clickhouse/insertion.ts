import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import { writeString } from '../../clickhouse/row-binary.ts';
import { MAX_STAMP } from '../../clickhouse/tables.ts';
import type { PackedRow, PositionColumns } from '../insert.ts';
import { isReportedInvalid } from '../packing.ts';
import type { BatchInsertion, NewPositions, TrackerPosition } from '../position-store.ts';
import { ROW } from './sql.ts';

/** Keys that a query looks up. */
const MAX_KEYS = 2_000;
/**
 * Milliseconds before the first batch of a process. Rows that were stored in this time may belong to a batch of a process that
 * ended before its transaction. They count as new, so that they are forwarded twice rather than never.
 */
const UNCERTAIN_MS = 10 * 60_000;
/** Bytes of a row without `packed`, and of the length of `packed`. */
const ROW_BYTES = 4 + 8 + 4 + 4 + 8;
const LENGTH_BYTES = 2;

/** A number that grows with each use: epoch milliseconds, unless the clock stands still or goes back. */
export class Stamps {
  #last = 0;

  next(now: number): number {
    this.#last = Math.max(Math.trunc(now), this.#last + 1);
    return this.#last;
  }
}

/** The insertion of the batches of a partition. `stamps` are shared by all of the process. */
export class ClickHouseBatchInsertion implements BatchInsertion {
  readonly #cluster: HistoryCluster;
  readonly #stamps: Stamps;
  #firstStamp: number | null = null;

  constructor(cluster: HistoryCluster, stamps: Stamps) {
    this.#cluster = cluster;
    this.#stamps = stamps;
  }

  stampAt(now: number): number {
    const stamp = this.#stamps.next(now);
    this.#firstStamp ??= stamp;
    return stamp;
  }

  async insert(
    columns: PositionColumns,
    { stamp, newest }: { readonly stamp: number; readonly newest: (trackerId: number) => number | null },
  ): Promise<NewPositions> {
    const rows = [...columns.rows()];
    if (rows.length === 0) return { inserted: 0, keys: null };
    // A valid position after the newest one cannot exist: looking up only the others costs nothing while reports are in order.
    const possible = rows.filter(
      ({ trackerId, time, packed }) =>
        isReportedInvalid(packed) || time <= (newest(trackerId) ?? Number.NEGATIVE_INFINITY),
    );
    const firstStamp = this.#firstStamp ?? stamp;
    const isOfEarlierBatch = (stored: number) =>
      stored < stamp && !(stored < firstStamp && stored >= firstStamp - UNCERTAIN_MS);
    const existing = await findKeys(this.#cluster, possible, isOfEarlierBatch);
    const added = existing.size === 0 ? rows : rows.filter(({ key }) => !existing.has(key));
    await insertRows(this.#cluster, added, stamp);
    const isComplete = added.length === columns.length;
    return { inserted: added.length, keys: isComplete ? null : new Set(added.map(({ key }) => key)) };
  }
}

/** The keys of these rows that are stored, with a stamp that fulfils the condition. */
export async function findKeys(
  cluster: HistoryCluster,
  rows: readonly PackedRow[],
  hasStamp: (stamp: number) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const [shard, own] of cluster.byShard(rows, ({ trackerId }) => trackerId)) {
    for (let at = 0; at < own.length; at += MAX_KEYS) {
      const tuples = own.slice(at, at + MAX_KEYS).map(({ trackerId, time }) => `(${trackerId},${time})`);
      const blocks = await shard.read(`
        select tracker_id, time, max(precedence) from position
        where (tracker_id, time) in (${tuples.join()}) group by tracker_id, time`);
      for (const block of blocks)
        for (let row = 0; row < block.rows; row += 1)
          if (hasStamp(MAX_STAMP - (block.numbers(2)[row] as number)))
            keys.add(`${block.numbers(0)[row]} ${block.numbers(1)[row]}`);
    }
  }
  return keys;
}

/** Resolves when the rows are durable. */
export async function insertRows(
  cluster: HistoryCluster,
  rows: readonly TrackerPosition[],
  stamp: number,
): Promise<void> {
  const shards = cluster.byShard(rows, ({ trackerId }) => trackerId);
  await Promise.all(
    shards.map(([shard, own]) =>
      shard.insert(`insert into position (${ROW}, precedence)`, encodeRows(own, stamp)),
    ),
  );
}

/** Format RowBinary: integers with the low byte first, strings after their length as varint. */
function encodeRows(rows: readonly TrackerPosition[], stamp: number): Buffer {
  const size = rows.reduce((sum, { packed }) => sum + ROW_BYTES + LENGTH_BYTES + packed.length, 0);
  const bytes = Buffer.allocUnsafe(size);
  const precedence = BigInt(MAX_STAMP - stamp);
  let at = 0;
  for (const { trackerId, time, latitude, longitude, packed } of rows) {
    at = bytes.writeInt32LE(trackerId, at);
    at = bytes.writeUInt32LE(time % 2 ** 32, at);
    at = bytes.writeInt32LE(Math.floor(time / 2 ** 32), at);
    at = bytes.writeInt32LE(latitude, at);
    at = bytes.writeInt32LE(longitude, at);
    at = writeString(bytes, at, packed);
    at = bytes.writeBigUInt64LE(precedence, at);
  }
  return bytes.subarray(0, at);
}
