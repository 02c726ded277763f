import type { SheetDate } from './sheet-cell.ts';

/** Null: empty. */
export type WrittenCell = string | number | SheetDate | null;

export interface WrittenColumn {
  readonly heading: string;
  /** Width in characters. */
  readonly width: number;
  /** Format of its cells, including the empty ones that people fill in: `text` preserves the digits of long numbers. */
  readonly format: 'text' | 'date' | 'note';
  /** Values of the drop-down list; other values can be entered, too. */
  readonly choices?: readonly string[];
}

/** A sheet to be written. */
export interface WrittenSheet {
  readonly name: string;
  readonly columns: readonly WrittenColumn[];
  /** Rows by column, in batches of some hundred. */
  readonly batches: AsyncIterable<readonly (readonly WrittenCell[])[]>;
}
