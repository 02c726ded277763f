import type { Fix } from '@wakeline/domain/races/fix';
import { ParticipantRun } from '@wakeline/domain/races/participant-run';
import type { PositionHistory } from '../positions/position-store.ts';
import { readColumns } from '../positions/read-columns.ts';
import { MAX_NEW_FIXES, type PlainFix, readNewFixes } from '../positions/read-new-fixes.ts';
import { type Race, type RaceParticipant, readRace } from './read-race.ts';
import { Tail } from './tail.ts';

/** A participant on a board. */
export interface BoardEntry {
  readonly participant: RaceParticipant;
  /** Null: without a race course. */
  readonly run: ParticipantRun | null;
  /** The last positions. */
  readonly tail: Tail;
}

interface Entry extends BoardEntry {
  /** Everything that the run depends on: another one needs another run. */
  readonly key: string;
  /** Time of the last position that was read, epoch milliseconds. */
  readTo: number;
}

/** Positions of a device that have been stored since they were read. Epoch milliseconds. */
interface Stored {
  readonly oldest: number;
  /** None of them is newer. */
  readonly until: number;
}

/**
 * After a change of the match, the engine may not yet know which devices are in it, and report nothing of them: for this time all
 * devices are read, milliseconds.
 */
const SETTLING_MS = 5_000;

/** Participants whose positions are read at the same time when a board is loaded. */
const LOADING = 4;

/**
 * A match as of a time: the runs of all participants, which follow their positions. Reads only what was stored since the last
 * time; positions that arrive late make it read all positions of their participant again.
 */
export class RaceBoard {
  readonly #history: PositionHistory;
  readonly #matchId: number;
  #stored = new Map<number, Stored>();
  #entries = new Map<number, Entry>();
  #race: Race | null = null;
  #isOutdated = true;
  #isIncomplete = false;
  /** The time up to which positions are used, epoch milliseconds. */
  #horizon = 0;
  #stamp = 0;
  #changedAt: number;
  #last: Promise<void> = Promise.resolve();
  /** Whether the board stays at a past time, at which a match that has finished since was still running. */
  readonly isPast: boolean;

  /** @param now epoch milliseconds */
  constructor(
    history: PositionHistory,
    matchId: number,
    { now, isPast = false }: { readonly now: number; readonly isPast?: boolean },
  ) {
    this.#history = history;
    this.#matchId = matchId;
    this.#changedAt = now;
    this.isPast = isPast;
  }

  /** Null: the match does not exist, or `advance` was not called. */
  get race(): Race | null {
    return this.#race;
  }

  get entries(): Iterable<BoardEntry> {
    return this.#entries.values();
  }

  /** Counts the advances: what was computed of the board with another one is out of date. */
  get stamp(): number {
    return this.#stamp;
  }

  get horizon(): number {
    return this.#horizon;
  }

  /** The match, or something in it, has changed: it is read again. @param now epoch milliseconds */
  markOutdated(now: number): void {
    this.#isOutdated = true;
    this.#changedAt = now;
  }

  /** Positions may have been stored unnoticed: everything is read again. */
  reset(): void {
    this.#isOutdated = true;
    this.#isIncomplete = true;
  }

  /** Positions of a device were stored. Times: epoch milliseconds, later than now if the clock of the device is ahead. */
  markStored(
    trackerId: number,
    { oldest, newest }: { readonly oldest: number; readonly newest: number },
    now: number,
  ): void {
    this.#addStored(trackerId, { oldest, until: Math.max(newest, now) });
  }

  #addStored(trackerId: number, { oldest, until }: Stored): void {
    const known = this.#stored.get(trackerId);
    this.#stored.set(trackerId, {
      oldest: Math.min(oldest, known?.oldest ?? oldest),
      until: Math.max(until, known?.until ?? until),
    });
  }

  /**
   * Reads what has changed, and positions up to a time.
   *
   * @param horizon epoch milliseconds, not before that of the last call
   * @param now epoch milliseconds
   */
  advance(horizon: number, now: number): Promise<void> {
    this.#last = this.#last
      .catch(() => undefined)
      .then(() => this.#advance(Math.max(horizon, this.#horizon), now));
    return this.#last;
  }

  async #advance(horizon: number, now: number): Promise<void> {
    this.#horizon = horizon;
    // What is stored during the reading is for the next time.
    const stored = this.#stored;
    this.#stored = new Map();
    try {
      if (this.#isOutdated) await this.#readRace();
      await this.#readStored(stored, now);
    } catch (error) {
      // It is unknown how much was read.
      this.reset();
      throw error;
    } finally {
      this.#stamp += 1;
    }
    // With a delay, or a clock that is ahead, the rest is read later, and is not late.
    for (const [trackerId, { until }] of stored)
      if (until > horizon) this.#addStored(trackerId, { oldest: Number.POSITIVE_INFINITY, until });
  }

  async #readStored(stored: ReadonlyMap<number, Stored>, now: number): Promise<void> {
    const behind: Entry[] = [];
    const late: Entry[] = [];
    for (const entry of this.#entries.values()) {
      const { row, window } = entry.participant;
      const ofDevice = row.tracker_id === null || window === null ? undefined : stored.get(row.tracker_id);
      if (ofDevice === undefined) {
        if (now <= this.#changedAt + SETTLING_MS) behind.push(entry);
        continue;
      }
      // A device may repeat its last position.
      if (ofDevice.oldest < entry.readTo) late.push(entry);
      else if (entry.readTo < this.#horizon) behind.push(entry);
    }
    await this.#readAgain(late);
    await this.#readNew(behind);
  }

  async #readRace(): Promise<void> {
    this.#isOutdated = false;
    const race = await readRace(this.#history.db, this.#matchId);
    this.#race = race;
    const before: ReadonlyMap<number, Entry> = this.#isIncomplete ? new Map() : this.#entries;
    this.#isIncomplete = false;
    this.#entries = new Map();
    if (race === null) return;
    const added: Entry[] = [];
    for (const participant of race.participants) {
      const key = keyOf(participant);
      const known = before.get(participant.row.participant_id);
      const isReused = known?.key === key && (known.run?.correct(participant.corrections) ?? true);
      const entry =
        isReused && known !== undefined ? { ...known, participant } : createEntry(participant, key, race);
      this.#entries.set(participant.row.participant_id, entry);
      if (!isReused) added.push(entry);
    }
    await this.#readAll(added);
  }

  /** Participants whose positions arrived late get new runs. */
  async #readAgain(late: readonly Entry[]): Promise<void> {
    const race = this.#race;
    if (race === null) return;
    const renewed = late.map(({ participant, key }) => createEntry(participant, key, race));
    for (const entry of renewed) this.#entries.set(entry.participant.row.participant_id, entry);
    await this.#readAll(renewed);
  }

  /** Reads all positions of participants. */
  async #readAll(entries: readonly Entry[]): Promise<void> {
    const waiting = entries.values();
    const readOnes = async () => {
      for (const entry of waiting) await this.#readOne(entry);
    };
    await Promise.all(Array.from({ length: LOADING }, readOnes));
  }

  async #readOne(entry: Entry): Promise<void> {
    const { row, window } = entry.participant;
    if (row.tracker_id === null || window === null) return;
    const to = Math.min(this.#horizon, window.to - 1);
    if (to < window.from) return;
    const blocks = readColumns(
      this.#history,
      { trackerIds: [row.tracker_id], from: window.from, to, now: this.#horizon },
      async () => undefined,
    );
    for await (const { length, time, lng, lat, columns } of blocks)
      for (let at = 0; at < length; at += 1)
        add(entry, {
          time: time[at] ?? 0,
          lng: lng[at] ?? 0,
          lat: lat[at] ?? 0,
          accuracy: numberOf(columns.accuracy, at),
          speed: numberOf(columns.speed, at),
          course: numberOf(columns.course, at),
        });
  }

  async #readNew(behind: readonly Entry[]): Promise<void> {
    let waiting = behind;
    while (waiting.length > 0) {
      const spans = waiting.flatMap(({ participant: { row, window }, readTo }) =>
        row.tracker_id === null || window === null
          ? []
          : [
              {
                trackerId: row.tracker_id,
                from: Math.max(window.from, readTo + 1),
                to: Math.min(this.#horizon, window.to - 1),
              },
            ],
      );
      const byTracker = Map.groupBy(await readNewFixes(this.#history, spans), ({ trackerId }) => trackerId);
      waiting = waiting.filter((entry) => {
        const { window, row } = entry.participant;
        const fixes = row.tracker_id === null ? [] : (byTracker.get(row.tracker_id) ?? []);
        for (const fix of fixes)
          if (window !== null && fix.time > entry.readTo && fix.time >= window.from && fix.time < window.to)
            add(entry, fix);
        return fixes.length >= MAX_NEW_FIXES;
      });
    }
  }
}

function createEntry(participant: RaceParticipant, key: string, race: Race): Entry {
  const { course, setup, corrections } = participant;
  return {
    participant,
    key,
    run: course === null ? null : new ParticipantRun(course, setup, corrections),
    tail: new Tail(race.settings.tailSeconds * 1_000),
    readTo: Number.NEGATIVE_INFINITY,
  };
}

function keyOf({ row, course, setup }: RaceParticipant): string {
  return JSON.stringify([row.tracker_id, course, setup]);
}

function add(entry: Entry, fix: Fix & Pick<PlainFix, 'speed' | 'course'>): void {
  entry.readTo = Math.max(entry.readTo, fix.time);
  entry.run?.add(fix);
  entry.tail.add(fix);
}

function numberOf(column: Float32Array | null | undefined, at: number): number | null {
  const value = column?.[at];
  return value === undefined || Number.isNaN(value) ? null : value;
}
