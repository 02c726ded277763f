import type { Report } from '@wakeline/domain/reports/report';
import { Epoch, type Formatter, timeOfDayOf } from './epoch.ts';
import type { Sentence } from './sentence.ts';
import { nearestDay } from './values.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Milliseconds after which an epoch is reported although further sentences could follow. */
const EPOCH_TIMEOUT_MS = 1000;
/** Every receiver for tracking sends RMC: it completes an epoch until the device shows otherwise. */
const FIRST_COMPLETING: Formatter = 'RMC';

export interface MergedReport {
  readonly report: Report;
  /** The lines of its sentences. */
  readonly raw: Buffer;
}

export interface MergeResult {
  /** Epochs that the sentence ended. */
  readonly reports: readonly MergedReport[];
  /** The name of a malformed value; null: none. */
  readonly error: string | null;
}

/**
 * Merges the sentences of one device into one report per second. A receiver sends its sentences in the same order each
 * time, and the protocol marks no end. So an epoch ends with the sentence that was the last one of the previous epoch:
 * then no report waits for the next one. It also ends when a sentence of another time arrives, or after a second.
 */
export class EpochMerger {
  #epoch: Epoch | null = null;
  #completing: Formatter = FIRST_COMPLETING;
  /** Of the last report, epoch milliseconds. */
  #reportedTimeOfDay: number | null = null;
  /** Start of the last day that a sentence named; null: none did. */
  #day: number | null = null;

  get isPending(): boolean {
    return this.#epoch !== null;
  }

  add(formatter: Formatter, sentence: Sentence, line: Buffer, now: number): MergeResult {
    const timeOfDay = timeOfDayOf(formatter, sentence);
    if (timeOfDay === undefined) return { reports: [], error: 'time' };
    const time = formatter === 'VTG' ? (this.#epoch?.timeOfDay ?? this.#reportedTimeOfDay) : timeOfDay;
    // Before its first fix a receiver may have no time.
    if (time === null) return { reports: [], error: null };
    if (this.#isReported(time)) {
      // VTG has no time: it may be the first sentence of the next epoch.
      if (time === this.#reportedTimeOfDay && formatter !== 'VTG') this.#completing = formatter;
      return { reports: [], error: null };
    }
    const reports = this.#epoch !== null && this.#epoch.timeOfDay !== time ? this.#end(now) : [];
    this.#epoch ??= new Epoch(time, now);
    const error = this.#epoch.add(formatter, sentence, line);
    if (error !== null) {
      if (this.#epoch.lines.length === 0) this.#epoch = null;
      return { reports, error };
    }
    if (sentence.sentAt !== null) this.#epoch.day ??= nearestDay(time, sentence.sentAt);
    return {
      reports: formatter === this.#completing ? [...reports, ...this.#end(now)] : reports,
      error: null,
    };
  }

  /** Ends the epoch if it is older than a second. */
  endOverdue(now: number): readonly MergedReport[] {
    const epoch = this.#epoch;
    return epoch !== null && now - epoch.startedAt >= EPOCH_TIMEOUT_MS ? this.#end(now) : [];
  }

  /** Ends the epoch because no further sentence follows. */
  end(now: number): readonly MergedReport[] {
    return this.#end(now);
  }

  /** Whether the second of this time has its report. */
  #isReported(timeOfDay: number): boolean {
    const reported = this.#reportedTimeOfDay;
    return (
      this.#epoch === null &&
      reported !== null &&
      Math.floor(timeOfDay / SECOND_MS) === Math.floor(reported / SECOND_MS)
    );
  }

  #end(now: number): readonly MergedReport[] {
    const epoch = this.#epoch;
    if (epoch === null) return [];
    this.#epoch = null;
    this.#completing = epoch.last;
    const report = epoch.build(this.#dayOf(epoch, now) + epoch.timeOfDay);
    if (report === null) return [];
    this.#reportedTimeOfDay = epoch.timeOfDay;
    return [{ report, raw: Buffer.concat(epoch.lines) }];
  }

  /**
   * The day of an epoch: its own, else the last one that was named, else that of the arrival. A time that goes back by
   * more than half a day is of the next day.
   */
  #dayOf({ day, timeOfDay }: Epoch, now: number): number {
    const last = this.#day;
    if (day !== null) this.#day = day;
    else if (last === null) return nearestDay(timeOfDay, now);
    else if (timeOfDay < (this.#reportedTimeOfDay ?? 0) - DAY_MS / 2) this.#day = last + DAY_MS;
    return this.#day ?? nearestDay(timeOfDay, now);
  }
}
