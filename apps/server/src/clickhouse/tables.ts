import { FIRST_MONDAY, WEEK } from '../db/partitions.ts';
import type { HistoryReplica } from './servers.ts';
import type { ReadyReplica } from './shard.ts';

/** The number of the week of a time, as `weekOf`. */
export const WEEK_EXPRESSION = `intDiv(time - ${FIRST_MONDAY} + ${WEEK}, ${WEEK})`;

/**
 * Of several rows with one key the one with the highest precedence stays when parts are merged, and is read before. A lower stamp has a
 * higher precedence, so the first row stays.
 */
export const MAX_STAMP = 2 ** 52;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly codec: string;
}

export interface HistoryTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the key, which the rows are sorted by. */
  readonly key: readonly string[];
}

/**
 * Creates a table with a partition per week. It is replicated if the server has ZooKeeper or Keeper. The names of the replicas are
 * their hosts, so that the servers need no macros.
 */
export async function createTable(
  replica: ReadyReplica,
  { host }: HistoryReplica,
  { name, columns, key }: HistoryTable,
  path: string,
): Promise<void> {
  const { isReplicated, hasCodecs } = replica.features;
  const definitions = columns.map(({ name: column, type, codec }) =>
    hasCodecs ? `${column} ${type} codec(${codec})` : `${column} ${type}`,
  );
  const engine = isReplicated
    ? `ReplicatedReplacingMergeTree('${path}/${name}', '${host}', precedence)`
    : 'ReplacingMergeTree(precedence)';
  // An acknowledged position outlives a loss of power.
  const settings = hasCodecs ? 'settings fsync_after_insert = 1, fsync_part_directory = 1' : '';
  await replica.run(`
    create table if not exists ${name} (${definitions.join(', ')}) engine = ${engine}
    partition by ${WEEK_EXPRESSION} order by (${key.join(', ')}) ${settings}`);
}
