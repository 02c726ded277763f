import { expect, test } from 'vitest';
import { report } from '../ingest/testing/reports.ts';
import { IS_CLUSTER } from './is-cluster.ts';
import { startWorld } from './world.ts';

test.skipIf(!IS_CLUSTER)('runs the operations and the engine in different processes', async () => {
  const world = await startWorld();
  try {
    const members = await world.database.db
      .selectFrom('cluster_member')
      .select(['pid', 'roles'])
      .orderBy('roles')
      .execute();
    expect(members.map(({ roles }) => roles)).toEqual([['api'], ['gateway', 'engine', 'worker']]);
    expect(members.map(({ pid }) => pid === process.pid)).toEqual([true, false]);

    // The other process has the time of the test's clock at the moment when it is advanced.
    const account = await world.account('harbour');
    const trackerId = await account.tracker('13700000001');
    const console = await (await account.person('ada')).console();
    await console.waitUntilLive();
    const device = await world.device('jt808', '13700000001');
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60_000);
      const time = world.clock.now();
      await device.reply(device.report(report({ time })));
      await console.waitUntil('the state', ({ states }) => states.get(trackerId)?.fixTime === time);
      expect(console.states.get(trackerId)).toMatchObject({ latestCommTime: time });
    }
  } finally {
    await world.stop();
  }
});
