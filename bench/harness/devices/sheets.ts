import { setTimeout as delay } from 'node:timers/promises';
import { SHEET_FORMATS, type SheetFormat } from '@wakeline/contract/trackers/import';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { type Spread, spreadOf } from '../measurements.ts';
import { awaitNewestTask, awaitTask } from './await-task.ts';
import type { DeviceBench, Figures } from './context.ts';
import { describeRounds, type Watched } from './ingest-watch.ts';

const MIB = 1024 * 1024;
/** Milliseconds between two samples of the server's memory. */
const SAMPLE_MS = 50;
/** Milliseconds of memory samples before and after an export. */
const REST_MS = 3_000;

const HEADINGS = ['Name', 'IMEI/ID', 'Label', 'Model', 'IoT card', 'Note'];
const BATCH = 1_000;
/** Part of the number of each device in the sheet. */
const SHEET_KEYWORD = '8690000';

/**
 * Registers the devices of a sheet, as a console does: upload with preview, then upload with a task. Removes them after each
 * round. The account must be empty: it has a limit.
 */
export async function measureImport({ server, watch, devices, rounds }: DeviceBench): Promise<Figures> {
  const file = await writeDeviceSheet(devices);
  console.log(`sheet: ${devices} devices, ${(file.size / MIB).toFixed(1)} MiB`);
  const quiet = await watch.during(() => delay(10_000));
  const previews: Watched<unknown>[] = [];
  const imports: Watched<unknown>[] = [];
  const removals: Watched<unknown>[] = [];
  for (let round = 0; round < rounds; round++) {
    const preview = await watch.during(() => server.client.call('importDevices', { file }));
    if (preview.result.failed > 0 || preview.result.total !== devices) {
      throw new Error(`the preview has ${preview.result.failed} of ${preview.result.total} rows with errors`);
    }
    previews.push(preview);
    imports.push(
      await watch.during(async () => {
        const { taskProgressId } = await server.client.call('importDevices', { file, save: true });
        await awaitTask(server, taskProgressId);
      }),
    );
    removals.push(
      await watch.during(async () => {
        const deviceFilter = { keywords: SHEET_KEYWORD };
        await server.client.call('batchRemoveTracker', { deviceFilter, count: devices });
        await awaitNewestTask(server);
      }),
    );
    console.log(`imported after ${Math.round(imports.at(-1)?.ms ?? 0)} ms`);
  }
  return {
    ...describeRounds('nothing else', [quiet]),
    ...describeRounds('import, preview', previews),
    ...describeRounds('import, task', imports),
    ...describeRounds('import, removal afterwards', removals),
  };
}

async function writeDeviceSheet(devices: number): Promise<File> {
  const columns = HEADINGS.map((heading) => ({ heading, width: 20, format: 'text' as const }));
  async function* batches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    for (let at = 0; at < devices; at += BATCH) {
      yield Array.from({ length: Math.min(BATCH, devices - at) }, (_, index) => rowOf(at + index));
    }
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx({ name: 'Devices', columns, batches: batches() })) chunks.push(chunk);
  return new File([Buffer.concat(chunks)], 'devices.xlsx');
}

function rowOf(index: number): readonly WrittenCell[] {
  const number = String(index).padStart(8, '0');
  const model = index % 2 === 0 ? 'GT06N' : 'Bench 808';
  return [
    `浙渔 ${number}`,
    `${SHEET_KEYWORD}${number}`,
    String(index % 997),
    model,
    `89860${number}`,
    'bench',
  ];
}

/** Exports all devices, and samples the server's resident memory before, during and after each export. */
export async function measureExport({ server, watch, rounds }: DeviceBench): Promise<Figures> {
  const figures: Record<string, Spread | number> = {};
  for (const format of SHEET_FORMATS) {
    const exports: Watched<Memory>[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await peakDuring(server.memory, () => delay(REST_MS));
      const watched = await watch.during(() => peakDuring(server.memory, () => exportDevices(format)));
      const after = await peakDuring(server.memory, () => delay(REST_MS));
      exports.push({ ...watched, result: { before, during: watched.result, after } });
    }
    Object.assign(figures, describeRounds(`export, .${format}`, exports));
    for (const when of ['before', 'during', 'after'] as const) {
      figures[`export, .${format}: memory ${when}, MiB`] = spreadOf(
        exports.map(({ result }) => result[when]),
      );
    }
  }
  return figures;

  async function exportDevices(format: SheetFormat): Promise<void> {
    const { taskProgressId } = await server.client.call('exportDeviceDtosByEobUser', { format });
    await awaitTask(server, taskProgressId);
  }
}

/** Peaks of resident memory, MiB. */
interface Memory {
  readonly before: number;
  readonly during: number;
  readonly after: number;
}

async function peakDuring(memory: () => number, work: () => Promise<unknown>): Promise<number> {
  let peak = memory();
  const timer = setInterval(() => {
    peak = Math.max(peak, memory());
  }, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak / MIB;
}
