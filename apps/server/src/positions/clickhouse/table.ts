import type { HistoryTable } from '../../clickhouse/tables.ts';

/**
 * The same values as the table of the database. With these codecs a position of a vehicle takes about 10 bytes: 4 of `packed`, 2 of
 * each coordinate, 2 of `precedence`, next to nothing of the others.
 */
export const POSITION_TABLE: HistoryTable = {
  name: 'position',
  columns: [
    { name: 'tracker_id', type: 'Int32', codec: 'ZSTD(1)' },
    { name: 'time', type: 'Int64', codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'latitude', type: 'Int32', codec: 'Delta(4), ZSTD(1)' },
    { name: 'longitude', type: 'Int32', codec: 'Delta(4), ZSTD(1)' },
    { name: 'packed', type: 'String', codec: 'ZSTD(1)' },
    { name: 'precedence', type: 'UInt64', codec: 'Delta(8), ZSTD(1)' },
  ],
  key: ['tracker_id', 'time'],
};
