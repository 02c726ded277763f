import { EVENT_NUMBERS, eventKeyOf, type TrackerEvent } from '@wakeline/domain/events/tracker-event';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { Tx } from '../db/database.ts';
import { presentEvent } from '../events/present-event.ts';
import { insertBatches, type NewBatch } from './batches.ts';
import { type ForwardedTracker, presentPosition, type Receipt } from './present-position.ts';

/** The targets of a tracker, by what they get. */
export interface TrackerTargets {
  readonly positions: readonly number[];
  readonly events: readonly number[];
}

interface Entry {
  readonly targetIds: readonly number[];
  /** Of its row in `position` or `event`, without the tracker. */
  readonly key: string;
  readonly json: string;
}

/** Keys of the rows that a commit inserted; null: of all of them. */
export interface InsertedKeys {
  readonly positions: ReadonlySet<string> | null;
  readonly events: ReadonlySet<string> | null;
}

/** Entries and characters after which another row begins, so that a message stays below 100 kB. */
const MAX_ROW_ENTRIES = 200;
const MAX_ROW_LENGTH = 65_536;

/** The positions and events of a batch that are forwarded, in order. */
export class ForwardEntries {
  readonly #positions: Entry[] = [];
  readonly #events: Entry[] = [];

  get isEmpty(): boolean {
    return this.#positions.length === 0 && this.#events.length === 0;
  }

  addPosition(
    targetIds: readonly number[],
    tracker: ForwardedTracker,
    report: LocatedReport,
    receipt: Receipt,
  ): void {
    // An older position that the receiver repeats without a fix is not displayed either.
    if (targetIds.length === 0 || !report.fix.valid) return;
    const json = JSON.stringify(presentPosition(tracker, report, receipt));
    this.#positions.push({ targetIds, key: `${tracker.trackerId} ${Math.trunc(report.time)}`, json });
  }

  addEvent(targetIds: readonly number[], tracker: ForwardedTracker, event: TrackerEvent): void {
    if (targetIds.length === 0) return;
    const { trackerId, name, imei } = tracker;
    const { time, kind, ref } = eventKeyOf(event);
    // A target gets everything of its devices, so the names of all fences.
    const presented = { trackerId, trackerName: name, imei, ...presentEvent(event, () => true) };
    const key = `${trackerId} ${Math.trunc(time)} ${EVENT_NUMBERS[kind]} ${ref}`;
    this.#events.push({ targetIds, key, json: JSON.stringify(presented) });
  }

  /** Stores what was inserted for the first time, in the transaction that inserted it. */
  async insert(tx: Tx, inserted: InsertedKeys, now: number): Promise<void> {
    const rows = new Map<number, RowWriter>();
    const write = (entries: readonly Entry[], what: 'positions' | 'events') => {
      for (const { targetIds, json } of newOnes(entries, inserted[what])) {
        for (const targetId of targetIds) {
          const writer = rows.get(targetId) ?? new RowWriter(targetId);
          rows.set(targetId, writer);
          writer.add(what, json);
        }
      }
    };
    write(this.#positions, 'positions');
    write(this.#events, 'events');
    const batches = [...rows.values()].flatMap((writer) => writer.finish());
    if (batches.length > 0) await insertBatches(tx, batches, now);
  }
}

/** The first entry of each inserted row: a report can be repeated in one batch. */
function* newOnes(entries: readonly Entry[], keys: ReadonlySet<string> | null): Generator<Entry> {
  const remaining = keys === null ? null : new Set(keys);
  for (const entry of entries) if (remaining?.delete(entry.key) ?? true) yield entry;
}

/** Collects the entries of a target into as few rows as their size permits. */
class RowWriter {
  readonly #targetId: number;
  readonly #rows: NewBatch[] = [];
  #entries = { positions: [] as string[], events: [] as string[] };
  #count = 0;
  #length = 0;

  constructor(targetId: number) {
    this.#targetId = targetId;
  }

  add(what: 'positions' | 'events', json: string): void {
    if (this.#count === MAX_ROW_ENTRIES || (this.#count > 0 && this.#length + json.length > MAX_ROW_LENGTH))
      this.#close();
    this.#entries[what].push(json);
    this.#count++;
    this.#length += json.length;
  }

  finish(): readonly NewBatch[] {
    if (this.#count > 0) this.#close();
    return this.#rows;
  }

  #close(): void {
    const { positions, events } = this.#entries;
    const body = `{"positions":[${positions.join(',')}],"events":[${events.join(',')}]}`;
    this.#rows.push({ targetId: this.#targetId, entries: this.#count, body });
    this.#entries = { positions: [], events: [] };
    this.#count = 0;
    this.#length = 0;
  }
}
