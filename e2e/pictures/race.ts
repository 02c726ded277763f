import type { ServerProcess } from '../support/server.ts';

const MINUTE = 60_000;
/** Slightly more than the interval between two starts of the demo's race. */
const WINDOW = 160 * MINUTE;
const RUNNERS = [
  '李晓峰',
  'Anna Berg',
  '张子涵',
  '刘畅',
  'Tomás Ruiz',
  '黄嘉怡',
  'Kenji Mori',
  'Marie Dubois',
  '高远',
];

export async function idsOf({ client }: ServerProcess, names: readonly string[]): Promise<number[]> {
  const { list } = await client.call('queryAllTrackers', {});
  return names.map((name) => {
    const found = list.find(({ trackerName }) => trackerName === name);
    if (found === undefined) throw new Error(`the fleet has no ${name}`);
    return found.trackerId;
  });
}

/** Runners of the demo's race over its last minutes. */
export async function raceOf(server: ServerProcess) {
  const end = Math.floor(Date.now() / MINUTE) * MINUTE;
  return { trackerIds: await idsOf(server, RUNNERS), start: end - WINDOW, end };
}

/** The address of their replay from the start. */
export async function raceAddress(server: ServerProcess): Promise<string> {
  const { trackerIds, start, end } = await raceOf(server);
  return `/traceReplaySatellite?trackerId=${trackerIds.join(',')}&start=${start}&end=${end}&offset=1`;
}
