import { CSV_BOM, toCsvRecord } from '../csv-record.ts';
import { formatSheetDuration } from './sheet-cell.ts';
import type { WrittenCell, WrittenColumn, WrittenSheet } from './written-sheet.ts';

export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

/** Writes a CSV file (RFC 4180) in UTF-8 with a byte order mark. A text that would run as a formula gets an apostrophe in front. */
export async function* writeCsvSheet({ columns, batches }: WrittenSheet): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_BOM + toCsvRecord(columns.map(({ heading }) => heading)));
  for await (const batch of batches)
    yield encoder.encode(
      batch.map((cells) => toCsvRecord(cells.map((cell, at) => toField(cell, columns[at]?.format)))).join(''),
    );
}

function toField(cell: WrittenCell, format: WrittenColumn['format'] | undefined): string | number {
  if (cell === null) return '';
  if (typeof cell !== 'object') return cell;
  if ('durationMs' in cell) return formatSheetDuration(cell);
  const [day = '', time = ''] = new Date(cell.localMs).toISOString().split('T');
  return format === 'day' ? day : `${day} ${time.slice(0, 8)}`;
}
