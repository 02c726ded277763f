/** A copy of a part of the history. */
export interface HistoryReplica {
  /** `http://host:8123`. */
  readonly url: string;
  /** `host:8123`. */
  readonly host: string;
}

/** Servers that have the same rows. */
export interface HistoryShard {
  readonly replicas: readonly HistoryReplica[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** Servers that share the history: each shard has the trackers whose id has its place as remainder. */
export type HistoryServers = readonly HistoryShard[];
