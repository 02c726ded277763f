import type { Report } from '@wakeline/domain/reports/report';
import type { UnreadableReport } from '@wakeline/protocols/protocol';
import { Packr } from 'msgpackr';
import type { ReportsItem } from '../report-item.ts';

/** Of the layout below. An engine that is older than a gateway stops instead of skipping reports. */
const VERSION = 1;

/** The reports of a frame, as in `ReportsItem`. */
export interface StreamedReports {
  readonly trackerId: number;
  readonly protocol: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly reports: readonly Report[];
  readonly unreadable: readonly UnreadableReport[];
  readonly raw: Uint8Array;
}

/** A sign of life without a report: the tracker, and epoch milliseconds. */
export type Sighting = readonly [trackerId: number, at: number];

/** What one gateway received from devices of one partition. Without reports and sightings it says that the gateway listens. */
export interface ReportMessage {
  readonly items: readonly StreamedReports[];
  readonly seen: readonly Sighting[];
}

/** Thrown for a message that this version cannot read. */
export class ReportMessageError extends Error {
  override readonly name = 'ReportMessageError';
}

/** Repeated shapes of objects are written once per message, and each message is complete. */
const packr = new Packr({ useRecords: true });

/** MessagePack: `[version, items, seen]`; an item is `[trackerId, protocol, receivedAt, reports, unreadable, raw]`. */
export function encodeReportMessage(items: readonly ReportsItem[], seen: readonly Sighting[]): Buffer {
  return packr.pack([VERSION, items.map(toArray), seen]);
}

function toArray({ tracker, protocol, receivedAt, reports, unreadable, raw }: ReportsItem): unknown {
  return [tracker.trackerId, protocol, receivedAt, reports, unreadable, raw];
}

type PackedItem = readonly [
  trackerId: number,
  protocol: string,
  receivedAt: number,
  reports: readonly Report[],
  unreadable: readonly UnreadableReport[],
  raw: Uint8Array,
];

/** @throws ReportMessageError for a message of another version, or bytes that are not a message. */
export function decodeReportMessage(bytes: Uint8Array): ReportMessage {
  const [version, items, seen] = unpack(bytes);
  if (version !== VERSION) throw new ReportMessageError(`version ${String(version)} of a message of reports`);
  return {
    items: items.map(([trackerId, protocol, receivedAt, reports, unreadable, raw]) => ({
      ...{ trackerId, protocol, receivedAt, reports, unreadable, raw },
    })),
    seen,
  };
}

function unpack(
  bytes: Uint8Array,
): readonly [version: unknown, items: readonly PackedItem[], seen: readonly Sighting[]] {
  try {
    const value: unknown = packr.unpack(bytes);
    // Only gateways may publish to the stream, so its elements are not checked one by one.
    if (Array.isArray(value) && value.length === 3) return value as unknown as ReturnType<typeof unpack>;
  } catch (error) {
    throw new ReportMessageError('bytes that are not a message of reports', { cause: error });
  }
  throw new ReportMessageError('bytes that are not a message of reports');
}
