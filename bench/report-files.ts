import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeCsvSheet } from '@wakeline/formats/spreadsheets/write-csv-sheet';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { printRows } from '@wakeline/server/testing/print-rows';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type Spread, writeReport } from './harness/measurements.ts';

const sizes = readSizes('Files of reports of twelve columns, without reading their rows from a database.', {
  rows: { meaning: 'rows of the spreadsheets', default: 1_000_000 },
  pages: { meaning: 'rows of the PDF', default: 5_000 },
});
const HOUR = 3_600_000;
const BATCH = 500;
const NAMES = ['海鸥一号', '货运渔船队第十七号补给船', 'Northern Gull', 'Tern & Heron', 'Quay 7'];

const COLUMNS: readonly WrittenColumn[] = [
  { heading: '设备名称', width: 28, format: 'text' },
  { heading: 'IMEI', width: 20, format: 'text' },
  { heading: '分组', width: 24, format: 'text' },
  { heading: '开始', width: 20, format: 'date' },
  { heading: '结束', width: 20, format: 'date' },
  { heading: '时长', width: 14, format: 'duration' },
  { heading: '里程（km）', width: 16, format: 'general' },
  { heading: '最高速度（km/h）', width: 16, format: 'general' },
  { heading: '纬度', width: 16, format: 'general' },
  { heading: '经度', width: 16, format: 'general' },
  { heading: '地址', width: 40, format: 'text' },
  { heading: '次数', width: 12, format: 'general' },
];

function rowAt(at: number): readonly WrittenCell[] {
  const start = Date.UTC(2026, 0, 1) + at * 61_000;
  return [
    `${NAMES[at % NAMES.length]} ${at % 997}`,
    String(861_390_000_000_000 + at),
    NAMES[(at + 1) % NAMES.length] ?? '',
    { localMs: start },
    { localMs: start + HOUR },
    { durationMs: (at % 300) * 60_000 },
    ((at * 7_919) % 1_900_000) / 1_000,
    at % 11 === 0 ? null : (at % 1_200) / 10,
    30 + (at % 10_000) / 10_000,
    121 + (at % 10_000) / 10_000,
    `浙江省宁波市北仑区新碶街道 ${at % 4_001} 号`,
    at % 30,
  ];
}

async function* batchesOf(count: number): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
  for (let from = 0; from < count; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => rowAt(from + at));
  }
}

const measurements: Record<string, Spread | number> = {};
const data = makeDataFolder();
// The process that prints does not keep this one running.
const running = setInterval(() => undefined, 1_000);

/** Writes a file, and records its seconds, megabytes, and by how many megabytes the process grew. */
async function measure(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const path = join(data, 'file');
  const before = process.memoryUsage.rss();
  let peak = before;
  async function* watched() {
    for await (const chunk of bytes) {
      peak = Math.max(peak, process.memoryUsage.rss());
      yield chunk;
    }
  }
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  await pipeline(Readable.from(watched()), createWriteStream(path));
  measurements[`${name}: seconds`] = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(usedBefore);
  measurements[`${name}: seconds of the processor`] = (user + system) / 1e6;
  measurements[`${name}: MB of the file`] = (await stat(path)).size / 1e6;
  measurements[`${name}: MB of memory, at most more`] = (peak - before) / 1e6;
}

try {
  const sheet = (count: number) => ({ name: 'Bench', columns: COLUMNS, batches: batchesOf(count) });
  await measure('xlsx, a tenth of the rows', writeXlsx(sheet(sizes.rows / 10)));
  await measure('xlsx', writeXlsx(sheet(sizes.rows)));
  await measure('csv', writeCsvSheet(sheet(sizes.rows)));
  const printed = Array.from({ length: sizes.pages }, (_, at) => rowAt(at));
  await measure('PDF, in its own process', printRows(COLUMNS, printed));
} finally {
  clearInterval(running);
  removeDataFolder(data);
}

writeReport('report-files', sizes, measurements);
