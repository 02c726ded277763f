import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { presentTracker } from '../features/trackers/present.ts';
import { readTrackers } from '../features/trackers/read.ts';
import type { Caller } from '../http/caller.ts';
import { wholeAccount } from '../identity/scope.ts';
import type { Console } from './console.ts';
import type { LoggedEntry, StateChange } from './feed.ts';
import { COALESCE_MS } from './limits.ts';
import { LogStream } from './log-stream.ts';
import { StateStream } from './state-stream.ts';

export interface ChannelOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly accountId: number;
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
  #telling: Promise<void> = Promise.resolve();
  #catchingUp: Promise<void> | null = null;
  /** Something may have changed since it was read last. */
  #unheard = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { db, clock, accountId } = options;
    this.#states = new StateStream({
      db,
      clock,
      accountId,
      consoles: this.consoles,
      onChange: () => this.#wake(),
    });
    this.#log = new LogStream({
      db,
      clock,
      accountId,
      consoles: this.consoles,
      onCaughtUp: (console) => {
        console.phase = 'states';
        this.#states.startPicture(console);
      },
      onDelivered: () => this.#wake(),
      onError: (error) => this.fail(error),
    });
    this.#ready = Promise.all([this.#states.read(null), this.#log.start()]).then(() => undefined);
    // Also while nobody waits for it: a console may take its time to say hello.
    this.#ready.catch((error: unknown) => {
      this.fail(error);
      options.onUnreadable();
    });
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
    this.#states.remove(removed);
    // One change after the other: an older reading must not be told after a newer one.
    this.#telling = this.#telling
      .then(() => this.#tellTrackers(changed, removed))
      .catch((error: unknown) => this.fail(error));
  }

  async #tellTrackers(changed: readonly number[], removed: readonly number[]): Promise<void> {
    const { db, clock, accountId } = this.#options;
    const rows = changed.length === 0 ? [] : await readTrackers(db, wholeAccount(accountId), changed);
    this.#states.putRows(rows);
    const now = clock.now();
    const present = rows.filter((row) => !this.#states.isRemoved(row.tracker_id));
    for (const console of this.consoles) {
      if (!console.welcomed || !console.watches) continue;
      const trackers: Tracker[] = present.map((row) => presentTracker(row, console.caller, now));
      console.send({ type: 'trackers', changed: trackers, removed: [...removed] });
    }
  }

  groupsChanged(): void {
    for (const console of this.consoles) {
      if (console.welcomed) console.send({ type: 'groups' });
    }
  }

  /** The rights of a console's user are these now: what it may no longer see is taken back, what it may is sent. */
  applyRights(console: Console, caller: Caller): void {
    const watched = console.watches;
    console.caller = caller;
    if (!console.welcomed) return;
    console.send({ type: 'rights' });
    if (watched && !console.watches) {
      console.forgetAll();
      console.send({ type: 'trackers', changed: [], removed: this.#states.knownIds() });
    }
    if (!watched && console.watches) this.#states.startPicture(console);
  }

  /** A console asked for another refresh: what waits may be due. */
  refreshChanged(): void {
    this.#wake();
  }

  fail(error: unknown): void {
    this.#options.log.warn({ err: error, account: this.#options.accountId }, 'live: reading failed');
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wake(): void {
    if (this.consoles.size > 0) this.#timer ??= setTimeout(() => this.#tick(), COALESCE_MS);
  }

  #tick(): void {
    this.#timer = null;
    this.#states.flush();
    let waits = false;
    for (const console of this.consoles) {
      if (this.#log.isBehind(console)) {
        if (!console.slow) this.#log.pump(console).catch((error) => this.fail(error));
        waits = true;
      }
      waits ||= console.owed;
    }
    if (waits) this.#wake();
  }
}
