import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { writePdf } from '../report-files/pdf/write-pdf.ts';
import type { ReportCellType } from '../report-files/report-columns.ts';

const TYPES: Readonly<Record<WrittenColumn['format'], ReportCellType>> = {
  text: 'text',
  note: 'text',
  general: 'number',
  date: 'instant',
  day: 'day',
  duration: 'duration',
};

/** Prints rows as the PDF of a report without a filter and charts, for benchmarks. */
export function printRows(
  columns: readonly WrittenColumn[],
  rows: readonly (readonly WrittenCell[])[],
): AsyncGenerator<Uint8Array, void> {
  return writePdf(
    {
      ...{ language: 'zh_CN', title: '运行总览', period: '2026-01', runAt: '2026-02-01', now: 0 },
      branding: { systemName: 'Bench', themeColor: '#0b5cad', logo: null },
      ...{ coverage: [], thresholds: [], definitions: [], charts: [], sums: null, rows },
      total: rows.length,
      columns: columns.map(({ heading, format }) => ({
        ...{ heading, type: TYPES[format], digits: 3, isSecondary: false },
      })),
    },
    new AbortController().signal,
  );
}
