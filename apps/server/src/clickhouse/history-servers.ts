import type { HistoryServers } from './servers.ts';
import { Shard } from './shard.ts';
import { createTable, type HistoryTable } from './tables.ts';

/** The number of shards is stored on each of them, because another number would look for trackers in the wrong places. */
const LAYOUT_TABLE = 'wakeline_layout';

/** The servers have the history of another division into shards. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
}

/** Servers of the history. A tracker is on the shard of the remainder of its id. */
export class HistoryCluster {
  readonly shards: readonly Shard[];

  /** @param tables created on each server that is reached for the first time */
  constructor(servers: HistoryServers, tables: readonly HistoryTable[]) {
    const count = servers.length;
    this.shards = servers.map(
      (shard, index) =>
        new Shard(shard, async (replica, description) => {
          await replica.run(
            `create table if not exists ${LAYOUT_TABLE} (day Date, shard Int32, shards Int32)
             engine = MergeTree partition by day order by shard`,
          );
          const [stored] = await replica.read(`select shard, shards from ${LAYOUT_TABLE} limit 1`);
          const [place, places] = [stored?.numbers(0)[0], stored?.numbers(1)[0]];
          if (stored === undefined)
            await replica.run(`insert into ${LAYOUT_TABLE} values ('2000-01-01', ${index}, ${count})`);
          else if (place !== index || places !== count)
            throw new LayoutError(
              `${description.host} has shard ${Number(place) + 1} of ${places}; HISTORY_URL names it as shard ${index + 1} of ${count}`,
            );
          const path = `/wakeline/${shard.database}/${index}`;
          for (const table of tables) await createTable(replica, description, table, path);
        }),
    );
  }

  shardOf(trackerId: number): Shard {
    return this.shards[trackerId % this.shards.length] as Shard;
  }

  /** Groups what belongs to trackers by their shard. */
  byShard<Item>(
    items: readonly Item[],
    trackerOf: (item: Item) => number,
  ): readonly (readonly [Shard, readonly Item[]])[] {
    const [only] = this.shards;
    if (only !== undefined && this.shards.length === 1) return items.length === 0 ? [] : [[only, items]];
    return [...Map.groupBy(items, (item) => this.shardOf(trackerOf(item)))];
  }

  /**
   * Creates the tables on all servers that can be reached.
   *
   * @returns the failures of the others
   * @throws LayoutError
   */
  async prepare(): Promise<readonly unknown[]> {
    const failures = (await Promise.all(this.shards.map((shard) => shard.prepareAll()))).flat();
    const wrong = failures.find((failure) => failure instanceof LayoutError);
    if (wrong !== undefined) throw wrong;
    return failures;
  }

  async close(): Promise<void> {
    await Promise.all(this.shards.map((shard) => shard.close()));
  }
}
