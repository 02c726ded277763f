import type { Db } from '../db/database.ts';
import type { EventHistory } from '../events/event-archive.ts';
import type { ColumnBytes } from './column-bytes.ts';
import type { PositionColumns } from './insert.ts';
import type { PackedPosition } from './packing.ts';
import type { RowBytes } from './row-bytes.ts';

/** The database, and the store of the positions of its trackers. */
export interface PositionHistory {
  /** The transaction, where one is open. */
  readonly db: Db;
  readonly positions: PositionStore;
}

/** The database, and the stores of everything that happened to its trackers. */
export type DeviceHistory = PositionHistory & EventHistory;

/** The stores alone. */
export type DeviceStores = Omit<DeviceHistory, 'db'>;

/** Epoch milliseconds, both included. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** A time of a tracker, epoch milliseconds, both included. */
export interface TrackerSpan extends TimeWindow {
  readonly trackerId: number;
}

/** Before and after every time that is stored. */
export const ALL_TIMES: TimeWindow = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface TrackerPosition extends PackedPosition {
  readonly trackerId: number;
}

export interface TrackerColumns extends ColumnBytes {
  readonly trackerId: number;
}

/** Where the positions of a list begin that continues with older ones. */
export interface PagePoint {
  readonly time: number;
  readonly trackerId: number;
}

/** Equal spans of time, of each of which one valid position is read. */
export interface BlockSampling {
  /** With the ends of their windows. */
  readonly trackers: readonly TrackerSpan[];
  /** Length of a span in milliseconds. */
  readonly step: number;
  /** The section of the window that is read. Its first span begins with it. */
  readonly section: TimeWindow;
  /** Whether the last valid position of each window is added. */
  readonly withLast: boolean;
  /** Positions of a span, and of the end of a window, among which a valid one is looked for. */
  readonly tries: number;
  readonly lastTries: number;
}

/** Spans that start at multiples of their length. The last valid position of each window is added. */
export interface TrailSampling {
  readonly trackers: readonly TrackerSpan[];
  /** Length of a span in milliseconds. */
  readonly step: number;
  /** Positions of a span, and of the end of a window, among which a valid one is looked for. */
  readonly tries: number;
}

/** Epoch milliseconds of the first and the last valid fix. */
export interface FixRange {
  readonly firstFix: number;
  readonly lastFix: number;
}

/** What was stored, of positions that were to be stored. */
export interface NewPositions {
  readonly inserted: number;
  /** Keys of the inserted ones, `12 1780000000000` of tracker and time; null: all were inserted. */
  readonly keys: ReadonlySet<string> | null;
}

/** Stores the positions of the batches of a partition, before the transaction of each batch. */
export interface BatchInsertion {
  /** Identifies a batch: epoch milliseconds, later than those of the batches before. A batch that is repeated has the same one. */
  stampAt(now: number): number;
  /**
   * Resolves when the positions are durable. Repeating it changes nothing.
   *
   * @param newest epoch milliseconds of the newest valid position of a tracker before the batch; null: none
   */
  insert(
    columns: PositionColumns,
    options: { readonly stamp: number; readonly newest: (trackerId: number) => number | null },
  ): Promise<NewPositions>;
}

/** What a store outside of the database does apart from the transaction of its caller. */
export interface OutsidePositions {
  openBatchInsertion(): BatchInsertion;
  /** Those times of positions of one tracker, epoch milliseconds, at which none is stored. */
  findNewTimes(columns: PositionColumns): Promise<readonly number[]>;
  /** Resolves when positions of one tracker are durable. */
  insert(columns: PositionColumns): Promise<void>;
  /** Deletes the weeks that end before `oldest`, epoch milliseconds. */
  dropWeeksBefore(oldest: number): Promise<void>;
}

/**
 * The rows of positions. Tracker and time are their key: of several rows with one key the first one is stored. "Valid" ones are
 * those that the receiver did not report as invalid.
 *
 * What has a `db` runs on that connection if the rows are in the database.
 */
export interface PositionStore {
  /**
   * Null: positions are in the database, and are stored and deleted in the transactions of the callers. Otherwise they are
   * stored and deleted at once: stored before the transaction commits, and deleted when it has been recorded that they will be.
   */
  readonly outside: OutsidePositions | null;
  /** Pages of a long track that are read with one query. */
  readonly pagesPerQuery: number;

  /** The first rows of a span, complete. */
  readRows(db: Db, span: TrackerSpan, limit: number): Promise<RowBytes>;
  /** The first rows of a span with what a track block needs; times count from `span.from`. */
  readColumns(db: Db, span: TrackerSpan, limit: number): Promise<ColumnBytes>;
  /** Samples of some trackers, without those that have none; times count from `base`. */
  sampleColumns(db: Db, sampling: BlockSampling, base: number): Promise<readonly TrackerColumns[]>;
  /** Samples of some trackers, in the order of tracker and time. */
  sampleTrails(db: Db, sampling: TrailSampling): Promise<readonly TrackerPosition[]>;
  /** The newest rows, newest first; of one time the highest tracker first. `before`: those that follow this one. */
  readNewest(
    db: Db,
    spans: readonly TrackerSpan[],
    page: { readonly before: PagePoint | undefined; readonly limit: number },
  ): Promise<readonly TrackerPosition[]>;
  /** The first valid rows of each span, in the order of tracker and time. */
  readFirstValid(db: Db, spans: readonly TrackerSpan[], limit: number): Promise<readonly TrackerPosition[]>;
  /** The first or the last valid row of a span. */
  readValidEdge(db: Db, span: TrackerSpan, edge: 'first' | 'last'): Promise<PackedPosition | null>;
  /** The last valid row of each span, in their order. */
  readLastValid(db: Db, spans: readonly TrackerSpan[]): Promise<readonly (PackedPosition | null)[]>;
  /** The last row of a span, valid or not. */
  readLast(db: Db, span: TrackerSpan): Promise<PackedPosition | null>;
  /** The times of the first and the last valid row of each window, in their order. */
  readFixRanges(
    db: Db,
    trackerId: number,
    windows: readonly TimeWindow[],
  ): Promise<readonly (FixRange | null)[]>;
  /** Whether a span has any row. */
  hasAny(db: Db, span: TrackerSpan): Promise<boolean>;
  /** Whether any span has a valid row. */
  hasValid(db: Db, spans: readonly TrackerSpan[]): Promise<boolean>;
  count(db: Db, spans: readonly TrackerSpan[]): Promise<number>;
  countValid(db: Db, span: TrackerSpan): Promise<{ readonly positions: number; readonly fixes: number }>;
  /** Which of the trackers have rows in a window. */
  findStored(db: Db, trackerIds: readonly number[], window: TimeWindow): Promise<readonly number[]>;
  /** The number of trackers of an account with rows before `time`, up to `limit`. */
  countTrackersBefore(db: Db, accountId: number, time: number, limit: number): Promise<number>;

  /** The end of the rows that are deleted in one transaction; `span.to` when there are few. */
  findDeletionEnd(db: Db, span: TrackerSpan): Promise<number>;
  /** Deletes the rows of trackers in a window, in a transaction if `db` is one. Returns how many there were. */
  delete(db: Db, trackerIds: readonly number[], window: TimeWindow): Promise<number>;
  /** Deletes the rows of a tracker at these times. */
  deleteTimes(db: Db, trackerId: number, times: readonly number[]): Promise<void>;
}
