import { HistoryCluster } from '../clickhouse/history-servers.ts';
import type { HistoryServers } from '../clickhouse/servers.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { createClickHouseEvents } from '../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../events/clickhouse/table.ts';
import type { EventArchive } from '../events/event-archive.ts';
import { createClickHousePositions } from '../positions/clickhouse/clickhouse-positions.ts';
import { POSITION_TABLE } from '../positions/clickhouse/table.ts';
import { requireHistoryLocation } from '../positions/history-location.ts';
import type { PositionStore } from '../positions/position-store.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';

/** Milliseconds between two attempts to reach servers that were unavailable. */
const RETRY_INTERVAL = 30_000;

interface HistoryLog {
  error(details: object, text: string): void;
  info(text: string): void;
}

export interface History {
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  close(): Promise<void>;
}

/**
 * Opens the store of positions and the archive of events: ClickHouse, or the database. Servers that are unavailable get their tables when they can be reached.
 *
 * @throws LayoutError
 * @throws HistoryLocationError if the positions are in the other store
 */
export async function openHistory(
  db: Db,
  servers: HistoryServers | null,
  { clock, log }: { readonly clock: Clock; readonly log: HistoryLog },
): Promise<History> {
  await requireHistoryLocation(db, servers === null ? 'postgresql' : 'clickhouse');
  if (servers === null)
    return { positions: postgresPositions, eventArchive: null, close: async () => undefined };
  const cluster = new HistoryCluster(servers, [POSITION_TABLE, EVENT_TABLE]);
  let hasFailed = false;

  async function prepare(): Promise<void> {
    const failures = await cluster.prepare();
    if (failures.length > 0 && !hasFailed)
      log.error({ err: failures[0] }, `${failures.length} servers of the history are unavailable`);
    if (failures.length === 0 && hasFailed) log.info('all servers of the history are available');
    hasFailed = failures.length > 0;
  }

  try {
    await prepare();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  const retry = () => {
    prepare().catch((error: unknown) => log.error({ err: error }, 'the history cannot be prepared'));
  };
  const stop = clock.every(RETRY_INTERVAL, retry);
  return {
    positions: createClickHousePositions(cluster, clock),
    eventArchive: createClickHouseEvents(cluster, clock),
    async close() {
      stop();
      await cluster.close();
    },
  };
}
