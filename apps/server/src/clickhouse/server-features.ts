import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';

/** What differs between the versions of the server. */
export interface ServerFeatures {
  readonly version: string;
  /** Whether ZooKeeper or Keeper is configured, so that tables can be replicated. */
  readonly isReplicated: boolean;
  /** Whether columns have codecs, and a table can be synchronized with the disk. */
  readonly hasCodecs: boolean;
  /** Whether `DELETE FROM` marks rows instead of rewriting them, and statements wait for it. */
  readonly hasLightDeletes: boolean;
  /** Whether insertions with a quorum can run at the same time. */
  readonly hasParallelQuorum: boolean;
  readonly readSettings: ClickHouseSettings;
  /** A deletion is complete when this server has done it; the other replicas follow. */
  readonly deleteSettings: ClickHouseSettings;
  insertSettings(replicas: number): ClickHouseSettings;
}

const LIGHT_DELETES_SYNC_SINCE = [24, 4] as const;
/** Codecs came with 19.1, most of them with 20.1, and DELETE FROM with 23.3. */
const CODECS_SINCE = [20, 3] as const;
const LIGHT_DELETES_SINCE = [23, 3] as const;
const PARALLEL_QUORUM_SINCE = [20, 10] as const;

export async function featuresOf(client: ClickHouseClient): Promise<ServerFeatures> {
  const result = await client.query({
    query: `select version() as version, toString((
      select count() from system.tables where database = 'system' and name = 'zookeeper')) as keepers`,
    format: 'JSONEachRow',
  });
  const [{ version, keepers } = { version: '0.0', keepers: '0' }] = await result.json<{
    version: string;
    keepers: string;
  }>();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSince = ([since, sinceMinor]: readonly [number, number]) =>
    major > since || (major === since && minor >= sinceMinor);
  const hasCodecs = isSince(CODECS_SINCE);
  const isReplicated = keepers !== '0';
  return {
    version,
    isReplicated,
    hasCodecs,
    hasLightDeletes: isSince(LIGHT_DELETES_SINCE),
    hasParallelQuorum: isSince(PARALLEL_QUORUM_SINCE),
    // Rows with the same key are in the same partition.
    readSettings: hasCodecs ? { do_not_merge_across_partitions_select_final: 1 } : {},
    deleteSettings: {
      mutations_sync: '1',
      ...(isSince(LIGHT_DELETES_SYNC_SINCE) ? { lightweight_deletes_sync: '1' } : {}),
    },
    insertSettings(replicas) {
      const majority = Math.floor(replicas / 2) + 1;
      return {
        // An insertion that is repeated on another replica, or after a quorum failed, is the same rows.
        ...(isReplicated && majority > 1 ? { insert_quorum: String(majority) } : {}),
        ...(isReplicated && majority > 1 ? { insert_quorum_timeout: 20_000 } : {}),
        ...(hasCodecs ? { async_insert: 0, max_partitions_per_insert_block: '0' } : {}),
      };
    },
  };
}
