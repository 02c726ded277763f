import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { drivingReports } from './harness/frame-tape.ts';
import { connectLoad, createLoadDevice, type LoadDevice } from './harness/load-device.ts';
import { deviceIds } from './harness/load-formats.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'A fleet that reconnects at once, as after an outage of its network: each device logs in and reports.',
  {
    devices: { meaning: 'devices, each on a separate connection', default: 10_000 },
    rounds: { meaning: 'rounds, after one warm-up round', default: 5 },
  },
);
const FIRST_IMEI = 13_500_000_000;
/** Milliseconds until a device tries again. */
const RETRY_DELAY = 1_000;
/** Milliseconds after which the benchmark ends. */
const MAX_ROUND = 60_000;
const DAY_MS = 86_400_000;

const data = makeDataFolder();
const server = await startServer({ data });
const measurements: Record<string, Spread | number> = {};
let start = Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS;
try {
  const ids = deviceIds('jt808', FIRST_IMEI, sizes.devices);
  await server.register(ids);
  const devices = ids.map((id) => createLoadDevice(jt808, id));
  await reconnect(devices);
  const rounds: Awaited<ReturnType<typeof reconnect>>[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const figures = await reconnect(devices);
    rounds.push(figures);
    console.log(
      Object.entries(figures)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join(', '),
    );
  }
  for (const name of Object.keys(rounds[0] ?? {}) as (keyof (typeof rounds)[number])[])
    measurements[name] = spreadOf(rounds.map((figures) => figures[name]));
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport('reconnect', sizes, measurements);

/** All at once; resolves when each has an acknowledged report. */
async function reconnect(devices: readonly LoadDevice[]) {
  const cpu = server.cpuSeconds();
  const refused = await server.metric('wakeline_device_connections_closed_total');
  const startedAt = performance.now();
  start += 1_000;
  let retries = 0;
  const arrivals: number[] = [];
  const sockets = await Promise.all(
    devices.map(async (device, index) => {
      for (;;) {
        const socket = await report(device, index).catch(() => null);
        if (socket !== null) {
          arrivals.push(performance.now() - startedAt);
          return socket;
        }
        if (performance.now() - startedAt > MAX_ROUND) throw new Error('a device could not reconnect');
        retries++;
        await delay(RETRY_DELAY);
      }
    }),
  );
  arrivals.sort((a, b) => a - b);
  const figures = {
    'acknowledged after, p50 ms': percentile(arrivals, 0.5),
    'acknowledged after, last ms': arrivals.at(-1) ?? Number.NaN,
    'server CPU us a device': ((server.cpuSeconds() - cpu) * 1e6) / devices.length,
    'connections closed by the server':
      (await server.metric('wakeline_device_connections_closed_total')) - refused,
    'attempts that failed': retries,
  };
  for (const socket of sockets) socket.destroy();
  while ((await server.metric('wakeline_device_connections')) > 0) await delay(50);
  return figures;
}

/** @throws Error if the connection is refused or ends. */
async function report(device: LoadDevice, index: number): Promise<Socket> {
  const socket = await connectLoad(server.ports.jt808, index);
  const failed = new Promise<never>((_, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('closed')));
  });
  await Promise.race([failed, device.logIn(socket)]);
  socket.write(device.encode(drivingReports(index, start, 1)));
  await Promise.race([failed, once(socket, 'data')]);
  // Closed by this benchmark from now on.
  socket.removeAllListeners('close');
  return socket;
}
