import { setTimeout as delay } from 'node:timers/promises';
import type { MessageState } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES, type MessageType } from '@wakeline/domain/satellite/message-types';
import { freePorts } from '@wakeline/server/testing/free-ports';
import pg from 'pg';
import { readSizesAndParts } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type DirectIpLoad, sendSessions } from './harness/directip-load.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import {
  addWaitingMessages,
  cardOfTerminal,
  fillRecord,
  RARE_TEXT,
  registerTerminals,
  USUAL_TEXT,
} from './harness/satellite-record.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const { sizes, parts } = readSizesAndParts(
  'Satellite messages: receiving, reading the record, and an idle queue.',
  {
    sessions: { meaning: 'messages of terminals', default: 180_000 },
    senders: { meaning: 'connections that send them at once', default: 8 },
    messages: { meaning: 'messages in the record', default: 5_000_000 },
    terminals: { meaning: 'terminals', default: 10_000 },
    requests: { meaning: 'requests for each filter', default: 100 },
    seconds: { meaning: 'seconds of the idle queue', default: 60 },
  },
  {
    receive: 'messages by DirectIP, each confirmed after its commit; memory',
    record: 'reading the record with each filter',
    idle: 'processor time while no message is due',
  },
);
const MIB = 2 ** 20;
const DAY = 86_400_000;
const DAYS = 365;
const measurements: Record<string, Spread | number> = {};

if (parts.has('receive')) await onServer('iridium', receive);
if (parts.has('record')) await onServer('mostly-beidou', readRecord);
if (parts.has('idle')) await onServer('iridium', idle);
writeReport('satellite', sizes, measurements);

interface Run {
  readonly server: BenchServer;
  readonly client: pg.Client;
  readonly port: number;
}

async function onServer(
  networks: Parameters<typeof registerTerminals>[2],
  run: (options: Run) => Promise<void>,
): Promise<void> {
  const data = makeDataFolder();
  const [port = 0] = await freePorts(1);
  const server = await startServer({
    data,
    // Nothing listens on port 1: no message is due in these runs.
    env: { WAKELINE_IRIDIUM_LISTEN_PORT: String(port), WAKELINE_IRIDIUM_DIRECTIP: '127.0.0.1:1' },
  });
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  try {
    await client.connect();
    await registerTerminals(client, sizes.terminals, networks);
    await run({ server, client, port });
    Object.assign(measurements, await measureYardstick(data));
  } finally {
    await client.end();
    await server.stop();
    removeDataFolder(data);
  }
}

/** In tenths, so that memory that grows with the messages is seen. */
async function receive({ server, client, port }: Run): Promise<void> {
  const load: DirectIpLoad = { port, terminals: sizes.terminals, senders: sizes.senders };
  const tenth = Math.floor(sizes.sessions / 10);
  const rates: number[] = [];
  const memory: number[] = [];
  const cpu = server.cpuSeconds();
  for (let round = 0; round < 10; round++) {
    const startedAt = performance.now();
    await sendSessions(load, { first: round * tenth, count: tenth });
    rates.push((tenth / (performance.now() - startedAt)) * 1_000);
    memory.push(server.memory() / MIB);
    console.log(
      `${(round + 1) * tenth}: ${Math.round(rates.at(-1) ?? 0)}/s, ${Math.round(memory.at(-1) ?? 0)} MiB`,
    );
  }
  const { rows } = await client.query<{ stored: number }>(
    'select count(*)::int as stored from satellite_message',
  );
  if (rows[0]?.stored !== tenth * 10)
    throw new Error(`${rows[0]?.stored} of ${tenth * 10} messages are stored`);
  measurements['receive: messages a second'] = spreadOf(rates);
  measurements['receive: memory after the first tenth, MiB'] = Math.round(memory[0] ?? 0);
  measurements['receive: memory after the last, MiB'] = Math.round(memory.at(-1) ?? 0);
  measurements['receive: largest memory, MiB'] = Math.round(server.peakMemory() / MIB);
  measurements['receive: server CPU us a message'] = Math.round(
    ((server.cpuSeconds() - cpu) * 1e6) / (tenth * 10),
  );
}

interface Filter {
  readonly bdUserId?: number;
  readonly types?: MessageType[];
  readonly states?: MessageState[];
  readonly keywords?: string;
  readonly startTime?: number;
  readonly endTime?: number;
}

function queryRecord(server: BenchServer, filter: Filter) {
  return server.client.call('queryHistoryEobBdMsgs', filter);
}

async function readRecord({ server, client }: Run): Promise<void> {
  const startedAt = performance.now();
  await fillRecord(client, { messages: sizes.messages, terminals: sizes.terminals, days: DAYS });
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  const { rows } = await client.query<{ table: number; search: number; first: number }>(
    `
    select pg_relation_size('satellite_message') / $1::float8 as table,
      pg_relation_size('satellite_message_search') / $1::float8 as search,
      (select min(communication_account_id) from communication_account) as first`,
    [sizes.messages],
  );
  const { table = 0, search = 0, first = 0 } = rows[0] ?? {};
  measurements['record: bytes a message'] = Math.round(table);
  measurements['record: bytes of the index of texts a message'] = Math.round(search);
  const now = Date.now();
  const at = (request: number, of: number) => Math.floor((request * of) / sizes.requests);
  const filters: Readonly<Record<string, (request: number) => Filter>> = {
    none: () => ({}),
    terminal: (request) => ({ bdUserId: first + at(request, sizes.terminals) }),
    'frequent type': () => ({ types: ['terminal-to-phone'] }),
    'rare type': () => ({ types: ['terminal-to-weibo'] }),
    'rare state': () => ({ states: ['failed'] }),
    'all types but one, one state': () => ({
      types: MESSAGE_TYPES.filter((type) => type !== 'terminal-to-system'),
      states: ['received'],
    }),
    'rare type, rare state, one terminal': (request) => ({
      bdUserId: first + at(request, sizes.terminals),
      types: ['terminal-to-weibo'],
      states: ['failed'],
    }),
    'frequent keyword, type, rare state': () => ({
      keywords: USUAL_TEXT,
      types: ['terminal-to-system'],
      states: ['failed'],
    }),
    'two types, two states': () => ({
      types: ['terminal-to-weibo', 'terminal-to-phone'],
      states: ['failed', 'delivered'],
    }),
    'one day': (request) => {
      const startTime = now - (at(request, DAYS - 1) + 1) * DAY;
      return { startTime, endTime: startTime + DAY };
    },
    'frequent keyword': () => ({ keywords: USUAL_TEXT }),
    'rare keyword': () => ({ keywords: RARE_TEXT }),
    'rare keyword of one character': () => ({ keywords: RARE_TEXT.slice(0, 1) }),
    'keyword that is in no message': () => ({ keywords: '没有这句话' }),
    'number in a text': (request) => ({ keywords: ` ${at(request, 90_000) + 10_000}` }),
    'phone number': (request) => ({ keywords: String(13_800_000_000 + ((at(request, 5e6) * 7_919) % 1e7)) }),
    'card number as keyword': (request) => ({ keywords: cardOfTerminal(at(request, sizes.terminals)) }),
    'rare keyword and type': () => ({ keywords: RARE_TEXT, types: ['terminal-to-system'] }),
    'frequent keyword, rare type': () => ({ keywords: USUAL_TEXT, types: ['terminal-to-weibo'] }),
    'rare keyword and terminal': (request) => ({
      keywords: RARE_TEXT,
      bdUserId: first + at(request, sizes.terminals),
    }),
    'rare keyword and one month': (request) => {
      const startTime = now - (at(request, DAYS - 31) + 31) * DAY;
      return { keywords: RARE_TEXT, startTime, endTime: startTime + 31 * DAY };
    },
  };
  for (const [name, filter] of Object.entries(filters)) await measure(server, name, filter);
}

async function measure(
  server: BenchServer,
  name: string,
  filter: (request: number) => Filter,
): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let request = 0; request < sizes.requests; request++) {
    const before = performance.now();
    found += (await queryRecord(server, filter(request))).list.length;
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  console.log(`${name}: ${found / times.length} found, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  measurements[`record, ${name}: p50 ms`] = Math.round(p50 * 10) / 10;
  measurements[`record, ${name}: p99 ms`] = Math.round(p99 * 10) / 10;
}

async function idle({ server, client }: Run): Promise<void> {
  await addWaitingMessages(client);
  // The start of the server is not measured.
  await delay(5_000);
  const before = { server: server.cpuSeconds(), database: server.databaseCpuSeconds() };
  await delay(sizes.seconds * 1_000);
  const share = (seconds: number) => Math.round((seconds / sizes.seconds) * 10_000) / 100;
  measurements['idle: server, % of a core'] = share(server.cpuSeconds() - before.server);
  measurements['idle: database, % of a core'] = share(server.databaseCpuSeconds() - before.database);
}
