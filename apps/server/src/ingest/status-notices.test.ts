import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, expect, test } from 'vitest';
import { setStatusPopups } from '../features/settings/notice-conf.ts';
import { saveNoticeConf } from '../features/settings/settings.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
/** Degrees of latitude: about 220 m. */
const BLOCK = 0.002;

const cleanUp: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start() {
  const clock = new TestClock(NOW);
  const testEngine = await startTestEngine({ clock });
  cleanUp.push(() => testEngine.close());
  await testEngine.addTracker(IMEI);
  const { user_id: userId } = await testEngine.database.db
    .insertInto('app_user')
    .values({
      account_id: 1,
      login: 'ada',
      password_hash: '',
      permission: 'viewer',
      roles: [],
      plugins_order: [],
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  cleanUp.push(() => device.close());
  await device.logIn();
  let distance = 0;
  /** Sends the next report, `blocks` further along the way and `seconds` later by the clock of the device. */
  async function go(blocks: number, seconds = 60): Promise<void> {
    clock.advance(seconds * 1_000);
    const time = clock.now();
    distance += blocks;
    const fix = { latitude: 53.5 + distance * BLOCK, speed: blocks === 0 ? 0 : 36 };
    await device.reply(device.report(report({ time, fix })));
  }
  const setPopups = (open: boolean) =>
    testEngine.database.db
      .transaction()
      .execute((tx) => saveNoticeConf(tx, userId, (conf) => setStatusPopups(conf, open)));
  const kinds = () => testEngine.feed.entries.map(({ payload }) => payload.noticeType);
  /** Stops for as long as a stop takes, then moves for as long as a start takes. */
  async function stopAndGo(): Promise<void> {
    for (let minute = 0; minute <= 3; minute++) await go(0);
    await go(1);
    await go(1);
  }
  return { go, stopAndGo, setPopups, kinds };
}

test('raises notices of moving and stopping while a user of the account wants them', async () => {
  const { go, stopAndGo, setPopups, kinds } = await start();
  await go(0);
  await go(1);
  await go(1);
  await stopAndGo();
  expect(kinds()).toEqual([]);

  await setPopups(true);
  await eventually('the setting is applied', async () => {
    await stopAndGo();
    return kinds().at(-1) === 'RUNNING';
  });
  const { length: before } = kinds();
  await stopAndGo();
  expect(kinds().slice(before)).toEqual(['STOP', 'RUNNING']);

  await setPopups(false);
  await eventually('the setting is applied', async () => {
    const { length } = kinds();
    await stopAndGo();
    return kinds().length === length;
  });
  const { length: after } = kinds();
  await stopAndGo();
  expect(kinds()).toHaveLength(after);
});
