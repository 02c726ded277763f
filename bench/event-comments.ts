import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { percentile, writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';

const sizes = readSizes(
  'Comments of a live event: every one is stored once and in the order of the responses, also when a client repeats it.',
  {
    rate: { meaning: 'comments per second', default: 200 },
    seconds: { meaning: 'how long', default: 300 },
    repeat: { meaning: 'each of so many comments is sent twice at once', default: 20 },
  },
);

const PAGE_SIZE = 100;
const MIB = 1024 * 1024;

/** A comment whose text is its place in the order of sending. */
interface Sent {
  readonly text: string;
  readonly numbers: number[];
  readonly ms: number[];
}

async function openEvent({ client }: BenchServer): Promise<string> {
  const startTime = Date.now();
  const times = { startTime, endTime: startTime + 86_400_000 };
  const { matchId } = await client.call('createMatch', { matchName: 'Load', ...times });
  await client.call('editMatchStatus', { matchId, state: 'open' });
  return (await client.call('queryMatchDetail', { matchId })).code;
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 });

/** Posts a comment from an address of its own, as through a proxy. Resolves with its number. */
function post(url: string, address: string, payload: object): Promise<number> {
  const body = JSON.stringify(payload);
  const headers = {
    ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/service/live/sendComment`,
      { method: 'POST', agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const { result_code: code, result } = JSON.parse(text) as {
            result_code: string;
            result: { number: number };
          };
          if (code === '000') resolve(result.number);
          else reject(new Error(text));
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** All comments by number. */
async function readAll({ client }: BenchServer, code: string): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  for (let after = 0; ; ) {
    const { list } = await client.call('queryComments', { code, after, pageSize: PAGE_SIZE });
    for (const { number, text } of list) texts.set(number, text);
    const last = list.at(-1);
    if (last === undefined) return texts;
    after = last.number;
  }
}

const data = makeDataFolder();
const server = await startServer({ data, env: { WAKELINE_TRUST_PROXY: 'yes' } });
try {
  const code = await openEvent(server);
  const total = sizes.rate * sizes.seconds;
  const sent: Sent[] = [];
  const inFlight = new Set<Promise<void>>();
  let failed = 0;
  let maxInFlight = 0;
  const [cpu, databaseCpu, startedAt] = [server.cpuSeconds(), server.databaseCpuSeconds(), performance.now()];

  function send(at: number): void {
    const one: Sent = { text: `${at}`, numbers: [], ms: [] };
    sent.push(one);
    const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
    const payload = {
      code,
      clientKey: randomUUID(),
      viewerKey: randomUUID(),
      name: 'Viewer',
      text: one.text,
    };
    // When it should have been sent: waiting for a processor of this process counts.
    const due = startedAt + (at * 1_000) / sizes.rate;
    for (let copy = at % sizes.repeat === 0 ? 2 : 1; copy > 0; copy -= 1) {
      const call = post(server.url, address, payload)
        .then((number) => {
          one.numbers.push(number);
          one.ms.push(performance.now() - due);
        })
        .catch((error: unknown) => {
          failed += 1;
          if (failed < 5) console.error(error);
        })
        .finally(() => inFlight.delete(call));
      inFlight.add(call);
    }
    maxInFlight = Math.max(maxInFlight, inFlight.size);
  }

  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * sizes.rate) + 1);
    while (sent.length < due) send(sent.length);
    await delay(1);
  }
  await Promise.all(inFlight);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [cpuUsed, databaseUsed] = [server.cpuSeconds() - cpu, server.databaseCpuSeconds() - databaseCpu];

  const stored = await readAll(server, code);
  const numbers = [...stored.keys()];
  const isGapless = numbers.every((number, at) => number === at + 1);
  const lost = sent.filter(({ numbers: [number = 0], text }) => stored.get(number) !== text).length;
  const twice = stored.size - new Set(stored.values()).size;
  const torn = sent.filter((one) => new Set(one.numbers).size > 1).length;
  const latencies = sent.flatMap(({ ms }) => ms).toSorted((a, b) => a - b);
  writeReport('event-comments', sizes, {
    'comments stored': stored.size,
    'comments lost': lost,
    'comments stored twice': twice,
    'repeated ones with another number': torn,
    'failed requests': failed,
    'numbers without gaps (1: yes)': Number(isGapless),
    'comments per second': stored.size / seconds,
    'response, median, ms': percentile(latencies, 0.5),
    'response, 99 %, ms': percentile(latencies, 0.99),
    'response, slowest, ms': latencies.at(-1) ?? Number.NaN,
    'most requests in flight': maxInFlight,
    'processor of the server, share of a core': cpuUsed / seconds,
    'processor of the database, share of a core': databaseUsed / seconds,
    'memory of the server, peak, MiB': server.peakMemory() / MIB,
  });
  if (stored.size !== total || lost + twice + torn + failed > 0 || !isGapless) process.exitCode = 1;
} finally {
  agent.destroy();
  await server.stop();
  removeDataFolder(data);
}
