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

test('a console of a server that is not the engine sees what the engine stores', async () => {
  const account = await engine.account('harbour');
  const ada = await account.person('ada');
  const trackerId = await account.tracker('13700000001', 'Gull');
  const token = await ada.token();
  // Signed in at one server is signed in at all.
  const console = new TestConsole({
    client: ada.client,
    url: `${standby.url.replace('http', 'ws')}/service/socket`,
    token,
  });
  await console.waitUntilLive();
  const device = await engine.device('jt808', '13700000001');
  const at = async (latitude: number): Promise<void> => {
    engine.clock.advance(1_000);
    const place = { latitude, longitude: 10 };
    await device.reply(device.report(report({ time: engine.clock.now(), fix: place, alarms: ['SOS'] })));
  };
  await at(54.1);
  // The standby asks the database each second.
  standby.clock.advance(1_000);
  await console.waitUntil('the boat is there', ({ states }) => states.get(trackerId)?.status === 'SOS');
  await console.waitUntil('the notice is there', ({ entries }) => entries.length === 1);
  await ada.call('editTracker', { trackerId, trackerName: 'Tern' });
  await console.waitUntil('it is renamed', ({ trackers }) => trackers.get(trackerId)?.trackerName === 'Tern');
  console.close();
});
