import { expect, test } from 'vitest';
import type { PdfColumn } from './pdf-content.ts';
import { PdfFont } from './pdf-font.ts';
import { layOutTable } from './table-layout.ts';

const fonts = { regular: new PdfFont('regular'), bold: new PdfFont('bold') };

test('keeps two characters of a Chinese heading on a line, beside long names', () => {
  const common = { digits: 0, isSecondary: false };
  const columns: readonly PdfColumn[] = [
    ...Array.from({ length: 20 }, () => ({ heading: '超速次数', type: 'count' as const, ...common })),
    ...Array.from({ length: 4 }, () => ({ heading: '设备', type: 'text' as const, ...common })),
  ];
  const rows = [columns.map(({ type }) => (type === 'text' ? '长'.repeat(40) : 0))];
  const { columns: laidOut, fontSize } = layOutTable({ columns, rows, sums: null }, 770, fonts);
  expect(fontSize).toBe(8);
  // Han characters are 1 em wide; 4 points of padding on each side.
  for (const { width } of laidOut.slice(0, 20)) expect(width).toBeCloseTo(2 * 8 + 8, 3);
});
