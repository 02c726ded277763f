import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleMessage } from '@wakeline/contract/live/messages';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { WebSocket } from 'ws';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { FleetLoad } from './harness/fleet-load.ts';
import { writeReport } from './harness/measurements.ts';
import { type BenchServer, HEAP_GROWING_PERCENT, startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes('Memory of the server with a reporting fleet, and with consoles that open it.', {
  trackers: { meaning: 'trackers of one account', default: 100_000 },
  changes: { meaning: 'position changes per second, through the ingest', default: 10_000 },
  seconds: { meaning: 'seconds before the consoles, and with them', default: 12 },
  consoles: { meaning: 'consoles, one after the other', default: 1 },
  growing: { meaning: '--heap-growing-percent of the server', default: HEAP_GROWING_PERCENT },
});

const MIB = 1024 * 1024;
/** Milliseconds after which a started server is idle. */
const SETTLE_MS = 5_000;

const data = makeDataFolder();
const fleet = createFleet(sizes.trackers);
const first = await startServer({ data });
await insertFleet(databaseUrlOf(data), fleet);
await first.stop();
// The engine reads states when it starts.
const server = await startServer({ data, execArgv: [`--heap-growing-percent=${sizes.growing}`] });
const load = await FleetLoad.open(server, fleet);
try {
  const start = server.peakMemory();
  await delay(SETTLE_MS);
  const idle = server.memory();
  resetPeak(server.pid);
  const cpu = server.cpuSeconds();
  const stored = await server.metric('wakeline_positions_stored_total');
  const startedAt = performance.now();
  load.start(sizes.changes);
  await delay(sizes.seconds * 1_000);
  const withLoad = server.peakMemory();
  const sockets: WebSocket[] = [];
  for (let console = 0; console < sizes.consoles; console++) sockets.push(await openConsole(server));
  await delay(sizes.seconds * 1_000);
  const positions = (await server.metric('wakeline_positions_stored_total')) - stored;
  const report = {
    'peak of the start, MiB': start / MIB,
    'idle, MiB': idle / MIB,
    'peak with the load, MiB': withLoad / MIB,
    'peak with load and consoles, MiB': server.peakMemory() / MIB,
    'positions stored a second': (positions / (performance.now() - startedAt)) * 1_000,
    'server, us of a processor for a position': ((server.cpuSeconds() - cpu) / positions) * 1e6,
    'reports that were late by 2 s and left out': load.dropped,
  };
  for (const socket of sockets) socket.terminate();
  await load.stop();
  writeReport('fleet-memory', sizes, {
    ...Object.fromEntries(Object.entries(report).map(([name, value]) => [name, Math.round(value)])),
    ...(await measureYardstick(data)),
  });
} finally {
  await load.stop();
  await server.stop();
  removeDataFolder(data);
}

/** Requests the list and the current states as a console does, and reads what comes without decoding it. */
async function openConsole({ url, token, client }: BenchServer): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/service/socket`, {
    headers: { cookie: `wakeline_session=${token}` },
  });
  await once(socket, 'open');
  const live = new Promise<void>((resolve, reject) => {
    socket.on('message', (message, isBinary) => {
      if (!isBinary && String(message).startsWith('{"type":"live"')) resolve();
    });
    socket.once('close', () => reject(new Error('the live socket was closed')));
  });
  const hello: ConsoleMessage = { type: 'hello', cursor: null, refresh: 0, binary: true };
  socket.send(JSON.stringify(hello));
  let page = client.call('queryTrackerTable', { states: false });
  for (let next = (await page).next; next !== null; next = (await page).next)
    page = client.call('queryTrackerTable', { states: false, after: next });
  await live;
  socket.removeAllListeners('close');
  return socket;
}

/** Sets the largest resident memory of a process to the current one (proc_pid_clear_refs(5)). */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
