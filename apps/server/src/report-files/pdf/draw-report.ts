import { isEmptyChart } from '@wakeline/charts/chart-model';
import type { Language } from '@wakeline/contract/entities/user-config';
import { contrast, mix } from '@wakeline/domain/colors/contrast';
import { breakText } from './break-text.ts';
import { chartSvg, heightOf } from './chart-svg.ts';
import { drawSvg } from './draw-svg.ts';
import { drawTable } from './draw-table.ts';
import type { PdfContent, PrintedChart } from './pdf-content.ts';
import { MISSING } from './pdf-font.ts';
import { COLORS, CONTENT_WIDTH, MARGIN, PAGE_WIDTH, PdfPages } from './pdf-page.ts';

/** Points per pixel of a chart: its texts of 12 pixels are 8 points. */
const CHART_SCALE = 2 / 3;
const LOGO_BOX: [number, number] = [150, 30];
const LABEL_GAP = 12;
/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

interface Texts {
  readonly page: (page: number, pages: number) => string;
  readonly createdAt: string;
  readonly emptyChart: string;
  readonly emptyTable: string;
  readonly thresholds: string;
  readonly definitions: string;
  readonly firstRows: (rows: string, total: string) => string;
  readonly omitted: (headings: string) => string;
  readonly missing: string;
  readonly separator: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  zh_CN: {
    page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
    createdAt: '生成时间',
    emptyChart: '该时段内没有数据。',
    emptyTable: '没有记录。',
    thresholds: '统计参数',
    definitions: '指标说明',
    firstRows: (rows, total) =>
      `共 ${total} 行，本文件仅列出前 ${rows} 行。完整列表见 .xlsx 或 .csv 文件；图表和合计包含全部行。`,
    omitted: (headings) => `以下列因版面所限未列出，可导出 .xlsx 或 .csv 查看：${headings}。`,
    missing: `“${MISSING}”表示本文件的字体没有的字符，可导出 .xlsx 查看原文。`,
    separator: '、',
  },
  en_US: {
    page: (page, pages) => `Page ${page} of ${pages}`,
    createdAt: 'Created at',
    emptyChart: 'No data in this period.',
    emptyTable: 'No rows.',
    thresholds: 'Settings',
    definitions: 'How figures are computed',
    firstRows: (rows, total) =>
      `${rows} of ${total} rows: the complete list is in the .xlsx or .csv file. Charts and totals are of all rows.`,
    omitted: (headings) =>
      `These columns do not fit on the page; export to .xlsx or .csv to see them: ${headings}.`,
    missing: `"${MISSING}" stands for a character that the font of this file does not have; an .xlsx file has it.`,
    separator: ', ',
  },
};

/** Prints a report: what it covers, its charts, its table, and how its figures are computed. Yields the bytes of the file. */
export function drawReport(content: PdfContent): AsyncGenerator<Uint8Array> {
  const { language, branding, title, period, runAt, now } = content;
  const text = TEXTS[language];
  const head = [`${title} · ${period}`, branding.systemName] as const;
  const pages = new PdfPages({ title: `${title} ${period}`, author: branding.systemName, now, head });
  const accent = legible(branding.themeColor);
  drawHead(pages, content, accent);
  drawRowLimit(pages, content);
  for (const chart of content.charts) drawChart(pages, chart, content, accent);
  let omitted: readonly string[] = [];
  if (content.rows.length > 0) omitted = drawTable(pages, content, accent);
  else drawNote(pages, text.emptyTable);
  drawAbout(pages, content, omitted);
  return pages.finish(`${text.createdAt} ${runAt}`, text.page);
}

/** The account's colour, darkened until texts of it can be read. */
function legible(color: string): string {
  const base = /^#[0-9a-f]{6}$/i.test(color) ? color : '#0b5cad';
  for (let weight = 0; weight < 1; weight += 0.04) {
    const candidate = mix(base, COLORS.text, weight);
    if (contrast(candidate, COLORS.surface) >= MIN_CONTRAST) return candidate;
  }
  return COLORS.text;
}

function drawHead(pages: PdfPages, { branding, title, period, coverage }: PdfContent, accent: string): void {
  const { doc } = pages;
  if (branding.logo !== null)
    doc.image(Buffer.from(branding.logo), PAGE_WIDTH - MARGIN - LOGO_BOX[0], MARGIN, {
      fit: LOGO_BOX,
      align: 'right',
    });
  const nameY = branding.logo === null ? MARGIN : MARGIN + LOGO_BOX[1] + 2;
  pages.text(branding.systemName, PAGE_WIDTH - MARGIN, nameY, {
    ...{ size: 9, color: COLORS.muted, align: 'right' },
  });
  pages.text(title, MARGIN, MARGIN - 2, { weight: 'bold', size: 18, color: accent });
  pages.text(period, MARGIN, MARGIN + 24, { size: 10, color: COLORS.text });
  pages.y = MARGIN + 46;
  pages.rule(pages.y, accent, 1);
  pages.y += 8;
  // The title and the period are above.
  drawLines(pages, coverage.slice(2), { columns: 2 });
  pages.y += 8;
}

/** Says that the table has the first rows only, before everything else: sums and charts have more. */
function drawRowLimit(pages: PdfPages, { rows, total, language }: PdfContent): void {
  if (rows.length >= total) return;
  const numbers = new Intl.NumberFormat('en-US');
  const text = TEXTS[language].firstRows(numbers.format(rows.length), numbers.format(total));
  pages.text(text, MARGIN, pages.y, { weight: 'bold', size: 9 });
  pages.y += 20;
}

function drawChart(pages: PdfPages, chart: PrintedChart, { language }: PdfContent, accent: string): void {
  const isEmpty = isEmptyChart(chart) || chart.series.length === 0;
  const width = Math.floor(CONTENT_WIDTH / CHART_SCALE);
  const height = isEmpty ? 16 : heightOf(chart) * CHART_SCALE;
  pages.require(height + 18);
  pages.text(chart.title, MARGIN, pages.y, { weight: 'bold', size: 10 });
  pages.y += 18;
  if (isEmpty) pages.text(TEXTS[language].emptyChart, MARGIN, pages.y, { size: 9, color: COLORS.muted });
  else {
    const colors = { ...COLORS, accent, field: COLORS.border, selected: COLORS.stripe };
    const svg = chartSvg(chart, { width, colors, language, font: pages.fonts.regular });
    drawSvg(pages, svg, MARGIN, pages.y, CHART_SCALE);
  }
  pages.y += height + 12;
}

function drawAbout(pages: PdfPages, content: PdfContent, omitted: readonly string[]): void {
  const text = TEXTS[content.language];
  pages.y += 10;
  if (omitted.length > 0) drawNote(pages, text.omitted(omitted.join(text.separator)));
  for (const [name, lines] of [
    [text.thresholds, content.thresholds],
    [text.definitions, content.definitions],
  ] as const) {
    if (lines.length === 0) continue;
    pages.require(40);
    pages.text(name, MARGIN, pages.y + 4, { weight: 'bold', size: 10 });
    pages.y += 22;
    drawLines(pages, lines, { columns: 1 });
  }
  // The last, because it is about all texts before it.
  const { regular, bold } = pages.fonts;
  if (regular.hasMissing || bold.hasMissing) drawNote(pages, text.missing);
}

function drawNote(pages: PdfPages, note: string): void {
  const { regular } = pages.fonts;
  const widthOf = (text: string) => regular.widthOf(text, 8);
  for (const line of breakText(regular.printable(note), CONTENT_WIDTH, { widthOf, maxLines: 6 })) {
    pages.require(12);
    pages.text(line, MARGIN, pages.y, { size: 8, color: COLORS.muted });
    pages.y += 12;
  }
  pages.y += 4;
}

/** Lines of a label and its value, in one column or in two from left to right. */
function drawLines(
  pages: PdfPages,
  lines: readonly (readonly [label: string, value: string | number])[],
  { columns }: { readonly columns: 1 | 2 },
): void {
  const size = 8;
  const { regular } = pages.fonts;
  const widthOf = (text: string) => regular.widthOf(text, size);
  const width = CONTENT_WIDTH / columns;
  const labelWidth = Math.min(
    width / 3,
    LABEL_GAP + Math.max(0, ...lines.map(([label]) => widthOf(regular.printable(label)))),
  );
  for (let at = 0; at < lines.length; at += columns) {
    const row = lines.slice(at, at + columns).map(([label, value]) => ({
      label: breakText(regular.printable(label), labelWidth - LABEL_GAP, { widthOf, maxLines: 2 }),
      value: breakText(regular.printable(String(value)), width - labelWidth - LABEL_GAP, {
        widthOf,
        maxLines: 4,
      }),
    }));
    const count = Math.max(...row.map(({ label, value }) => Math.max(label.length, value.length)));
    pages.require(count * 11 + 2);
    for (const [column, { label, value }] of row.entries()) {
      const left = MARGIN + column * width;
      for (const [line, one] of label.entries())
        pages.text(one, left, pages.y + line * 11, { size, color: COLORS.muted });
      for (const [line, one] of value.entries())
        pages.text(one, left + labelWidth, pages.y + line * 11, { size });
    }
    pages.y += count * 11 + 2;
  }
}
