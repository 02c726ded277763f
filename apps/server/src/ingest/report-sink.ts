import type { RegisteredTracker } from './registry.ts';
import type { ReportsItem } from './report-item.ts';

/** Where connections of devices pass their reports: to the engine of this process, or to a stream. */
export interface ReportSink {
  /** Whether reading from devices must pause. */
  readonly full: boolean;
  /** Takes reports. Their source is notified when they are durable. */
  add(item: ReportsItem): void;
  /** A device gave a sign of life without a report. @param at epoch milliseconds */
  markSeen(tracker: RegisteredTracker, at: number): void;
}
