import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const SWEEP = 10_000;
/** Degrees of latitude: about 56 m, more than the jitter and less than a departure. */
const STEP = 0.0005;

let clock: TestClock;
let testEngine: TestEngine;
let device: TestDevice;

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  await testEngine.addTracker('13912345678');
  device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), '13912345678');
  await device.logIn();
});

afterEach(async () => {
  device.close();
  await testEngine.close();
});

function changeSettings(change: { offline_minutes?: number; moving_speed?: number }): Promise<void> {
  return testEngine.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set(change).execute();
    await sendEvent(tx, { type: 'account', accountId: 1 });
  });
}

const lastStatus = () => testEngine.feed.changes.at(-1)?.status.status;

test('sets a device offline, and online again, by the time that the account sets', async () => {
  await device.reply(device.report(report({ time: NOW })));
  expect(lastStatus()).toBe('STOP');
  clock.advance(3 * MINUTE);
  expect(lastStatus()).toBe('STOP');

  await changeSettings({ offline_minutes: 3 });
  await eventually('the shorter time is applied', () => {
    clock.advance(SWEEP);
    return lastStatus() === 'OFFLINE';
  });
  expect(testEngine.feed.entries.map(({ payload }) => payload.noticeType)).toEqual(['OFFLINE']);

  await changeSettings({ offline_minutes: 10_080 });
  await eventually('the longer time is applied', () => {
    clock.advance(SWEEP);
    return lastStatus() === 'STOP';
  });
  expect(testEngine.feed.entries).toHaveLength(1);
});

test('counts a device as moving from the speed that the account sets', async () => {
  let steps = 0;
  /** Sends a report at this speed, odd ones 56 m from even ones; returns the status after it. */
  async function statusAt(speed: number) {
    steps++;
    const fix = { latitude: 53.5 + (steps % 2) * STEP, speed };
    const time = NOW - 180 * MINUTE + steps * 1_000;
    await device.reply(device.report(report({ time, fix })));
    return lastStatus();
  }
  await changeSettings({ moving_speed: 20 });
  await statusAt(0);
  // Until the setting arrives, 15 km/h count as moving; it stops a minute of device time later.
  await eventually('the higher speed is applied', async () => {
    steps += 61;
    await statusAt(0);
    steps += 61;
    await statusAt(0);
    return (await statusAt(15)) === 'STOP';
  });
  // In the same position as the last report, 56 m from where it stopped.
  steps++;
  expect(await statusAt(19.9)).toBe('STOP');
  steps++;
  expect(await statusAt(20)).toBe('RUNNING');
});
