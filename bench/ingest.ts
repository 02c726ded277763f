import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import pg from 'pg';
import { addFences } from './harness/add-fences.ts';
import { readSizesAndChoice } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { IngestLoad, type IngestRound } from './harness/ingest-rounds.ts';
import { measureInTurn } from './harness/ingest-turns.ts';
import { LOAD_FORMATS } from './harness/load-formats.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const { sizes, chosen } = readSizesAndChoice(
  'Positions per second from devices into the embedded database, each acknowledged after its commit: JT/T 808 over TCP, or a protocol and JT/T 808 in turn.',
  {
    connections: { meaning: 'devices, each on a separate connection', default: 1_000 },
    window: { meaning: 'unacknowledged positions per device', default: 8 },
    rounds: { meaning: 'rounds of each scenario, after one warm-up round', default: 5 },
    seconds: { meaning: 'seconds per round', default: 8 },
    frames: { meaning: 'maximum frames per device and round', default: 800 },
    batch: { meaning: 'positions per frame of the second scenario; 0: skip it', default: 10 },
    positions: { meaning: 'positions per frame with --protocol, where it has such frames', default: 1 },
    ignition: { meaning: 'reports of a device between two events; 0: no events', default: 0 },
    fences: { meaning: 'fences of 100 vertices where the devices drive', default: 0 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
  {
    name: 'protocol',
    meaning: 'compare it with JT/T 808 in turn',
    values: [...PROTOCOL_NAMES, 'all'],
  },
);
const MIB = 1024 * 1024;

const data = makeDataFolder();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, execArgv: profile });
const measurements: Record<string, Spread | number> = {};
try {
  await addFences(server, data, sizes.fences);
  if (chosen === null || chosen === 'jt808') await measureJt808();
  else await measureOthers(chosen);
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport(reportName(), sizes, measurements);

function reportName(): string {
  const protocol = chosen === null ? '' : `-${chosen}`;
  return `ingest${protocol}${sizes.fences > 0 ? '-fences' : ''}`;
}

async function measureOthers(choice: string): Promise<void> {
  const perFrame = sizes.positions;
  const protocols = PROTOCOLS.filter(
    ({ name }) =>
      (name === choice || choice === 'all') && (perFrame === 1 || LOAD_FORMATS[name].batches === true),
  );
  if (protocols.length === 0) throw new Error(`${choice} has no frame of several positions`);
  const window = Math.ceil(sizes.window / perFrame);
  Object.assign(measurements, await measureInTurn(server, protocols, { ...sizes, window, perFrame }));
}

async function measureJt808(): Promise<void> {
  await scenario('singles', 1, 13_900_000_000);
  measurements['server memory, peak MiB'] = Math.round(server.peakMemory() / MIB);
  if (sizes.batch > 0) await scenario(`batches of ${sizes.batch}`, sizes.batch, 13_800_000_000);
  measurements['server memory after all, peak MiB'] = Math.round(server.peakMemory() / MIB);
  await measureTable();
}

async function scenario(name: string, perFrame: number, firstImei: number): Promise<void> {
  const frames = perFrame === 1 ? sizes.frames : Math.ceil((sizes.frames * 2) / perFrame);
  const load = await IngestLoad.open(
    server,
    { ...sizes, window: Math.ceil(sizes.window / perFrame), frames, perFrame },
    firstImei,
  );
  await load.round();
  const rounds: IngestRound[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const figure = await load.round();
    rounds.push(figure);
    console.log(
      `${name}: ${Math.round(figure.rate)} positions/s, p99 ${Math.round(figure.p99)} ms, ${await memory()}`,
    );
  }
  load.close();
  measurements[`${name}, positions a second`] = spreadOf(rounds.map(({ rate }) => rate));
  measurements[`${name}, acknowledged p50 ms`] = spreadOf(rounds.map(({ p50 }) => p50));
  measurements[`${name}, acknowledged p99 ms`] = spreadOf(rounds.map(({ p99 }) => p99));
  measurements[`${name}, server CPU us a position`] = spreadOf(rounds.map(({ serverCpu }) => serverCpu));
  measurements[`${name}, database CPU us a position`] = spreadOf(
    rounds.map(({ databaseCpu }) => databaseCpu),
  );
  measurements[`${name}, load CPU us a position`] = spreadOf(rounds.map(({ loadCpu }) => loadCpu));
}

/** The current composition of the server's memory. */
async function memory(): Promise<string> {
  const metrics = [
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'nodejs_heap_size_total_bytes',
    'nodejs_external_memory_bytes',
  ];
  const values = await Promise.all(metrics.map((metric) => server.metric(metric)));
  const [resident = 0, used = 0, heap = 0, external = 0] = values.map((value) => Math.round(value / MIB));
  return `memory ${resident} MiB, heap ${used} of ${heap}, external ${external}`;
}

async function measureTable(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  const { rows } = await client.query<{ positions: string; bytes: string; heap: string }>(`
    select sum(pg_total_relation_size(inhrelid)) as bytes, sum(pg_relation_size(inhrelid)) as heap,
      (select count(*) from position) as positions
    from pg_inherits where inhparent = 'position'::regclass`);
  await client.end();
  const [row] = rows;
  if (row === undefined) throw new Error('the table has no size');
  measurements['positions in the table'] = Number(row.positions);
  measurements['bytes a position, with index'] =
    Math.round((Number(row.bytes) / Number(row.positions)) * 10) / 10;
  measurements['bytes a position, without'] =
    Math.round((Number(row.heap) / Number(row.positions)) * 10) / 10;
}
