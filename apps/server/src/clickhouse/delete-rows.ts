import { setTimeout as delay } from 'node:timers/promises';
import type { ReadyReplica } from './shard.ts';

/** Milliseconds between two looks at a running mutation, and after which it is given up. */
const POLL_MS = 50;
const TIMEOUT_MS = 600_000;

/**
 * Deletes rows. Resolves when they are no longer read. Rows that are inserted meanwhile stay. Since 23.3 the server marks rows; before,
 * it rewrites the parts that have them.
 *
 * @param condition of SQL
 */
export async function deleteRows(replica: ReadyReplica, table: string, condition: string): Promise<void> {
  if (replica.features.hasLightDeletes) {
    await replica.run(`delete from ${table} where ${condition}`, replica.features.deleteSettings);
    return;
  }
  await replica.run(`alter table ${table} delete where ${condition}`);
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await hasRows(replica, table, condition)) && (await hasMutations(replica, table))) {
    if (performance.now() > deadline) throw new Error(`a deletion from ${table} did not end`);
    await delay(POLL_MS);
  }
}

/** A replicated table of 18.16 can count a mutation as unfinished after all its rows are gone. */
async function hasRows(replica: ReadyReplica, table: string, condition: string): Promise<boolean> {
  const blocks = await replica.read(`select toInt32(1) from ${table} where ${condition} limit 1`);
  return blocks.length > 0;
}

async function hasMutations(replica: ReadyReplica, table: string): Promise<boolean> {
  const [block] = await replica.read(`
    select toInt32(count()) as running from system.mutations
    where database = currentDatabase() and table = '${table}' and is_done = 0`);
  return (block?.numbers(0)[0] ?? 0) > 0;
}

/** Drops the weeks before this one. */
export async function dropWeeks(replica: ReadyReplica, table: string, before: number): Promise<void> {
  const blocks = await replica.read(`
    select distinct toInt64(partition) as week from system.parts
    where database = currentDatabase() and table = '${table}' and active and toInt64(partition) < ${before}`);
  for (const block of blocks)
    for (const week of block.numbers(0)) await replica.run(`alter table ${table} drop partition ${week}`);
}
