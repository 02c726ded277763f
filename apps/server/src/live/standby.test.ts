import { afterAll, beforeAll, test } from 'vitest';
import { report } from '../ingest/testing/reports.ts';
import { TestConsole } from '../testing/console-of.ts';
import { startWorld, type World } from '../testing/world.ts';

let engine: World;
let standby: World;

beforeAll(async () => {
  engine = await startWorld();
  standby = await startWorld({ sharesDatabaseWith: engine });
});
afterAll(async () => {
  await standby.stop();
  await engine.stop();
});

test('sends what the engine stores to a console of another server', async () => {
  const account = await engine.account('harbour');
  const ada = await account.person('ada');
  const trackerId = await account.tracker('13700000001', 'Gull');
  const token = await ada.token();
  // A session is valid on all servers.
  const console = new TestConsole({
    client: ada.client,
    url: `${standby.url.replace('http', 'ws')}/service/socket`,
    token,
  });
  await console.waitUntilLive();
  const device = await engine.device('jt808', '13700000001');
  const at = async (latitude: number): Promise<void> => {
    engine.clock.advance(1_000);
    const coordinates = { latitude, longitude: 10 };
    await device.reply(
      device.report(report({ time: engine.clock.now(), fix: coordinates, alarms: ['SOS'] })),
    );
  };
  await at(54.1);
  // The standby polls the database every second.
  standby.clock.advance(1_000);
  await console.waitUntil('the state has arrived', ({ states }) => states.get(trackerId)?.status === 'SOS');
  await console.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
  await ada.call('editTracker', { trackerId, trackerName: 'Tern' });
  await console.waitUntil(
    'the tracker is renamed',
    ({ trackers }) => trackers.get(trackerId)?.trackerName === 'Tern',
  );
  console.close();
});
