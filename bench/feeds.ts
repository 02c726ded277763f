import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleMessage, ServerMessage } from '@wakeline/contract/live/messages';
import { encodePosition } from '@wakeline/protocols/ais/encode';
import { WebSocket } from 'ws';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { percentile, spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes('Latency from an AIS sentence sent to a feed to the message received by a console.', {
  rate: { meaning: 'messages per second, evenly distributed', default: 3_000 },
  ships: { meaning: 'vessels that send them', default: 10_000 },
  devices: { meaning: 'vessels among them that are devices of the account', default: 500 },
  consoles: { meaning: 'consoles that draw the coast', default: 3 },
  rounds: { meaning: 'rounds', default: 3 },
  seconds: { meaning: 'seconds per round', default: 20 },
});
/** Vessels per side of the grid on which they lie; consoles draw its south-western part. */
const GRID = Math.ceil(Math.sqrt(sizes.ships));
const SPACING = 0.02;
const SOUTH_WEST = { latitude: 50, longitude: -5 };
/** Share of the grid's sides that consoles draw: a fifth of the vessels. */
const DRAWN = 0.44;
const STEP = 20;
const FIRST_MMSI = 699_000_000;
const MIB = 1024 * 1024;

interface Sent {
  readonly latitude: number;
  readonly at: number;
}

/** The newest position of each vessel: consoles receive no superseded ones. */
const sent: (Sent | undefined)[] = [];
let count = 0;

/** The sentence of the next vessel. Each of its positions is one step of 1/10000 minute further north. */
function nextSentence(): string {
  const ship = count % sizes.ships;
  const step = Math.floor(count / sizes.ships);
  count++;
  const latitude = SOUTH_WEST.latitude + Math.floor(ship / GRID) * SPACING + (step * 10) / 600_000;
  sent[ship] = { latitude, at: performance.now() };
  return encodePosition({
    mmsi: FIRST_MMSI + ship,
    latitude,
    longitude: SOUTH_WEST.longitude + (ship % GRID) * SPACING,
    speed: 20,
    course: 0,
    heading: 0,
    status: 0,
    time: Date.now(),
  });
}

class TrafficConsole {
  readonly latencies: number[] = [];
  readonly #socket: WebSocket;
  objects = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text) => this.#receive(JSON.parse(String(text)) as ServerMessage));
  }

  static async open(server: BenchServer): Promise<TrafficConsole> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/service/socket`, {
      headers: { cookie: `wakeline_session=${server.token}` },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const one = new TrafficConsole(socket);
    const side = GRID * SPACING * DRAWN;
    const { latitude: south, longitude: west } = SOUTH_WEST;
    one.#send({ type: 'hello', cursor: null, refresh: 0 });
    one.#send({
      type: 'traffic',
      area: { west: west - 0.01, south: south - 0.01, east: west + side, north: south + side },
    });
    return one;
  }

  close(): void {
    this.#socket.terminate();
  }

  #send(message: ConsoleMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'refused') throw new Error(`refused: ${message.error}`);
    if (message.type !== 'traffic') return;
    if (message.full) this.objects = message.objects.length;
    if (message.full) return;
    const now = performance.now();
    for (const { objectId, latitude } of message.objects) {
      const newest = sent[Number(objectId.slice('mmsi-'.length)) - FIRST_MMSI];
      // A newer position was sent meanwhile: its latency is measured when it arrives.
      if (newest === undefined || Math.abs(newest.latitude - latitude) > 1e-6) continue;
      this.latencies.push(now - newest.at);
    }
  }
}

async function addFeed({ client, ports }: BenchServer): Promise<(lines: readonly string[]) => void> {
  const { feedId } = await client.call('addFeed', {
    feedName: 'Coast',
    kind: 'ais',
    connection: { type: 'listen', senders: [] },
    area: null,
    intervalSeconds: 10,
    unknownObjects: 'traffic',
    enabled: true,
  });
  let token: string | null = null;
  while (token === null) {
    const { list } = await client.call('queryFeeds', {});
    const feed = list.find((one) => one.feedId === feedId);
    // The engine follows the change of the table a moment later.
    if (feed?.status != null) token = feed.token;
    else await delay(50);
  }
  const socket = connect(ports.ais, '127.0.0.1');
  socket.on('error', (error) => {
    throw error;
  });
  socket.write(`$WLFEED,${token}\r\n`);
  return (lines) => void socket.write(lines.map((line) => `${line}\r\n`).join(''));
}

/** Sends at a constant rate; returns the number of messages. */
async function sendRound(send: (lines: readonly string[]) => void, seconds: number): Promise<number> {
  const start = performance.now();
  const total = sizes.rate * seconds;
  let done = 0;
  while (done < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * sizes.rate));
    const lines: string[] = [];
    for (; done < due; done++) lines.push(nextSentence());
    if (lines.length > 0) send(lines);
    await delay(STEP);
  }
  return total;
}

const data = makeDataFolder();
const server = await startServer({ data });
const rounds: { p50: number; p99: number; worst: number; seen: number; cpu: number; stored: number }[] = [];
try {
  // Devices are spread over the grid, so that the drawn part has some, too.
  const every = Math.floor(sizes.ships / sizes.devices);
  await server.register(
    Array.from({ length: sizes.devices }, (_, index) => `mmsi-${FIRST_MMSI + index * every}`),
  );
  const send = await addFeed(server);
  // Warms up the code, and makes all vessels known.
  await sendRound(send, Math.ceil(sizes.ships / sizes.rate) + 2);
  const consoles = await Promise.all(
    Array.from({ length: sizes.consoles }, () => TrafficConsole.open(server)),
  );
  await delay(1_000);
  for (let round = 1; round <= sizes.rounds; round++) {
    for (const one of consoles) one.latencies.length = 0;
    const cpuBefore = server.cpuSeconds();
    const storedBefore = await server.metric('wakeline_positions_stored_total');
    const messages = await sendRound(send, sizes.seconds);
    await delay(1_000);
    const latencies = Float64Array.from(consoles.flatMap((one) => one.latencies)).sort();
    const figure = {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      worst: latencies.at(-1) ?? Number.NaN,
      seen: latencies.length / sizes.consoles / sizes.seconds,
      cpu: ((server.cpuSeconds() - cpuBefore) * 1e6) / messages,
      stored: ((await server.metric('wakeline_positions_stored_total')) - storedBefore) / sizes.seconds,
    };
    rounds.push(figure);
    console.log(
      `p50 ${Math.round(figure.p50)} ms, p99 ${Math.round(figure.p99)} ms, seen ${Math.round(figure.seen)}/s`,
    );
  }
  const [feed] = (await server.client.call('queryFeeds', {})).list;
  writeReport('feeds', sizes, {
    'sent to received, p50 ms': spreadOf(rounds.map(({ p50 }) => p50)),
    'sent to received, p99 ms': spreadOf(rounds.map(({ p99 }) => p99)),
    'sent to received, longest ms': spreadOf(rounds.map(({ worst }) => worst)),
    'messages seen by a console, per second': spreadOf(rounds.map(({ seen }) => seen)),
    'positions of devices stored, per second': spreadOf(rounds.map(({ stored }) => stored)),
    'server CPU us a message': spreadOf(rounds.map(({ cpu }) => cpu)),
    'objects drawn by a console': consoles[0]?.objects ?? 0,
    'messages received': feed?.status?.messages ?? 0,
    'messages sent': count,
    'messages dropped or damaged': (feed?.status?.dropped ?? 0) + (feed?.status?.damaged ?? 0),
    ...(await measureYardstick(data)),
    'server memory, peak MiB': Math.round(server.peakMemory() / MIB),
  });
  for (const one of consoles) one.close();
} finally {
  await server.stop();
  removeDataFolder(data);
}
