import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { readTrackers, type TrackerRow } from '../features/trackers/read.ts';
import { toStatusDto } from '../features/trackers/status-dto.ts';
import { wholeAccount } from '../identity/scope.ts';
import type { Console } from './console.ts';
import type { StateChange } from './feed.ts';
import { StateCache } from './state-cache.ts';

/** Trackers that are read in one query when many have changed. */
const READ_PART = 5_000;

export interface StateStreamOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly accountId: number;
  readonly consoles: ReadonlySet<Console>;
  /** Something waits to be sent. */
  readonly onChange: () => void;
}

/**
 * The latest states of one account's trackers, for its open consoles: each state is put into words once, and a
 * console that keeps up gets the very text that all get.
 */
export class StateStream {
  readonly #options: StateStreamOptions;
  readonly #cache = new StateCache();
  #changed = new Set<number>();

  constructor(options: StateStreamOptions) {
    this.#options = options;
  }

  /** What a commit changed. Taken from the first moment on, also while the database is read: the newer version wins. */
  put(changes: Iterable<StateChange>): void {
    for (const { trackerId, version, status } of changes) {
      if (this.#cache.put(trackerId, version, status)) this.#changed.add(trackerId);
    }
    if (this.#changed.size > 0) this.#options.onChange();
  }

  remove(trackerIds: readonly number[]): void {
    for (const id of trackerIds) {
      this.#cache.remove(id);
      this.#changed.delete(id);
    }
    for (const console of this.#options.consoles) console.forget(trackerIds);
  }

  /** Reads the states of all trackers, or of these, from the database. */
  async read(trackerIds: readonly number[] | null): Promise<void> {
    const { db, accountId } = this.#options;
    this.putRows(await readTrackers(db, wholeAccount(accountId), trackerIds));
  }

  /** The same, as they have been read. */
  putRows(rows: readonly TrackerRow[]): void {
    this.put(
      rows.map((row) => ({
        accountId: row.account_id,
        trackerId: row.tracker_id,
        version: row.version ?? 0,
        status: toStatusDto(row),
      })),
    );
  }

  /** Reads what has changed since it was read last: for a server that hears of no commits. */
  async readChanged(): Promise<void> {
    const { db, accountId } = this.#options;
    const versions = await db
      .selectFrom('tracker_state')
      .select(['tracker_id', 'version'])
      .where('account_id', '=', accountId)
      .execute();
    const newer = versions
      .filter((row) => row.version > this.#cache.version(row.tracker_id))
      .map((row) => row.tracker_id);
    for (let start = 0; start < newer.length; start += READ_PART) {
      await this.read(newer.slice(start, start + READ_PART));
    }
  }

  /** The console is to get the picture from the start. */
  startPicture(console: Console): void {
    console.oweAll(console.watches ? this.#cache.ids() : []);
    this.#options.onChange();
  }

  /** Removed trackers stay removed, whatever an older reading still says. */
  isRemoved(trackerId: number): boolean {
    return this.#cache.isRemoved(trackerId);
  }

  knownIds(): number[] {
    return [...this.#cache.ids()];
  }

  /** Sends what has changed, and what waits for consoles that can take it. */
  flush(): void {
    const { consoles, clock } = this.#options;
    const now = clock.now();
    const ids = [...this.#changed];
    this.#changed = new Set();
    let text: Buffer | null = null;
    for (const console of consoles) {
      if (console.phase !== 'states' && console.phase !== 'live') continue;
      if (ids.length > 0 && console.watches) {
        text ??= Buffer.from(this.#cache.message(ids, false, now));
        console.offer(ids, text, now);
      }
      console.pay(this.#cache, now);
      if (console.phase === 'states' && !console.owed) {
        console.phase = 'live';
        console.send({ type: 'live', cursor: console.cursor });
      }
    }
  }
}
