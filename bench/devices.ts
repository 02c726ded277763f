import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { varyDevices } from '@wakeline/server/testing/vary-devices';
import { readSizesAndParts } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { measureEdits, measureRemovals } from './harness/devices/changes.ts';
import type { DeviceBench, Figures } from './harness/devices/context.ts';
import { measureCounts } from './harness/devices/counts.ts';
import { measureExpiry } from './harness/devices/expiry.ts';
import { IngestWatch } from './harness/devices/ingest-watch.ts';
import { measurePages } from './harness/devices/pages.ts';
import { measureExport, measureImport } from './harness/devices/sheets.ts';
import { formatSpread, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const { sizes, parts } = readSizesAndParts(
  'An account with very many devices. All parts but pages run while other devices report.',
  {
    devices: { meaning: 'devices of the account', default: 100_000 },
    requests: { meaning: 'requests per round of pages, one after the other', default: 300 },
    rounds: { meaning: 'rounds of each part', default: 3 },
    rate: { meaning: 'positions per second that other devices report meanwhile', default: 2_000 },
    reporting: { meaning: 'devices that report them, each on its own connection', default: 1_000 },
    consoles: { meaning: 'open consoles', default: 1 },
    profile: { meaning: '1: write a CPU profile of each server to bench/results', default: 0 },
  },
  {
    import: 'a sheet of the devices: preview, import, and removal of all of them',
    pages: 'pages of the device table: any filter, any column, either direction, any page',
    counts: 'what the menu and the lists of models and groups count',
    export: 'all devices to .xlsx and .csv, with the memory of the server',
    edit: 'changing and renewing all devices',
    expiry: 'the check for notices, with all devices due',
    removal: 'removing all devices',
  },
);

type Part = typeof parts extends ReadonlySet<infer Name> ? Name : never;

/** The numbers of the fleet contain it, and nothing else about a device. */
const FLEET_KEYWORD = '140000';

const MEASURE: Readonly<Record<Part, (bench: DeviceBench) => Promise<Figures>>> = {
  import: measureImport,
  pages: (bench) => measurePages(bench, sizes.requests),
  counts: measureCounts,
  export: measureExport,
  edit: measureEdits,
  expiry: measureExpiry,
  removal: measureRemovals,
};

const data = makeDataFolder();
const execArgv = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
let server = await startServer({ data, execArgv });
let watch = await IngestWatch.open(server, { ...sizes, rate: 0 });

async function restart(prepare: () => Promise<void>): Promise<void> {
  await watch.close();
  await prepare();
  await server.stop();
  server = await startServer({ data, execArgv });
  watch = await IngestWatch.open(server, sizes);
}

function refill(): Promise<void> {
  return restart(async () => {
    await insertFleet(databaseUrlOf(data), createFleet(sizes.devices));
    await varyDevices(databaseUrlOf(data));
  });
}

const bench: DeviceBench = {
  get server() {
    return server;
  },
  get watch() {
    return watch;
  },
  data,
  devices: sizes.devices,
  rounds: sizes.rounds,
  filter: { keywords: FLEET_KEYWORD },
  refill,
  restart,
};

const figures: Record<string, Figures[string]> = {};
try {
  let isFilled = false;
  for (const part of parts) {
    if (part === 'import') await restart(async () => undefined);
    else if (!isFilled) await refill();
    isFilled ||= part !== 'import';
    const measured = await MEASURE[part](bench);
    for (const [name, figure] of Object.entries(measured)) {
      console.log(`${name}: ${typeof figure === 'number' ? figure : formatSpread(figure)}`);
    }
    Object.assign(figures, measured);
  }
  writeReport('devices', sizes, { ...figures, ...(await measureYardstick(data)) });
} finally {
  await watch.close();
  await server.stop();
  removeDataFolder(data);
}
