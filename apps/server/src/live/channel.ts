import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Caller } from '../identity/caller.ts';
import { wholeAccount } from '../identity/scope.ts';
import { readTrackers, type TrackerRow } from '../trackers/read.ts';
import type { Console } from './console.ts';
import type { LoggedEntry, StateChange } from './feed.ts';
import { COALESCE_MS, SLOW_BYTES, STATES_PART } from './limits.ts';
import { LogStream } from './log-stream.ts';
import type { Pace } from './pace.ts';
import type { LiveReaders } from './readers.ts';
import { sees } from './sight.ts';
import { StateStream } from './state-stream.ts';

export interface ChannelOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly pace: Pace;
  readonly accountId: number;
  readonly readers: LiveReaders;
  /** The picture could not be read: no console can be served from this channel. */
  readonly onUnreadable: () => void;
}

/** What the open consoles of one account share. Lives as long as there is one. */
export class Channel {
  readonly consoles = new Set<Console>();
  readonly #options: ChannelOptions;
  readonly #log: LogStream;
  readonly #states: StateStream;
  readonly #ready: Promise<void>;
  #telling: Promise<void>;
  #catchingUp: Promise<void> | null = null;
  /** Something may have changed since it was read last. */
  #unheard = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { db, clock, readers, accountId } = options;
    this.#states = new StateStream({
      db,
      clock,
      accountId,
      consoles: this.consoles,
      onChange: () => this.#wake(),
    });
    this.#log = new LogStream({
      clock,
      notices: readers.notices,
      accountId,
      consoles: this.consoles,
      onCaughtUp: (console) => {
        this.#states.startPicture(console).catch((error: unknown) => {
          this.fail(error);
          options.onUnreadable();
        });
      },
      onDelivered: () => this.#wake(),
      onError: (error) => this.fail(error),
    });
    this.#ready = Promise.all([this.#states.start(), this.#log.start()]).then(() => undefined);
    // Also while nobody waits for it: a console may take its time to say hello.
    this.#ready.catch((error: unknown) => {
      this.fail(error);
      options.onUnreadable();
    });
    // What was read first is the older reading.
    this.#telling = this.#ready.catch(() => undefined);
  }

  /** A console said hello. Rejects when the database cannot be read. */
  async join(console: Console, cursor: number | null): Promise<void> {
    await this.#ready;
    await this.#log.join(console, cursor);
    this.#wake();
  }

  states(changes: readonly StateChange[]): void {
    this.#states.put(changes);
  }

  log(entries: readonly LoggedEntry[]): void {
    const last = entries.at(-1);
    if (last !== undefined) this.advanceLog(last.seq);
  }

  advanceLog(seq: number): void {
    this.#log.advance(seq);
  }

  /** Reads everything that may have changed unheard. While it does so it is not begun beside, but once more after it. */
  catchUp(): Promise<void> {
    this.#unheard = true;
    this.#catchingUp ??= this.#readUnheard().finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  async #readUnheard(): Promise<void> {
    await this.#ready;
    while (this.#unheard) {
      this.#unheard = false;
      await Promise.all([this.#states.readChanged(), this.#log.check()]);
    }
  }

  /** Trackers of the account were added, changed or removed. */
  trackersChanged(changed: readonly number[], removed: readonly number[]): void {
    // At once: ids are never given twice, and no reading that is on its way brings one back.
    this.#tellRemoved(removed);
    if (changed.length > 0) this.#tell(() => this.#tellChanged(changed));
  }

  #tellRemoved(trackerIds: readonly number[]): void {
    for (const console of this.consoles) {
      if (console.welcomed)
        this.#withdraw(
          console,
          trackerIds.filter((id) => this.#shows(console, id)),
        );
    }
    this.#states.remove(trackerIds);
  }

  /**
   * One change after the other: an older reading must not be told after a newer one. What could not be read would be
   * missing in every picture, and a tracker that was withdrawn would still be shown: they all start anew.
   */
  #tell(task: () => Promise<void>): void {
    this.#telling = this.#telling.then(task).catch((error: unknown) => {
      this.fail(error);
      this.#options.onUnreadable();
    });
  }

  async #tellChanged(trackerIds: readonly number[]): Promise<void> {
    const rows = await this.#read(trackerIds);
    const before = new Map(rows.map(({ tracker_id: id }) => [id, this.#states.groupOf(id)]));
    this.#states.place(rows);
    this.#states.putRows(rows);
    for (const console of this.consoles) {
      if (!console.welcomed || !console.sight.watches) continue;
      const { sight } = console;
      const shown = rows.filter((row) => sees(sight, row.group_id));
      const saw = (row: TrackerRow) => sees(sight, before.get(row.tracker_id));
      this.#withdraw(
        console,
        rows.filter((row) => saw(row) && !sees(sight, row.group_id)).map((row) => row.tracker_id),
      );
      this.#show(console, shown);
      console.owe(shown.filter((row) => !saw(row)).map((row) => row.tracker_id));
    }
    this.#wake();
  }

  /** A group was made, renamed or deleted. */
  groupChanged(groupId: number): void {
    for (const console of this.consoles) {
      if (console.welcomed && sees(console.sight, groupId)) console.send({ type: 'groups' });
    }
  }

  /**
   * The rights of a console's user are these now: what it may no longer see is taken back, what it may is sent. It is
   * told in any case: settings and looks may be others too.
   */
  applyRights(console: Console, caller: Caller): void {
    const before = console.sight;
    const couldDo = this.#abilitiesOf(console.caller);
    console.caller = caller;
    if (!console.welcomed) return;
    console.send({ type: 'rights' });
    const after = console.sight;
    const sameAbilities = couldDo === this.#abilitiesOf(caller);
    // Settings and looks change more often than rights, and an account has many trackers.
    if (sameAbilities && before.key === after.key) return;
    const saw = (id: number) => sees(before, this.#states.groupOf(id));
    const withdrawn = this.#states.seenBy(before).filter((id) => !this.#shows(console, id));
    const shown = this.#states.seenBy(after);
    const appeared = shown.filter((id) => !saw(id));
    this.#withdraw(console, withdrawn);
    const changed = sameAbilities ? appeared : shown;
    if (changed.length > 0) this.#tell(() => this.#tellShown(console, changed));
    if (appeared.length === 0) return;
    this.#tell(async () => {
      await this.#states.fill();
      // Rights may be others again by now.
      console.owe(appeared.filter((id) => this.#shows(console, id)));
      this.#wake();
    });
  }

  /** A console is to get these trackers, though they have not changed. */
  async #tellShown(console: Console, trackerIds: readonly number[]): Promise<void> {
    for (let start = 0; start < trackerIds.length && console.open; start += STATES_PART) {
      const rows = await this.#read(trackerIds.slice(start, start + STATES_PART));
      this.#show(
        console,
        rows.filter((row) => sees(console.sight, row.group_id)),
      );
    }
  }

  /** Trackers as they are now, without those that were removed meanwhile. */
  async #read(trackerIds: readonly number[]): Promise<TrackerRow[]> {
    const { db, accountId } = this.#options;
    const rows = await readTrackers(db, wholeAccount(accountId), trackerIds);
    return rows.filter((row) => !this.#states.isRemoved(row.tracker_id));
  }

  #shows(console: Console, trackerId: number): boolean {
    return sees(console.sight, this.#states.groupOf(trackerId));
  }

  #show(console: Console, rows: readonly TrackerRow[]): void {
    if (rows.length === 0) return;
    const { clock, readers } = this.#options;
    const now = clock.now();
    const changed = rows.map((row) => readers.trackers.present(row, console.caller, now));
    console.send({ type: 'trackers', changed, removed: [] });
  }

  /** What a user may do with a tracker that they see. */
  #abilitiesOf(user: Caller): string {
    return JSON.stringify(this.#options.readers.trackers.abilities(user, user.groupIds?.[0] ?? null));
  }

  #withdraw(console: Console, trackerIds: readonly number[]): void {
    if (trackerIds.length === 0) return;
    console.forget(trackerIds);
    console.send({ type: 'trackers', changed: [], removed: [...trackerIds] });
  }

  /** A console asked for another refresh: what waits may be due. */
  refreshChanged(): void {
    this.#wake();
  }

  fail(error: unknown): void {
    this.#options.log.warn({ err: error, account: this.#options.accountId }, 'live: reading failed');
  }

  close(): void {
    this.#options.pace.withdraw(this.#serve);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wake(): void {
    if (this.consoles.size > 0) this.#options.pace.request(this.#serve);
  }

  /** Sends what has changed to the consoles that have taken everything before it. */
  readonly #serve = (): void => {
    this.#states.flush(0);
    this.#serveLaterWhoeverWaits();
  };

  /** Sends to the others as well: what changed meanwhile is merged by now. */
  readonly #serveAll = (): void => {
    this.#timer = null;
    for (const console of this.consoles) {
      if (this.#log.isBehind(console) && !console.slow) {
        this.#log.pump(console).catch((error) => this.fail(error));
      }
    }
    this.#states.flush(SLOW_BYTES);
    this.#serveLaterWhoeverWaits();
  };

  #serveLaterWhoeverWaits(): void {
    if (this.#timer !== null) return;
    for (const console of this.consoles) {
      if (!console.owed && !this.#log.isBehind(console)) continue;
      this.#timer = setTimeout(this.#serveAll, COALESCE_MS);
      return;
    }
  }
}
