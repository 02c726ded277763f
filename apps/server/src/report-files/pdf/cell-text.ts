import { formatSheetDuration } from '@wakeline/formats/spreadsheets/sheet-cell';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { PdfColumn } from './pdf-content.ts';

/** A value that is not known, as on the screen. */
const UNKNOWN = '—';

const formats = new Map<number, Intl.NumberFormat>();

function formatNumber(value: number, digits: number): string {
  let format = formats.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format.format(value);
}

/** The text of a cell. */
export function cellText(cell: WrittenCell, { type, digits }: Pick<PdfColumn, 'type' | 'digits'>): string {
  if (cell === null || cell === '') return UNKNOWN;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return formatNumber(cell, digits);
  if ('durationMs' in cell) return formatSheetDuration(cell);
  const [day = '', time = ''] = new Date(cell.localMs).toISOString().split('T');
  return type === 'day' ? day : `${day} ${time.slice(0, 8)}`;
}
