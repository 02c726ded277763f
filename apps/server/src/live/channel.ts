import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { LoggedEntry } from '../db/account-log.ts';
import type { Db } from '../db/database.ts';
import type { Caller } from '../identity/caller.ts';
import { accountScope } from '../identity/scope.ts';
import { readTrackers, type TrackerRow } from '../trackers/read.ts';
import type { ChangeReceiver, ChangeSource } from './change-source.ts';
import type { Console } from './console.ts';
import type { StateChange } from './feed.ts';
import { MAX_COALESCE_MS, REST_FACTOR, SLOW_BYTES, STATES_PER_MESSAGE, TRACKERS_PER_STEP } from './limits.ts';
import { LogStream } from './log-stream.ts';
import type { LiveReaders } from './readers.ts';
import type { SendScheduler } from './send-scheduler.ts';
import { StateStream } from './state-stream.ts';
import { canSee } from './visibility.ts';

export interface ChannelOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly scheduler: SendScheduler;
  readonly accountId: number;
  readonly readers: LiveReaders;
  readonly changes: ChangeSource;
  /** The picture could not be read: this channel can serve no console. */
  readonly onUnreadable: () => void;
}

/** The state that the open consoles of one account share. Exists as long as there is such a console. */
export class Channel implements ChangeReceiver {
  readonly consoles = new Set<Console>();
  readonly #options: ChannelOptions;
  readonly #log: LogStream;
  readonly #states: StateStream;
  readonly #ready: Promise<void>;
  readonly #stopFollowing: () => void;
  #updates: Promise<void>;
  #catchingUp: Promise<void> | null = null;
  /** Something may have changed since the last read. */
  #hasMissedChanges = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { db, clock, readers, accountId } = options;
    this.#states = new StateStream({
      db,
      clock,
      accountId,
      consoles: this.consoles,
      onChange: () => this.#requestSend(),
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
      onDelivered: () => this.#requestSend(),
      onError: (error) => this.fail(error),
    });
    this.#ready = Promise.all([this.#states.start(), this.#log.start()]).then(() => undefined);
    // Also handled while nobody waits for it: a console may take its time to say hello.
    this.#ready.catch((error: unknown) => {
      this.fail(error);
      options.onUnreadable();
    });
    // Updates wait for the initial read, which is older.
    this.#updates = this.#ready.catch(() => undefined);
    this.#stopFollowing = options.changes.follow(accountId, this);
  }

  get accountId(): number {
    return this.#options.accountId;
  }

  /** Handles the hello of a console. Rejects when the database cannot be read. */
  async join(console: Console, cursor: number | null): Promise<void> {
    await this.#ready;
    await this.#log.join(console, cursor);
    this.#requestSend();
  }

  publishStates(changes: readonly StateChange[]): void {
    this.#states.put(changes);
  }

  publishLog(entries: readonly LoggedEntry[]): void {
    const last = entries.at(-1);
    if (last !== undefined) this.advanceLog(last.seq);
  }

  advanceLog(seq: number): void {
    this.#log.advance(seq);
  }

  /**
   * Reads everything that may have changed without an event. A call during a read causes one more read after it,
   * never a parallel one.
   */
  catchUp(): Promise<void> {
    this.#hasMissedChanges = true;
    this.#catchingUp ??= this.#readMissed().finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  async #readMissed(): Promise<void> {
    await this.#ready;
    while (this.#hasMissedChanges) {
      this.#hasMissedChanges = false;
      await Promise.all([this.#states.readChanged(), this.#log.check()]);
    }
  }

  /** Trackers of the account were added, changed or removed. */
  trackersChanged(changed: readonly number[], removed: readonly number[]): void {
    // At once: ids are never reused, and no read in flight brings one back.
    this.#sendRemoved(removed);
    if (changed.length > 0) this.#enqueueUpdate(() => this.#sendChanged(changed));
  }

  #sendRemoved(trackerIds: readonly number[]): void {
    for (const console of this.consoles) {
      if (console.welcomed)
        this.#hideTrackers(
          console,
          trackerIds.filter((id) => this.#isVisible(console, id)),
        );
    }
    this.#states.remove(trackerIds);
  }

  /**
   * Runs updates one after the other, because an older read must not be sent after a newer one. A failed read would
   * be missing in every picture, and a tracker that is no longer visible would stay; so all consoles start over.
   */
  #enqueueUpdate(task: () => Promise<void>): void {
    this.#updates = this.#updates.then(task).catch((error: unknown) => {
      this.fail(error);
      this.#options.onUnreadable();
    });
  }

  /** Devices report meanwhile, so very many are sent in steps, with a rest after each as in `SendScheduler`. */
  async #sendChanged(trackerIds: readonly number[]): Promise<void> {
    for (let start = 0; start < trackerIds.length; start += TRACKERS_PER_STEP) {
      const rows = await this.#read(trackerIds.slice(start, start + TRACKERS_PER_STEP));
      const startedAt = performance.now();
      this.#sendChangedRows(rows);
      const duration = performance.now() - startedAt;
      await delay(Math.min(duration * REST_FACTOR, MAX_COALESCE_MS));
    }
  }

  #sendChangedRows(rows: readonly TrackerRow[]): void {
    const before = new Map(rows.map(({ tracker_id: id }) => [id, this.#states.groupOf(id)]));
    this.#states.setGroups(rows);
    this.#states.putRows(rows);
    for (const console of this.consoles) {
      if (!console.welcomed || !console.visibility.canWatch) continue;
      const { visibility } = console;
      const visible = rows.filter((row) => canSee(visibility, row.group_id));
      const couldSee = (row: TrackerRow) => canSee(visibility, before.get(row.tracker_id));
      this.#hideTrackers(
        console,
        rows.filter((row) => couldSee(row) && !canSee(visibility, row.group_id)).map((row) => row.tracker_id),
      );
      this.#sendTrackers(console, visible);
      console.addPending(visible.filter((row) => !couldSee(row)).map((row) => row.tracker_id));
    }
    this.#requestSend();
  }

  /** A group was created, renamed or deleted. */
  groupChanged(groupId: number): void {
    for (const console of this.consoles) {
      if (console.welcomed && canSee(console.visibility, groupId)) console.send({ type: 'groups' });
    }
  }

  /**
   * Applies new rights of a console's user: removes what is no longer visible and sends what became visible. The
   * console is notified in any case, since settings and branding may have changed, too.
   */
  applyRights(console: Console, caller: Caller): void {
    const before = console.visibility;
    const previousAbilities = this.#abilitiesOf(console.caller);
    console.caller = caller;
    if (!console.welcomed) return;
    console.send({ type: 'rights' });
    const after = console.visibility;
    const sameAbilities = previousAbilities === this.#abilitiesOf(caller);
    // Settings and branding change more often than rights, and an account has many trackers.
    if (sameAbilities && before.key === after.key) return;
    const couldSee = (id: number) => canSee(before, this.#states.groupOf(id));
    const hidden = this.#states.visibleTo(before).filter((id) => !this.#isVisible(console, id));
    const visible = this.#states.visibleTo(after);
    const appeared = visible.filter((id) => !couldSee(id));
    this.#hideTrackers(console, hidden);
    const changed = sameAbilities ? appeared : visible;
    if (changed.length > 0) this.#enqueueUpdate(() => this.#sendVisible(console, changed));
    if (appeared.length === 0) return;
    this.#enqueueUpdate(async () => {
      await this.#states.loadStates();
      // The rights may have changed again by now.
      console.addPending(appeared.filter((id) => this.#isVisible(console, id)));
      this.#requestSend();
    });
  }

  /** Sends these trackers to a console although they have not changed. */
  async #sendVisible(console: Console, trackerIds: readonly number[]): Promise<void> {
    for (let start = 0; start < trackerIds.length && console.open; start += STATES_PER_MESSAGE) {
      const rows = await this.#read(trackerIds.slice(start, start + STATES_PER_MESSAGE));
      this.#sendTrackers(
        console,
        rows.filter((row) => canSee(console.visibility, row.group_id)),
      );
    }
  }

  /** Reads the current trackers, without those removed meanwhile. */
  async #read(trackerIds: readonly number[]): Promise<TrackerRow[]> {
    const { db, accountId } = this.#options;
    const rows = await readTrackers(db, accountScope(accountId), trackerIds);
    return rows.filter((row) => !this.#states.isRemoved(row.tracker_id));
  }

  #isVisible(console: Console, trackerId: number): boolean {
    return canSee(console.visibility, this.#states.groupOf(trackerId));
  }

  #sendTrackers(console: Console, rows: readonly TrackerRow[]): void {
    if (rows.length === 0) return;
    const { clock, readers } = this.#options;
    const now = clock.now();
    const changed = rows.map((row) => readers.trackers.present(row, console.caller, now));
    console.send({ type: 'trackers', changed, removed: [] });
  }

  /** The abilities of a user for a visible tracker. */
  #abilitiesOf(user: Caller): string {
    return JSON.stringify(this.#options.readers.trackers.abilities(user, user.groupIds?.[0] ?? null));
  }

  #hideTrackers(console: Console, trackerIds: readonly number[]): void {
    if (trackerIds.length === 0) return;
    console.dropPending(trackerIds);
    console.send({ type: 'trackers', changed: [], removed: [...trackerIds] });
  }

  /** A console requested another refresh interval: pending states may be due. */
  refreshChanged(): void {
    this.#requestSend();
  }

  fail(error: unknown): void {
    this.#options.log.warn({ err: error, account: this.#options.accountId }, 'live: reading failed');
  }

  close(): void {
    this.#stopFollowing();
    this.#options.scheduler.cancel(this.#sendChanges);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #requestSend(): void {
    if (this.consoles.size > 0) this.#options.scheduler.request(this.#sendChanges);
  }

  /** Sends changes to the consoles that have received everything before. */
  readonly #sendChanges = (): void => {
    this.#states.flush(0);
    this.#schedulePending();
  };

  /** Sends to the other consoles, too: changes in between have been merged by now. */
  readonly #sendToAll = (): void => {
    this.#timer = null;
    for (const console of this.consoles) {
      if (this.#log.isBehind(console) && !console.slow) {
        this.#log.sendBacklog(console).catch((error) => this.fail(error));
      }
    }
    this.#states.flush(SLOW_BYTES);
    this.#schedulePending();
  };

  #schedulePending(): void {
    if (this.#timer !== null) return;
    for (const console of this.consoles) {
      if (!console.hasPending && !this.#log.isBehind(console)) continue;
      this.#timer = setTimeout(this.#sendToAll, MAX_COALESCE_MS);
      return;
    }
  }
}
