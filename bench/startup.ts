import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { devicePortVariables, freeServerPorts } from '@wakeline/server/testing/free-ports';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';

const sizes = readSizes(
  'Time from `npm start` on an installed and built clone until /readyz succeeds, with an existing database.',
  {
    rounds: { meaning: 'starts, after a first one that creates the database', default: 7 },
  },
);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TIMEOUT_MS = 180_000;
const POLL_INTERVAL_MS = 5;

const data = makeDataFolder();
try {
  const first = await start();
  const rounds: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const ms = await start();
    rounds.push(ms);
    console.log(`ready after ${Math.round(ms)} ms`);
  }
  writeReport('startup', sizes, {
    'ready after ms, with a database': spreadOf(rounds),
    'ready after ms, the first time': Math.round(first),
  });
} finally {
  removeDataFolder(data);
}

/** Milliseconds until it is ready; it is stopped before this resolves. */
async function start(): Promise<number> {
  const { port, devicePorts } = await freeServerPorts();
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--', '--no-demo'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A separate process group, as in a terminal: npm does not forward signals, so the whole group gets them.
    detached: true,
    env: {
      ...process.env,
      WAKELINE_DATA: data,
      WAKELINE_PORT: String(port),
      ...devicePortVariables(devicePorts),
      WAKELINE_LOG: 'warn',
    },
  });
  const exited = once(child, 'exit');
  try {
    while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
      if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`);
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('timeout: the server is not ready');
      await delay(POLL_INTERVAL_MS);
    }
    return performance.now() - startedAt;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await exited;
    // npm can exit before the server: the next start would use its database.
    while (await isReady(`http://127.0.0.1:${port}/healthz`)) await delay(POLL_INTERVAL_MS);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Nothing listens there yet.
    return false;
  }
}
