import type { HistoryTable } from '../../clickhouse/tables.ts';

/** Values of missing times and coordinates, which no event has. */
export const NO_TIME = -1;
export const NO_DEGREES = -(2 ** 31);
/** Of events that every account may read. */
export const NO_ACCOUNT = 0;

/** The same values as the table of the database. `account` is the one of `data`. */
export const EVENT_TABLE: HistoryTable = {
  name: 'event',
  columns: [
    { name: 'tracker_id', type: 'Int32', codec: 'ZSTD(1)' },
    { name: 'time', type: 'Int64', codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'kind', type: 'Int16', codec: 'ZSTD(1)' },
    { name: 'ref', type: 'Int32', codec: 'ZSTD(1)' },
    { name: 'since', type: 'Int64', codec: 'Delta(8), ZSTD(1)' },
    { name: 'latitude', type: 'Int32', codec: 'Delta(4), ZSTD(1)' },
    { name: 'longitude', type: 'Int32', codec: 'Delta(4), ZSTD(1)' },
    { name: 'account', type: 'Int32', codec: 'ZSTD(1)' },
    { name: 'data', type: 'String', codec: 'ZSTD(1)' },
    { name: 'precedence', type: 'UInt64', codec: 'Delta(8), ZSTD(1)' },
  ],
  key: ['tracker_id', 'time', 'kind', 'ref'],
};
