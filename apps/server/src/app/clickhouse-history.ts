import { HistoryCluster } from '../clickhouse/history-servers.ts';
import type { HistoryServers } from '../clickhouse/servers.ts';
import type { Clock } from '../clock.ts';
import { createClickHouseEvents } from '../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../events/clickhouse/table.ts';
import { createClickHousePositions } from '../positions/clickhouse/clickhouse-positions.ts';
import { POSITION_TABLE } from '../positions/clickhouse/table.ts';
import type { History, HistoryLog } from './history.ts';

/** Milliseconds between two attempts to reach servers that were unavailable. */
const RETRY_INTERVAL = 30_000;

/** Opens positions and events in ClickHouse. Servers that are unavailable get their tables when they can be reached. */
export async function openClickHouseHistory(
  servers: HistoryServers,
  { clock, log }: { readonly clock: Clock; readonly log: HistoryLog },
): Promise<History> {
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
