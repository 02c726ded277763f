import type { Report } from '@wakeline/domain/reports/report';
import type { UnreadableReport } from '@wakeline/protocols/protocol';
import type { RegisteredTracker } from './registry.ts';

/** Reports that arrived in one frame or request and are to be stored. */
export interface ReportsItem {
  readonly protocol: string;
  readonly tracker: RegisteredTracker;
  readonly reports: readonly Report[];
  /**
   * Reports of the frame that could not be decoded: they are acknowledged with the others, so they are stored with
   * them.
   */
  readonly unreadable: readonly UnreadableReport[];
  /** The frame as received. */
  readonly raw: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly source: ReportSource;
  readonly reply: Uint8Array | null;
  readonly refused: Uint8Array | null;
}

/** Receives the outcome of its items. Must not throw, because the other sources of the batch are notified after it. */
export interface ReportSource {
  /** All reports of `item` are committed, as positions or set aside. */
  onStored(item: ReportsItem): void;
  /** The tracker has been removed in the meantime. */
  onRefused(item: ReportsItem): void;
  /** No further outcome follows for now: send the collected replies. */
  flush(): void;
}
