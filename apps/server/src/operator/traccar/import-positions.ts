import { NamedError } from '@wakeline/contract/errors';
import { dropImpossibleValues, validateReport } from '@wakeline/domain/reports/validate-report';
import type { Db } from '../../db/database.ts';
import { classifyFailure } from '../../db/database-failure.ts';
import { Partitions } from '../../db/partitions.ts';
import { PositionColumns } from '../../positions/insert.ts';
import { markDays } from '../../positions/late-positions.ts';
import type { OutsidePositions, PositionHistory } from '../../positions/position-store.ts';
import { trackerById } from '../../trackers/in-scope.ts';
import { mapPosition } from './map-position.ts';
import { PositionCounts } from './report.ts';
import type { ResumePoints } from './resume-points.ts';
import type { TraccarPosition, TraccarSource } from './source.ts';

/** The resume point of a device whose positions are all stored. */
const COMPLETE = Number.MAX_SAFE_INTEGER;

export interface PositionImportOptions extends PositionHistory {
  readonly source: TraccarSource;
  readonly accountId: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Start of the retention of the account, epoch milliseconds. */
  readonly oldest: number;
  /** null: positions are checked, not stored. */
  readonly resumePoints: ResumePoints | null;
  /** Called after each page with the number of positions read. */
  readonly onPage: (read: number) => void;
}

/** Imports positions into the history, device by device, with the same validation as reports of devices. */
export class PositionImport {
  readonly #options: PositionImportOptions;
  readonly #partitions = new Partitions();

  constructor(options: PositionImportOptions) {
    this.#options = options;
  }

  /**
   * Imports the positions of a device.
   *
   * @param trackerId null: only check them
   * @throws NamedError `tracker-unknown` if the device was deleted meanwhile
   */
  async importDevice(deviceId: number, trackerId: number | null): Promise<PositionCounts> {
    const { db, source, oldest, resumePoints } = this.#options;
    const counts = new PositionCounts();
    const resumeAt = (await resumePoints?.read(db, deviceId)) ?? null;
    if (resumeAt === COMPLETE) return counts;
    counts.tooOld = await source.countBefore(deviceId, oldest);
    for await (const page of source.positions(deviceId, Math.max(oldest, resumeAt ?? oldest))) {
      counts.read += page.length;
      const columns = this.#check(page, trackerId ?? 0, counts);
      const last = page.findLast(({ fixTime }) => Number.isFinite(fixTime))?.fixTime ?? oldest;
      const inserted =
        trackerId === null ? 0 : await this.#store(columns, { deviceId, trackerId, resumeAt: last });
      counts.stored += inserted;
      if (trackerId !== null) counts.existing += columns.length - inserted;
      this.#options.onPage(page.length);
    }
    if (trackerId !== null)
      await this.#store(new PositionColumns(), { deviceId, trackerId, resumeAt: COMPLETE });
    return counts;
  }

  /** The columns of the positions that can be stored; counts the others. */
  #check(page: readonly TraccarPosition[], trackerId: number, counts: PositionCounts): PositionColumns {
    const { now, oldest } = this.#options;
    const columns = new PositionColumns();
    for (const position of page) {
      const { report, losses } = mapPosition(position);
      const rejection = validateReport(report, now, oldest);
      const clean = rejection === null ? dropImpossibleValues(report) : report;
      if (rejection !== null) counts.refuse(rejection, position.id);
      else if (clean.fix === null) counts.refuse('no-fix', position.id);
      else {
        columns.add(trackerId, { ...clean, fix: clean.fix });
        for (const loss of losses) counts.lose(loss, position.id);
      }
    }
    return columns;
  }

  /** Stores a page with the point from which a later run continues. Returns how many positions are new. */
  async #store(
    columns: PositionColumns,
    { deviceId, trackerId, resumeAt }: { deviceId: number; trackerId: number; resumeAt: number },
  ): Promise<number> {
    const { db, positions, resumePoints } = this.#options;
    const { outside } = positions;
    const store = async () => {
      await this.#partitions.ensure(db, columns.weeks);
      return db.transaction().execute(async (tx) => {
        await this.#lockTracker(tx, trackerId);
        const inserted = outside === null ? await columns.insert(tx) : await insertOutside(outside, columns);
        await markDays(tx, trackerId, columns.times, this.#options.now);
        await resumePoints?.save(tx, deviceId, resumeAt);
        return inserted;
      });
    };
    try {
      return await store();
    } catch (error) {
      // The cached weekly partition was dropped meanwhile, being too old for every account.
      if (classifyFailure(error) !== 'partition') throw error;
      this.#partitions.clearCache();
      return store();
    }
  }

  /** Locks the tracker until the transaction ends, so that nothing is stored after its removal. */
  async #lockTracker(tx: Db, trackerId: number): Promise<void> {
    const row = await trackerById(tx, trackerId)
      .select('tracker_id')
      .where('account_id', '=', this.#options.accountId)
      .forKeyShare()
      .executeTakeFirst();
    if (row === undefined) throw new NamedError('tracker-unknown');
  }
}

/** Returns how many positions are new. */
async function insertOutside(outside: OutsidePositions, columns: PositionColumns): Promise<number> {
  const times = await outside.findNewTimes(columns);
  await outside.insert(columns);
  return times.length;
}
