import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './data-folder.ts';
import { type Spread, spreadOf } from './measurements.ts';
import { imeisFrom } from './paced-load.ts';
import { startServer } from './server.ts';
import { addStraightRace, type StraightRace, storeStraightRace } from './straight-race.ts';
import { measureYardstick } from './yardstick.ts';

export interface FinishedSizes {
  readonly participants: number;
  readonly hours: number;
  readonly rounds: number;
  readonly profile: number;
}

const FIRST_IMEI = 13_600_000_000;
/** m/s: everybody has finished after the hours. */
const MAX_SPEED = 3;
const SLOWEST = 0.65;
const HOUR = 3_600_000;
const MIB = 1024 * 1024;
/** Milliseconds between two requests that measure how long the server is busy. */
const PROBE = 20;

/** A finished match whose public page nobody has opened yet: until its first snapshot. */
export async function measureFinished(sizes: FinishedSizes): Promise<Record<string, Spread | number>> {
  const { participants, hours, rounds } = sizes;
  const data = makeDataFolder();
  const execArgv = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
  const server = await startServer({ data, execArgv });
  try {
    const seconds = hours * 3_600;
    const start = Math.floor(Date.now() / 1_000) * 1_000 - (hours + 1) * HOUR;
    const length = Math.round(seconds * MAX_SPEED * SLOWEST);
    const race: StraightRace = { start, length, participants, maxSpeed: MAX_SPEED };
    const trackerIds = await server.register(imeisFrom(FIRST_IMEI, participants));
    const { matchId, code } = await addStraightRace(server, race, trackerIds, start + hours * HOUR);
    const client = new pg.Client({ connectionString: databaseUrlOf(data) });
    await client.connect();
    await storeStraightRace(client, race, trackerIds, seconds);
    await client.end();
    await server.client.call('editMatchStatus', { matchId, state: 'finished' });
    const path = `/service/live/event/${code}/snapshot`;
    const memory = server.memory();
    const first = await measureBusy(server.url, () => readFinished(`${server.url}${path}`, participants));
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // A past time has a board of its own, which is read completely.
      const time = start + hours * HOUR - round;
      const { ms } = await measureBusy(server.url, () =>
        server.client.call('queryMatchStandings', { matchId, time }),
      );
      again.push(ms);
    }
    return {
      'finished match: positions': participants * seconds,
      'finished match: ms to the first snapshot': first.ms,
      'finished match: ms of the longest wait of others meanwhile': first.longest,
      'finished match: ms of its standings at another time': spreadOf(again),
      'finished match: server memory before, MiB': Math.round(memory / MIB),
      'finished match: server memory, peak MiB': Math.round(server.peakMemory() / MIB),
      ...(await measureYardstick(data)),
    };
  } finally {
    await server.stop();
    removeDataFolder(data);
  }
}

async function readFinished(url: string, participants: number): Promise<void> {
  const response = await fetch(url);
  const { standings } = (await response.json()) as { standings: readonly { status: string }[] };
  const finished = standings.filter(({ status }) => status === 'finished').length;
  if (finished < participants) throw new Error(`only ${finished} have finished`);
}

/** How long a task takes, and how long the server does not respond to others meanwhile at most, milliseconds. */
async function measureBusy(
  url: string,
  task: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly longest: number }> {
  let isRunning = true;
  let longest = 0;
  const probing = (async () => {
    while (isRunning) {
      const startedAt = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      longest = Math.max(longest, performance.now() - startedAt);
      await delay(PROBE);
    }
  })();
  const startedAt = performance.now();
  await task();
  const ms = performance.now() - startedAt;
  isRunning = false;
  await probing;
  return { ms, longest };
}
