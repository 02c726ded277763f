import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HistoryCluster } from '../clickhouse/history-servers.ts';
import { createClickHousePositions } from '../positions/clickhouse/clickhouse-positions.ts';
import { POSITION_TABLE } from '../positions/clickhouse/table.ts';
import {
  CLICKHOUSE_ENGINES,
  serversOf,
  startClickHouse,
  type TestClickHouse,
} from '../testing/clickhouse.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

for (const engine of CLICKHOUSE_ENGINES) {
  describe(`an engine with positions in ${engine}`, { tags: ['cluster'] }, () => {
    let server: TestClickHouse;
    const cleanUp: (() => Promise<unknown> | unknown)[] = [];

    beforeAll(async () => {
      server = await startClickHouse(engine);
    });
    afterAll(() => server.close());
    afterEach(async () => {
      for (const step of cleanUp.splice(0).reverse()) await step();
    });

    async function start() {
      const url = `http://${server.host}/${await server.createDatabase()}`;
      const cluster = new HistoryCluster(serversOf(url), [POSITION_TABLE]);
      cleanUp.push(() => cluster.close());
      const positions = createClickHousePositions(cluster, { now: () => NOW });
      const testEngine = await startTestEngine({ positions });
      cleanUp.push(() => testEngine.close());
      const trackerId = await testEngine.addTracker(IMEI);
      const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
      cleanUp.push(() => device.close());
      await device.logIn();
      return { testEngine, trackerId, device };
    }

    test('stores reports, late ones and repeated ones, once', async () => {
      const { testEngine, trackerId, device } = await start();
      for (const time of [NOW - 5_000, NOW, NOW - 9_000, NOW - 5_000, NOW])
        expect(await device.reply(device.report(report({ time })))).toMatchObject({ ok: true });
      expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 9_000, NOW - 5_000, NOW]);
      expect(await testEngine.metricValue('wakeline_positions_stored_total')).toBe(3);
      expect(await testEngine.metricValue('wakeline_positions_duplicate_total')).toBe(2);
    });

    test('acknowledges nothing while the history is away, and loses nothing', async () => {
      const { testEngine, trackerId, device } = await start();
      await device.reply(device.report(report({ time: NOW - 9_000 })));
      await server.kill();
      const frame = device.report(report({ time: NOW - 8_000 }), report({ time: NOW - 7_000 }));
      await eventually(
        'the failure is counted',
        async () => (await testEngine.metricValue('wakeline_commit_failures_total')) > 1,
      );
      expect(testEngine.engine.status()).toMatchObject({ storing: false, queuedReports: 2 });
      expect(device.replies.some(({ key }) => key === frame.key)).toBe(false);
      await server.start();
      expect(await device.reply(frame)).toMatchObject({ ok: true });
      expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 9_000, NOW - 8_000, NOW - 7_000]);
      expect(testEngine.engine.status().storing).toBe(true);
    });

    test('deletes the positions of a device that was removed while its report was on the way', async () => {
      const { testEngine, trackerId, device } = await start();
      await device.reply(device.report(report({ time: NOW - 9_000 })));
      const { db } = testEngine.database;
      await db.deleteFrom('tracker').where('tracker_id', '=', trackerId).execute();
      device.report(report({ time: NOW - 8_000 }));
      await eventually(
        'its history is marked for deletion',
        async () => (await db.selectFrom('removed_tracker').selectAll().execute()).length === 1,
      );
      const marked = await db.selectFrom('removed_tracker').selectAll().execute();
      expect(marked).toEqual([{ tracker_id: trackerId }]);
    });
  });
}
