import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  devices.push(device);
  await device.logIn();
  return device;
}

/** Sends a report of the present and waits for its acknowledgement. */
async function send(device: TestDevice, details: Partial<Parameters<typeof report>[0]> = {}): Promise<void> {
  await device.reply(device.report(report({ ...details, time: clock.now() })));
}

function readState() {
  return testEngine.database.db
    .selectFrom('tracker_state')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .executeTakeFirst();
}

/** Changes the validity as the operations do. The engine applies it when it has read the tracker. */
async function setValidUntil(validUntil: number | null): Promise<void> {
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('tracker')
      .set({ valid_until: validUntil === null ? null : new Date(validUntil) })
      .where('tracker_id', '=', trackerId)
      .execute();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [trackerId], removed: [] });
  });
}

/** Sends a report each second until the state changes, or no longer changes. */
function sendUntil(device: TestDevice, applied: boolean): Promise<unknown> {
  return eventually('the engine follows the change', async () => {
    const before = (await readState())?.version;
    clock.advance(1_000);
    await send(device);
    return ((await readState())?.version !== before) === applied;
  });
}

test('acknowledges and stores reports after the validity without changing the state', async () => {
  const device = await connect();
  await send(device);
  const before = await readState();
  expect(before).toMatchObject({ activated_at: NOW });
  await setValidUntil(NOW + MINUTE);
  clock.advance(MINUTE - 1_000);
  await sendUntil(device, false);
  const { changes, entries } = testEngine.feed;
  const published = changes.length;
  const expired = await readState();

  clock.advance(MINUTE);
  await send(device, { alarms: ['SOS'], fix: { speed: 60 } });
  expect(await readState()).toEqual(expired);
  expect(changes).toHaveLength(published);
  expect(entries).toEqual([]);
  expect((await testEngine.storedTimes(trackerId)).at(-1)).toBe(clock.now());
});

test.skipIf(IS_CLUSTER)(
  'continues at once after a renewal, and counts no inactivity of the time before',
  async () => {
    await setValidUntil(NOW);
    const device = await connect();
    await send(device);
    // The row exists, but the device is not activated.
    expect(await readState()).toMatchObject({ version: 0, activated_at: null, comm_time: null });

    await setValidUntil(NOW + 100 * MINUTE);
    await sendUntil(device, true);
    expect(await readState()).toMatchObject({ activated_at: clock.now(), status: 'STOP' });

    // Expires again, is silent for an hour, and is renewed without a report.
    await setValidUntil(clock.now());
    await sendUntil(device, false);
    clock.advance(60 * MINUTE);
    const renewedAt = clock.now();
    await setValidUntil(null);
    await eventually('the engine has read the renewal', async () => {
      clock.advance(MINUTE);
      return (await readState())?.status === 'OFFLINE';
    });
    const [offline, ...others] = testEngine.feed.entries.map(({ payload }) => payload);
    expect(others).toEqual([]);
    expect(offline?.noticeType).toBe('OFFLINE');
    expect(offline?.time).toBeGreaterThanOrEqual(renewedAt + 10 * MINUTE);
  },
);

test('rejects reports of an expired tracker that is removed while they are in flight', async () => {
  await setValidUntil(NOW);
  const device = await connect();
  await send(device);
  await testEngine.database.db.deleteFrom('tracker').where('tracker_id', '=', trackerId).execute();
  // Without an event, so the engine still knows it.
  clock.advance(1_000);
  device.report(report({ time: clock.now() }));
  await eventually('the report is refused', async () => {
    return (await testEngine.metricValue('wakeline_refused_total', { reason: 'unknown-device' })) > 0;
  });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
});
