import { expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf-text.ts';
import { drawReport } from './draw-report.ts';
import type { PdfContent } from './pdf-content.ts';

const HOUR = 3_600_000;

const CONTENT: PdfContent = {
  language: 'zh_CN',
  branding: { systemName: '海上定位平台', themeColor: '#ffd400', logo: null },
  title: '运行总览',
  period: '2026-05-30 至 2026-05-31',
  runAt: '2026-06-01 20:00:00 Asia/Shanghai',
  now: Date.UTC(2026, 5, 1),
  coverage: [
    ['报表', '运行总览'],
    ['统计时间', '2026-05-30 至 2026-05-31'],
    ['分组', '宁波港'],
  ],
  thresholds: [['运动速度', '5 km/h']],
  definitions: [['里程', '相邻定位点之间的距离之和。']],
  charts: [],
  columns: [
    { heading: '设备名称', type: 'text', digits: 0, isSecondary: false },
    { heading: '里程（km）', type: 'number', digits: 3, isSecondary: false },
    { heading: '运行时长', type: 'duration', digits: 0, isSecondary: false },
  ],
  rows: [['海鸥', 1234.5, { durationMs: 27.5 * HOUR }]],
  total: 1,
  sums: ['合计', 1234.5, { durationMs: 27.5 * HOUR }],
};

async function print(changes: Partial<PdfContent> = {}) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of drawReport({ ...CONTENT, ...changes })) chunks.push(chunk);
  return readPdf(Buffer.concat(chunks));
}

const textsOf = (page: Awaited<ReturnType<typeof print>>[number] | undefined) =>
  page?.map(({ text }) => text) ?? [];

test('prints title, filter, numbers, sums and definitions as text that can be copied', async () => {
  const pages = await print();
  expect(pages).toHaveLength(1);
  const texts = textsOf(pages[0]);
  for (const text of [
    '运行总览',
    '海上定位平台',
    '宁波港',
    '海鸥',
    '合计',
    '1,234.500',
    '27:30:00',
    '运动速度',
  ])
    expect(texts).toContain(text);
  expect(texts).toContain('相邻定位点之间的距离之和。');
  expect(texts).toContain('第 1 页，共 1 页');
  expect(texts).toContain('生成时间 2026-06-01 20:00:00 Asia/Shanghai');
});

test('repeats the heading on each page, and aligns numbers at the right', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`船 ${at}`, at * 100.25, { durationMs: at * HOUR }]);
  const pages = await print({ rows });
  expect(pages.length).toBeGreaterThan(3);
  for (const [at, page] of pages.entries()) {
    const texts = textsOf(page);
    expect(texts).toContain(`第 ${at + 1} 页，共 ${pages.length} 页`);
    if (texts.some((text) => text.startsWith('船 '))) expect(texts).toContain('里程（km）');
    if (at > 0) expect(texts).toContain('运行总览 · 2026-05-30 至 2026-05-31');
  }
  expect(pages.flatMap(textsOf).filter((text) => text.startsWith('船 '))).toHaveLength(120);
  const numbers = pages.flat().filter(({ text }) => /^[\d,]+\.\d{3}$/.test(text));
  const [first] = numbers;
  expect(numbers.length).toBe(121);
  for (const { right } of numbers) expect(Math.abs(right - (first?.right ?? 0))).toBeLessThan(0.5);
});

test('replaces characters that the font does not have, and says so', async () => {
  const name = '渔船🚢 \u{20bb7}野丸 👨‍👩‍👧 ☎️\n第二行';
  const texts = textsOf((await print({ rows: [[name, null, null]] }))[0]);
  // A family of five code points is one character. Chinese of GBK and beyond stays.
  expect(texts.join('')).toContain('渔船□');
  expect(texts.join('')).toContain('野丸 □');
  expect(texts.join('')).not.toContain('🚢');
  expect(texts).toContain('“□”表示本文件的字体没有的字符，可导出 .xlsx 查看原文。');
  expect(textsOf((await print())[0]).join('')).not.toContain('□');
});

test('wraps long names, cuts very long ones, and never cuts a number', async () => {
  const rows = [['Northern Gull '.repeat(40), 123_456_789.125, { durationMs: 99_999 * HOUR }]];
  const columns = [
    ...CONTENT.columns,
    ...Array.from(
      { length: 12 },
      (_, at) => ({ heading: `Figure ${at}`, type: 'number', digits: 3, isSecondary: false }) as const,
    ),
  ];
  const numbers = Array.from({ length: 12 }, () => 123_456.789);
  const texts = textsOf((await print({ columns, rows: [[...(rows[0] ?? []), ...numbers]], sums: null }))[0]);
  expect(texts.filter((text) => text.startsWith('Northern'))).toHaveLength(3);
  expect(texts.filter((text) => text.endsWith('…'))).toHaveLength(1);
  expect(texts).toContain('123,456,789.125');
  expect(texts.filter((text) => text === '123,456.789')).toHaveLength(12);
});

test('leaves secondary columns out if they do not fit, and names them', async () => {
  const extra = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => ({ heading: `纬度 ${at}`, type: 'number', digits: 7, isSecondary: true }) as const,
    );
  const printed = async (count: number) => {
    const rows = [[...(CONTENT.rows[0] ?? []), ...extra(count).map(() => 30.1234567)]];
    const columns = [...CONTENT.columns, ...extra(count)];
    return textsOf((await print({ columns, rows, sums: null }))[0]).join('');
  };
  expect(await printed(2)).toContain('30.1234567');
  const texts = await printed(20);
  expect(texts).not.toContain('30.1234567');
  expect(texts).toContain('以下列因版面所限未列出，可导出 .xlsx 或 .csv 查看：纬度 0、纬度 1、');
});

test.each(['bar', 'horizontalBar', 'line', 'pie', 'heatmap'] as const)('draws a chart: %s', async (kind) => {
  const axis = { kind: 'category', name: '', categories: ['海鸥', '燕鸥 🚢'] } as const;
  const series = [{ key: 'mileage', name: '里程', unit: 'distance', values: [90_000, 45_000] }] as const;
  const texts = textsOf((await print({ charts: [{ title: '每日里程', kind, axis, series }] }))[0]);
  expect(texts).toContain('每日里程');
  // In the table, in the chart, and in the legend of a pie.
  expect(texts.filter((text) => text === '海鸥')).toHaveLength(kind === 'pie' ? 3 : 2);
  expect(texts).toContain('燕鸥 □');
  if (kind === 'heatmap') expect(texts).toContain('90 km');
  else if (kind !== 'pie') expect(texts).toContain('km');
});

test('says that it has the first rows of a longer report', async () => {
  const note = '共 12,345 行，本文件仅列出前 1 行。完整列表见 .xlsx 或 .csv 文件；图表和合计包含全部行。';
  expect(textsOf((await print({ total: 12_345 }))[0])).toContain(note);
  expect(textsOf((await print({ total: 12_345, language: 'en_US' }))[0])).toContain(
    '1 of 12,345 rows: the complete list is in the .xlsx or .csv file. Charts and totals are of all rows.',
  );
  expect(textsOf((await print())[0]).join('')).not.toContain('本文件仅列出');
});

test('says that a chart without values has no data', async () => {
  const axis = { kind: 'category', name: '', categories: ['海鸥'] } as const;
  const series = [{ key: 'mileage', name: '里程', unit: 'distance', values: [null] }] as const;
  const texts = textsOf(
    (await print({ rows: [], charts: [{ title: '每日里程', kind: 'bar', axis, series }] }))[0],
  );
  expect(texts).toContain('该时段内没有数据。');
  expect(texts).toContain('没有记录。');
});
