import type { PositionStore } from '../position-store.ts';
import { countTrackersBefore, deletePositions, deleteTimes, findDeletionEnd, findStored } from './delete.ts';
import { readColumns, readRows, sampleColumns } from './read-bytes.ts';
import {
  count,
  countValid,
  hasValid,
  readFirstValid,
  readFixRanges,
  readLast,
  readLastValid,
  readNewest,
  readValidEdge,
  sampleTrails,
} from './read-spans.ts';

/** Positions in the database, in the table `position` with a partition per week. */
export const postgresPositions: PositionStore = {
  outside: null,
  pagesPerQuery: 1,
  readRows,
  readColumns,
  sampleColumns,
  sampleTrails,
  readNewest,
  readFirstValid,
  readValidEdge,
  readLastValid,
  readLast,
  readFixRanges,
  hasAny: async (db, { trackerId, ...window }) => (await findStored(db, [trackerId], window)).length > 0,
  hasValid,
  count,
  countValid,
  findStored,
  countTrackersBefore,
  findDeletionEnd,
  delete: deletePositions,
  deleteTimes,
};
