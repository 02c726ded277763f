import type { SheetDate, SheetDuration } from './sheet-cell.ts';

/** Null: empty. */
export type WrittenCell = string | number | SheetDate | SheetDuration | null;

export interface WrittenColumn {
  readonly heading: string;
  /** Width in characters. */
  readonly width: number;
  /** Format of its cells, including the empty ones that people fill in: `text` preserves the digits of long numbers. */
  readonly format: 'text' | 'general' | 'date' | 'day' | 'duration' | 'note';
  /** Values of the drop-down list; other values can be entered, too. */
  readonly choices?: readonly string[];
}

/** A sheet to be written. */
export interface WrittenSheet {
  readonly name: string;
  readonly columns: readonly WrittenColumn[];
  /** Rows by column, in batches of some hundred. */
  readonly batches: AsyncIterable<readonly (readonly WrittenCell[])[]>;
  /** A last sheet that describes the others: lines of a label and its value. A CSV file has none. */
  readonly about?: AboutSheet;
  /** A last row in bold. A CSV file has none, so that programs that read it find rows only. */
  readonly sums?: readonly WrittenCell[];
}

export interface AboutSheet {
  readonly name: string;
  readonly rows: readonly (readonly [label: string, value: WrittenCell])[];
}
