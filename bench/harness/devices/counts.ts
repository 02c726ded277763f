import type { DeviceBench, Figures } from './context.ts';
import { describeRounds, type Watched } from './ingest-watch.ts';

const DAY = 86_400_000;

/** What the menu and the lists of models and groups count. */
export async function measureCounts({ server: { client }, watch, rounds }: DeviceBench): Promise<Figures> {
  const counts: Readonly<Record<string, () => Promise<unknown>>> = {
    'count for the menu, expiring devices': () =>
      client.call('queryDeviceDtosByPage', {
        deviceFilter: {
          activations: ['activated', 'unactivated'],
          validBefore: Date.now() + 30 * DAY,
        },
        pageSize: 1,
      }),
    'count for the menu, unregistered devices': () =>
      client.call('queryUnregisteredDevices', { pageSize: 1 }),
    'count of devices by model': () => client.call('queryAllModels', {}),
    'models to choose from, with counts': () => client.call('queryAllTrackModel', {}),
    'groups with counts': () => client.call('queryAllGroups', {}),
  };
  const figures: Figures[] = [];
  for (const [what, count] of Object.entries(counts)) {
    const measured: Watched<unknown>[] = [];
    // The first one warms up.
    for (let round = 0; round <= rounds * 5; round++) measured.push(await watch.during(count));
    figures.push(describeRounds(what, measured.slice(1)));
  }
  return Object.assign({}, ...figures);
}
