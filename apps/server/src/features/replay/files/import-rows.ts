import { NamedError } from '@wakeline/contract/errors';
import {
  dropImpossibleValues,
  type Rejection,
  validateReport,
} from '@wakeline/domain/reports/validate-report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { FixRow, RowError, RowValue, TrackRow } from '@wakeline/formats/tracks/track-row';
import type { Tx } from '../../../db/database.ts';
import { classifyFailure } from '../../../db/database-failure.ts';
import { Partitions } from '../../../db/partitions.ts';
import { PositionColumns } from '../../../positions/insert.ts';
import { markDays } from '../../../positions/late-positions.ts';
import type { OutsidePositions, PositionHistory } from '../../../positions/position-store.ts';
import { trackerById } from '../../../trackers/in-scope.ts';
import type { ImportOutcome } from './import-track.task.ts';
import { saveImportedTimes } from './imported-times.ts';

export type RowOutcome = 'stored' | 'duplicate' | RowError | Rejection;

/** Outcome of a row. */
export interface RowResult {
  readonly row: number;
  /** Null for a row without a position. */
  readonly report: LocatedReport | null;
  readonly outcome: RowOutcome;
  /** Values of the row that could not be used. */
  readonly dropped: readonly RowValue[];
}

export interface RowStoreOptions extends PositionHistory {
  readonly taskId: number;
  readonly accountId: number;
  readonly trackerId: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Start of the retention period, epoch milliseconds. */
  readonly oldest: number;
}

/**
 * Stores rows of a file in the history of one device, with the same validation as its reports. Existing positions stay.
 * The stored times are recorded for `undoImport`.
 */
export class RowStore {
  readonly #options: RowStoreOptions;
  readonly #partitions = new Partitions();
  #stored = 0;
  #duplicates = 0;
  #refused = 0;

  constructor(options: RowStoreOptions) {
    this.#options = options;
  }

  get outcome(): ImportOutcome {
    return { stored: this.#stored, there: this.#duplicates, refused: this.#refused };
  }

  /** Rows processed so far. */
  get rows(): number {
    return this.#stored + this.#duplicates + this.#refused;
  }

  /** @throws NamedError `tracker-unknown` when the device was removed meanwhile */
  async store(rows: readonly TrackRow[]): Promise<readonly RowResult[]> {
    const evaluated = rows.map((row) => this.#evaluate(row));
    const columns = new PositionColumns();
    for (const { report, outcome } of evaluated) {
      if (report !== null && outcome === 'stored') columns.add(this.#options.trackerId, report);
    }
    const insertedTimes = new Set(await this.#insert(columns));
    const results = evaluated.map((row) => {
      if (row.report === null || row.outcome !== 'stored') return row;
      // Of two rows with the same time the first one is stored.
      return insertedTimes.delete(Math.trunc(row.report.time))
        ? row
        : { ...row, outcome: 'duplicate' as const };
    });
    for (const { outcome } of results) {
      if (outcome === 'stored') this.#stored += 1;
      else if (outcome === 'duplicate') this.#duplicates += 1;
      else this.#refused += 1;
    }
    return results;
  }

  #evaluate(row: TrackRow): RowResult {
    if ('error' in row) return { row: row.row, report: null, outcome: row.error, dropped: [] };
    const { now, oldest } = this.#options;
    const { report } = row;
    const rejection = validateReport(report, now, oldest);
    if (rejection !== null) return { row: row.row, report, outcome: rejection, dropped: [] };
    const clean = dropImpossibleValues(report);
    if (clean.fix === null) return { row: row.row, report, outcome: 'no-fix', dropped: [] };
    const position = { ...clean, fix: clean.fix };
    return { row: row.row, report: position, outcome: 'stored', dropped: droppedValues(row, position) };
  }

  async #insert(columns: PositionColumns): Promise<readonly number[]> {
    if (columns.length === 0) return [];
    const { db, positions } = this.#options;
    await this.#partitions.ensure(db, columns.weeks);
    if (positions.outside !== null) return this.#insertOutside(positions.outside, columns);
    const insert = () =>
      db.transaction().execute(async (tx) => {
        await this.#lockTracker(tx);
        const times = await columns.insertOfOne(tx);
        await saveImportedTimes(tx, this.#options.taskId, times);
        await markDays(tx, this.#options.trackerId, times, this.#options.now);
        return times;
      });
    try {
      return await insert();
    } catch (error) {
      // The cached weekly partition was dropped meanwhile, being too old for every account.
      if (classifyFailure(error) !== 'partition') throw error;
      this.#partitions.clearCache();
      await this.#partitions.ensure(db, columns.weeks);
      return insert();
    }
  }

  /** The times are recorded before anything is stored, so that an import that was interrupted can be undone. */
  async #insertOutside(outside: OutsidePositions, columns: PositionColumns): Promise<readonly number[]> {
    const { db, taskId, trackerId, now } = this.#options;
    const times = await outside.findNewTimes(columns);
    await db.transaction().execute(async (tx) => {
      await this.#lockTracker(tx);
      await saveImportedTimes(tx, taskId, times);
    });
    await db.transaction().execute(async (tx) => {
      await this.#lockTracker(tx);
      await outside.insert(columns);
      await markDays(tx, trackerId, times, now);
    });
    return times;
  }

  /** Locks the tracker until the transaction ends, so that nothing is stored after its removal. */
  async #lockTracker(tx: Tx): Promise<void> {
    const { accountId, trackerId } = this.#options;
    const row = await trackerById(tx, trackerId)
      .select('tracker_id')
      .where('account_id', '=', accountId)
      .forKeyShare()
      .executeTakeFirst();
    if (row === undefined) throw new NamedError('tracker-unknown');
  }
}

/** Values that could not be read, and impossible ones such as a battery of 255 %. */
function droppedValues({ report, unread }: FixRow, clean: LocatedReport): readonly RowValue[] {
  const impossible: RowValue[] = [];
  for (const name of ['altitude', 'speed', 'course', 'accuracy'] as const)
    if (report.fix[name] !== null && clean.fix[name] === null) impossible.push(name);
  for (const name of ['satellites', 'battery', 'gsm'] as const)
    if (report[name] !== null && clean[name] === null) impossible.push(name);
  return [...unread, ...impossible];
}
