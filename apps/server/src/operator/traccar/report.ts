import type { PositionLoss } from './map-position.ts';
import { REASONS, type Reason } from './reasons.ts';

/** What an object of Traccar is. */
export type TraccarKind = 'group' | 'device' | 'user' | 'geofence';
export const TRACCAR_KINDS: readonly TraccarKind[] = ['group', 'device', 'user', 'geofence'];

export interface Note {
  readonly reason: Reason;
  /** A value that the reason is about. */
  readonly detail?: string | number;
}

/** Outcome of an object. `existing`: imported before, or already in the account. */
export interface ReportRow {
  readonly kind: TraccarKind;
  /** Its id in Traccar. */
  readonly id: number;
  readonly name: string;
  readonly outcome: 'imported' | 'existing' | 'refused';
  /** What it became. */
  readonly became: string | null;
  readonly notes: readonly Note[];
}

interface LossCount {
  count: number;
  /** Ids in Traccar of the first ones. */
  readonly firstIds: number[];
}

/** Ids that the report lists for each reason and device. */
const LISTED_IDS = 10;

/** Outcome of the positions of a device. */
export class PositionCounts {
  read = 0;
  stored = 0;
  existing = 0;
  /** Older than the retention of the account: not read, only counted. Null: the source cannot count them. */
  tooOld: number | null = 0;
  readonly refused: Partial<Record<Reason, LossCount>> = {};
  /** Stored without some of their values. */
  readonly incomplete: Partial<Record<PositionLoss, LossCount>> = {};

  refuse(reason: Reason, id: number): void {
    count(this.refused, reason, id);
  }

  lose(loss: PositionLoss, id: number): void {
    count(this.incomplete, loss, id);
  }

  get refusedCount(): number {
    return Object.values(this.refused).reduce((sum, { count: one }) => sum + one, 0);
  }
}

function count<Name extends string>(counts: Partial<Record<Name, LossCount>>, name: Name, id: number): void {
  const entry = counts[name] ?? { count: 0, firstIds: [] };
  counts[name] = entry;
  entry.count += 1;
  if (entry.firstIds.length < LISTED_IDS) entry.firstIds.push(id);
}

interface DevicePositions {
  readonly id: number;
  readonly uniqueId: string;
  readonly counts: PositionCounts;
}

/** Collects the outcome of each object and the positions of each device. */
export class ImportReport {
  readonly rows: ReportRow[] = [];
  readonly positions: DevicePositions[] = [];
  others: Readonly<Record<string, number>> = {};

  add(row: ReportRow): void {
    this.rows.push(row);
  }

  addPositions(id: number, uniqueId: string, counts: PositionCounts): void {
    this.positions.push({ id, uniqueId, counts });
  }

  countRows(kind: TraccarKind, outcome: ReportRow['outcome']): number {
    return this.rows.filter((row) => row.kind === kind && row.outcome === outcome).length;
  }

  /** Totals of the positions of all devices. */
  get positionTotals() {
    const sum = (value: (counts: PositionCounts) => number) =>
      this.positions.reduce((total, { counts }) => total + value(counts), 0);
    return {
      read: sum((counts) => counts.read),
      stored: sum((counts) => counts.stored),
      existing: sum((counts) => counts.existing),
      refused: sum((counts) => counts.refusedCount),
      tooOld: sum((counts) => counts.tooOld ?? 0),
    };
  }

  /** The complete report for a JSON file. */
  toJson(heading: Readonly<Record<string, unknown>>): string {
    const totals = Object.fromEntries(
      TRACCAR_KINDS.map((kind) => [
        kind,
        {
          imported: this.countRows(kind, 'imported'),
          existing: this.countRows(kind, 'existing'),
          refused: this.countRows(kind, 'refused'),
        },
      ]),
    );
    const positions = this.positions.map(({ id, uniqueId, counts }) => ({ id, uniqueId, ...counts }));
    return `${JSON.stringify(
      {
        ...heading,
        totals: { ...totals, positions: this.positionTotals },
        notImported: this.others,
        rows: this.rows.map((row) => ({
          ...row,
          notes: row.notes.map((note) => ({ ...note, text: REASONS[note.reason] })),
        })),
        positions,
      },
      null,
      1,
    )}\n`;
  }
}
