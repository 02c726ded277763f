import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import { startClickHouse, type TestClickHouse } from '../../testing/clickhouse.ts';
import { startWorld, type World } from '../../testing/world.ts';

const SECOND = 1_000;
const COUNT = 20;

describe('a server with its history in ClickHouse', { tags: ['cluster'] }, () => {
  let clickHouse: TestClickHouse;
  let world: World;

  beforeAll(async () => {
    clickHouse = await startClickHouse('ClickHouse 18.16');
    const database = await clickHouse.createDatabase();
    world = await startWorld({ environment: { HISTORY_URL: `http://${clickHouse.host}/${database}` } });
  });
  afterAll(async () => {
    await world.stop();
    await clickHouse.close();
  });

  test('stores what a device reports, replays it, and deletes a part of it', async () => {
    const account = await world.account('harbour');
    const person = await account.person('Ada');
    const trackerId = await account.tracker('13912345678');
    const device = await world.device('jt808', '13912345678');
    const start = world.clock.now() - COUNT * SECOND;
    const times = Array.from({ length: COUNT }, (_, index) => start + index * SECOND);
    // Each one twice, as a device does whose acknowledgement was lost.
    for (const time of [...times, ...times])
      expect((await device.reply(device.report(report({ time })))).ok).toBe(true);
    const range = { trackerId, startTime: start, endTime: world.clock.now() };
    const stored = async () => (await person.call('getTrackByTime', range)).points.map(({ time }) => time);
    expect(await stored()).toEqual(times);
    const page = await person.call('getTrackPartByTime', { ...range, limit: 5 });
    expect(page).toMatchObject({ points: { length: 5 }, nextTime: times[5] });
    await person.call('deleteTrackByTime', { ...range, endTime: times[9] ?? 0 });
    expect(await stored()).toEqual(times.slice(10));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from position`.execute(
      world.database.db,
    );
    expect(rows).toEqual([{ count: 0 }]);
    device.close();
  });
});
