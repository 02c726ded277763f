import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startClickHouse } from '@wakeline/server/testing/clickhouse';
import { startDatabase } from '@wakeline/server/testing/embedded-database';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { fillReplayHistory } from './harness/replay-history.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { requestTracks } from './harness/track-requests.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Moves a history to ClickHouse while the server stores positions, switches, and moves it back in the same way. Afterwards each position must be the same in both stores.',
  {
    positions: { meaning: 'positions of the history', default: 20_000_000 },
    days: { meaning: 'days of the history, of which one device has a fix per second', default: 31 },
    rounds: { meaning: 'replays of that device over the whole history, after one warm-up', default: 5 },
    paced: { meaning: 'positions per second that are stored meanwhile', default: 200 },
  },
);
const DAY = 86_400_000;
const LIVE_DEVICES = 50;
/** Trackers whose rows are compared at once. */
const TRACKERS = 20;

const measurements: Record<string, Spread | number> = {};
const start = Math.floor(Date.now() / DAY) * DAY - sizes.days * DAY;
let single = 0;
const data = makeDataFolder();
const clickHouse = await startClickHouse('ClickHouse 18.16');
const name = await clickHouse.createDatabase();
const history = { HISTORY_URL: `http://${clickHouse.host}/${name}` };
try {
  await fill();
  await moveWhileRunning('to-clickhouse', {});
  await compareStores('there');
  await runAdmin('delete-copy');
  await moveWhileRunning('to-postgresql', history);
  await compareStores('back');
  await measureYardstickOf();
} finally {
  await clickHouse.close();
  removeDataFolder(data);
}
writeReport('history-migration', sizes, measurements);
if (measurements['rows that differ, there'] !== 0 || measurements['rows that differ, back'] !== 0)
  process.exitCode = 1;

async function fill(): Promise<void> {
  const server = await startServer({ data });
  [single = 0] = await server.register(['13800000000']);
  const { positions } = await fillReplayHistory(data, {
    ...{ start, days: sizes.days, single, many: [], manyDays: 0, interval: 10 },
    others: Math.max(0, sizes.positions - sizes.days * 86_400),
  });
  measurements['positions in the history'] = positions;
  await server.stop();
}

/** Copies while a server stores positions, then again after it has stopped. */
async function moveWhileRunning(
  direction: 'to-clickhouse' | 'to-postgresql',
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const server = await startServer({ data, env });
  await measureReplay(server, direction === 'to-clickhouse' ? 'PostgreSQL' : 'ClickHouse');
  const firstImei = direction === 'to-clickhouse' ? 13_700_000_000 : 13_710_000_000;
  const load = await PacedLoad.open(server, LIVE_DEVICES, { firstImei });
  let isCopied = false;
  const sending = (async () => {
    while (!isCopied) await load.send(sizes.paced, 5);
  })();
  const copied = await timed(() => runAdmin(direction));
  isCopied = true;
  await sending;
  load.close();
  measurements[`${direction}, seconds while the server runs`] = copied;
  // Statistics of the last transactions.
  await delay(2_000);
  await server.stop();
  measurements[`${direction}, seconds while it is stopped`] = await timed(() => runAdmin(direction));
}

/** Reads each fix of the device that has one per second. */
async function measureReplay(server: BenchServer, store: string): Promise<void> {
  const request = { trackerIds: [single], startTime: start, endTime: start + sizes.days * DAY - 1 };
  const times: number[] = [];
  for (let round = 0; round <= sizes.rounds; round += 1) {
    const { complete, fixes } = await requestTracks(server, request);
    if (fixes !== sizes.days * 86_400) throw new Error(`${fixes} fixes from ${store}`);
    if (round > 0) times.push(complete);
  }
  measurements[`${sizes.days} days at 1 Hz from ${store}, ms`] = spreadOf(times);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

async function runAdmin(action: string): Promise<void> {
  const child = spawn(process.execPath, ['scripts/admin.ts', 'migrate-history', action], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WAKELINE_DATA: data, ...history },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const [code] = await once(child, 'close');
  console.log(`${action}: ${output.trim().split('\n').slice(-2).join('. ')}`);
  if (code !== 0) throw new Error(`${action} failed`);
}

/** Reads both stores without the server's code, and compares them row by row. */
async function compareStores(when: 'there' | 'back'): Promise<void> {
  const database = await startDatabase(data);
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    const { rows: stored } = await client.query<{ id: number }>(
      'select distinct tracker_id as id from position order by id',
    );
    const inOther = await readLines('select distinct tracker_id from position order by tracker_id');
    const ids = [...new Set([...stored.map(({ id }) => id), ...inOther.map(Number)])].sort((a, b) => a - b);
    let [differing, compared] = [0, 0];
    const all = createHash('sha256');
    for (let at = 0; at < ids.length; at += TRACKERS) {
      const some = ids.slice(at, at + TRACKERS).join();
      const { rows } = await client.query<{ line: string }>(`
        select concat_ws(E'\\t', tracker_id, time, latitude, longitude, encode(packed, 'hex')) as line
        from position where tracker_id in (${some}) order by tracker_id, time`);
      const others = await readLines(`
        select tracker_id, time, latitude, longitude, lower(hex(packed)) from position final
        where tracker_id in (${some}) order by tracker_id, time`);
      for (let row = 0; row < Math.max(rows.length, others.length); row += 1)
        if (rows[row]?.line !== others[row]) differing += 1;
      for (const { line } of rows) all.update(line);
      compared += rows.length;
    }
    measurements[`rows compared, ${when}`] = compared;
    measurements[`rows that differ, ${when}`] = differing;
    console.log(`${when}: ${compared} rows compared, ${differing} differ, sha256 ${all.digest('hex')}`);
  } finally {
    await client.end();
    await database.stop();
  }
}

async function readLines(query: string): Promise<readonly string[]> {
  const response = await fetch(`http://${clickHouse.host}/?database=${name}`, {
    method: 'POST',
    body: query,
  });
  if (!response.ok) throw new Error(await response.text());
  const text = await response.text();
  return text === '' ? [] : text.trimEnd().split('\n');
}

async function measureYardstickOf(): Promise<void> {
  const database = await startDatabase(data);
  Object.assign(measurements, await measureYardstick(data));
  await database.stop();
}
