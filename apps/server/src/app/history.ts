import type { HistoryServers } from '../clickhouse/servers.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventArchive } from '../events/event-archive.ts';
import { requireHistoryLocation } from '../positions/history-location.ts';
import type { PositionStore } from '../positions/position-store.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';

export interface HistoryLog {
  error(details: object, text: string): void;
  info(text: string): void;
}

export interface History {
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  close(): Promise<void>;
}

/**
 * Opens the store of positions and the archive of events: ClickHouse, or the database.
 *
 * @throws LayoutError
 * @throws HistoryLocationError if the positions are in the other store
 */
export async function openHistory(
  db: Db,
  servers: HistoryServers | null,
  tools: { readonly clock: Clock; readonly log: HistoryLog },
): Promise<History> {
  await requireHistoryLocation(db, servers === null ? 'postgresql' : 'clickhouse');
  if (servers === null)
    return { positions: postgresPositions, eventArchive: null, close: async () => undefined };
  const { openClickHouseHistory } = await import('./clickhouse-history.ts');
  return openClickHouseHistory(servers, tools);
}
