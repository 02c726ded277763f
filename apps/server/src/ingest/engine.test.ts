import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTrack } from '../positions/read-track.ts';
import { TestDevice } from './testing/device.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

let test0: TestEngine;

beforeEach(async () => {
  test0 = await startTestEngine();
});

afterEach(() => test0.close());

test('a report is stored, acknowledged, and told to the live part', async () => {
  const trackerId = await test0.addTracker('13912345678');
  const device = await TestDevice.connect(jt808, test0.port('jt808', 'tcp'), '13912345678');
  expect((await device.logIn())?.ok).toBe(true);
  const sent = report({ fix: { speed: 12.5, course: 90 } });
  const reply = await device.reply(device.report(sent));
  expect(reply.ok).toBe(true);
  const track = await readTrack(test0.database.sql, trackerId, sent.time, sent.time, 10);
  expect(track).toMatchObject([
    { time: sent.time, fix: { latitude: 53.5436, longitude: 9.9663, speed: 12.5, course: 90, altitude: 6 } },
  ]);
  expect(test0.feed.changes).toMatchObject([
    {
      trackerId,
      accountId: 1,
      status: { latitude: 53.5436, longitude: 9.9663, speed: 12.5, status: 'RUNNING' },
    },
  ]);
  device.close();
});
