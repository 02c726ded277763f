import type { Report } from '@wakeline/domain/reports/report';
import type { UnreadableReport } from '@wakeline/protocols/protocol';
import type { RegisteredTracker } from './registry.ts';

/** Reports that came together in one frame or request, on their way into the database. */
export interface ReportsItem {
  readonly protocol: string;
  readonly tracker: RegisteredTracker;
  readonly reports: readonly Report[];
  /** What could not be read of the others: acknowledged with them, so it is kept with them. */
  readonly unreadable: readonly UnreadableReport[];
  /** The bytes as they came. */
  readonly raw: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly source: ReportSource;
  readonly reply: Uint8Array | null;
  readonly refused: Uint8Array | null;
}

/** Who is told how it went. Never throws: the others of the batch are told after it. */
export interface ReportSource {
  /** All reports of `item` are stored or set aside, and committed. */
  stored(item: ReportsItem): void;
  /** The tracker has been removed meanwhile. */
  refused(item: ReportsItem): void;
  /** Nothing more comes for now: what was collected is to be sent. */
  flush(): void;
}
