import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { accountScope } from '../identity/scope.ts';
import { readStates, readTrackers, readVersions, type StateRow, type TrackerRow } from '../trackers/read.ts';
import { toStatusDto } from '../trackers/status-dto.ts';
import type { Console } from './console.ts';
import type { StateChange } from './feed.ts';
import { STATES_PER_MESSAGE } from './limits.ts';
import { SharedMessages } from './shared-messages.ts';
import { StateCache } from './state-cache.ts';
import { canSee, type Visibility } from './visibility.ts';

/** Trackers read in one query when many have changed. */
const READ_BATCH_SIZE = 5_000;

export interface StateStreamOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly accountId: number;
  readonly consoles: ReadonlySet<Console>;
  /** Something is waiting to be sent. */
  readonly onChange: () => void;
}

/** The latest states of one account's trackers, for its open consoles. */
export class StateStream {
  readonly #options: StateStreamOptions;
  readonly #cache = new StateCache();
  #loaded: Promise<void> | null = null;
  #changed = new Set<number>();
  /** The group of each tracker as last read; it decides what consoles with limited groups receive. */
  readonly #groups = new Map<number, number | null>();

  constructor(options: StateStreamOptions) {
    this.#options = options;
  }

  /** Applies the changes of a commit, also while the database is read: the newer version wins. */
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
      this.#groups.delete(id);
    }
    for (const console of this.#options.consoles) console.dropPending(trackerIds);
  }

  /** Reads the trackers, their groups and versions: enough to detect changes from now on. */
  async start(): Promise<void> {
    const { db, accountId } = this.#options;
    for await (const rows of readVersions(db, accountId)) {
      this.setGroups(rows);
      this.#setValidity(rows);
      for (const { tracker_id: id, version } of rows) this.#cache.putVersion(id, version ?? 0);
    }
  }

  /** Reads, once, the states that no commit has published, for consoles that want the picture. */
  loadStates(): Promise<void> {
    this.#loaded ??= this.#readStates().catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    return this.#loaded;
  }

  async #readStates(): Promise<void> {
    const { db, accountId } = this.#options;
    for await (const rows of readStates(db, accountId)) {
      this.#setValidity(rows);
      for (const row of rows) this.#cache.put(row.tracker_id, row.version ?? 0, toStatusDto(row));
    }
  }

  /** Stores the groups of these trackers. Must be called in the order of the reads. */
  setGroups(rows: readonly Pick<TrackerRow, 'tracker_id' | 'group_id'>[]): void {
    for (const { tracker_id: id, group_id } of rows) {
      if (!this.#cache.isRemoved(id)) this.#groups.set(id, group_id);
    }
  }

  #setValidity(rows: readonly Pick<TrackerRow, 'tracker_id' | 'valid_until'>[]): void {
    for (const { tracker_id: id, valid_until } of rows) {
      this.#cache.setValidUntil(id, valid_until?.getTime() ?? null);
    }
  }

  /** The group of a tracker; undefined when it is not known yet. */
  groupOf(trackerId: number): number | null | undefined {
    return this.#groups.get(trackerId);
  }

  /** The known trackers of a visibility. */
  visibleTo(visibility: Visibility): number[] {
    const visible: number[] = [];
    for (const id of this.#cache.ids()) if (canSee(visibility, this.#groups.get(id))) visible.push(id);
    return visible;
  }

  /** Stores states that were read from the database. */
  putRows(rows: readonly StateRow[]): void {
    const { accountId } = this.#options;
    this.#setValidity(rows);
    this.put(
      rows.map((row) => ({
        accountId,
        trackerId: row.tracker_id,
        version: row.version ?? 0,
        status: toStatusDto(row),
      })),
    );
  }

  /** Reads the changes since the last read, for a server that receives no commits. */
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
    for (let start = 0; start < newer.length; start += READ_BATCH_SIZE) {
      const batch = newer.slice(start, start + READ_BATCH_SIZE);
      // Their groups arrive by events, in order; this read may be older than the last event.
      this.putRows(await readTrackers(db, accountScope(accountId), batch));
    }
  }

  /** Starts the picture of a console, unless it requests the list itself. */
  async startPicture(console: Console): Promise<void> {
    if (console.wantsPicture) await this.loadStates();
    // It may have left meanwhile, or been called twice.
    if (console.phase !== 'backfill') return;
    console.phase = 'states';
    if (console.wantsPicture) console.resetPending(this.visibleTo(console.visibility));
    this.#options.onChange();
  }

  /** Whether a tracker was removed; older reads must not bring it back. */
  isRemoved(trackerId: number): boolean {
    return this.#cache.isRemoved(trackerId);
  }

  /** Sends changes and pending states to the consoles whose sockets buffer at most `unsent` bytes. */
  flush(unsent: number): void {
    const { consoles, clock } = this.#options;
    const now = clock.now();
    const changed = [...this.#changed].sort((one, other) => one - other);
    this.#changed = new Set();
    const messages = new SharedMessages(this.#cache, now);
    const batches = new Map<string, readonly number[][]>();
    for (const console of consoles) {
      const wantsChangesOnly = console.phase === 'backfill' && !console.wantsPicture;
      if (console.phase !== 'states' && console.phase !== 'live' && !wantsChangesOnly) continue;
      if (changed.length > 0 && console.visibility.canWatch) {
        const { key } = console.visibility;
        const visible = batches.get(key) ?? this.#batchesFor(console.visibility, changed);
        batches.set(key, visible);
        for (const ids of visible) {
          if (wantsChangesOnly) console.addPending(ids);
          else console.sendOrQueue(ids, messages, now);
        }
      }
      // The log is sent first.
      if (wantsChangesOnly) continue;
      console.sendPending(messages, now, unsent);
      if (console.phase === 'states' && !console.hasPending) {
        console.phase = 'live';
        console.send({ type: 'live', cursor: console.cursor });
      }
    }
  }

  /** The changes that a visibility includes, in messages of limited length. */
  #batchesFor(visibility: Visibility, changed: readonly number[]): number[][] {
    const ids =
      visibility.groups === null ? changed : changed.filter((id) => canSee(visibility, this.#groups.get(id)));
    const batches: number[][] = [];
    for (let start = 0; start < ids.length; start += STATES_PER_MESSAGE)
      batches.push(ids.slice(start, start + STATES_PER_MESSAGE));
    return batches;
  }
}
