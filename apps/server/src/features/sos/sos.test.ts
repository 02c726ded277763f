import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../../db/notify.ts';
import type { TestDevice } from '../../ingest/testing/device.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const IMEI = '13912345678';

let world: World;
let ada: Person;
let trackerId: number;
let device: TestDevice;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  trackerId = await harbour.tracker(IMEI, 'Gull');
  device = await world.device('jt808', IMEI);
});
afterAll(async () => {
  device.close();
  await world.stop();
});

/** Sends a report with these alarms, one second after the previous one. */
async function sendAlarms(alarms: 'SOS'[]): Promise<void> {
  world.clock.advance(1_000);
  await device.reply(device.report(report({ time: world.clock.now(), alarms })));
}

async function readStatus(): Promise<string> {
  const { trackerStatusDto } = await ada.call('queryTrackerById', { trackerId });
  return trackerStatusDto.status;
}

const readPendingClears = () => world.database.db.selectFrom('sos_lift').select('tracker_id').execute();

beforeEach(async () => {
  await sendAlarms([]);
  await sendAlarms(['SOS']);
  expect(await readStatus()).toBe('SOS');
});

test('clears an SOS at once even if the device keeps sending it, and opens a new one', async () => {
  const console = await ada.console();
  await console.waitUntilLive();
  await ada.call('liftSos', { trackerId });
  await console.waitUntil(
    'the console receives the cleared state',
    ({ states }) => states.get(trackerId)?.status === 'STOP',
  );
  expect(await readStatus()).toBe('STOP');
  await eventually('the engine has applied it', async () => (await readPendingClears()).length === 0);
  await sendAlarms(['SOS']);
  expect(await readStatus()).toBe('STOP');
  await sendAlarms([]);
  await sendAlarms(['SOS']);
  expect(await readStatus()).toBe('SOS');
  const audit = await world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'target', 'before'])
    .where('action', '=', 'liftSos')
    .execute();
  expect(audit).toEqual([
    { login: 'ada', target: 'Gull', before: expect.objectContaining({ status: 'SOS' }) },
  ]);
});

test('refuses to clear an SOS that is not open or already cleared', async () => {
  await ada.call('liftSos', { trackerId });
  await expect(ada.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'sos-not-open' });
  await eventually('the engine has applied it', async () => (await readPendingClears()).length === 0);
  await expect(ada.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'sos-not-open' });
});

test('lets one of several concurrent calls clear it and refuses the others', async () => {
  for (let round = 0; round < 4; round += 1) {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => ada.call('liftSos', { trackerId })));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toEqual([1, 2].map(() => expect.objectContaining({ errorName: 'sos-not-open' })));
    await eventually('the engine has applied it', async () => (await readPendingClears()).length === 0);
    await sendAlarms([]);
    await sendAlarms(['SOS']);
  }
});

test('applies a clear request whose event was lost at the next poll', async () => {
  const { accountId } = await world.account('harbour');
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${new Date(world.clock.now())})`.execute(world.database.db);
  expect(await readStatus()).toBe('SOS');
  world.clock.advance(10_000);
  await eventually('the SOS is cleared', async () => (await readStatus()) === 'STOP');
  expect(await readPendingClears()).toEqual([]);
});

test('keeps a second clear request until the engine has applied it', async () => {
  const { accountId } = await world.account('harbour');
  const at = world.clock.now();
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${new Date(at + 60_000)})`.execute(world.database.db);
  // An older event must not delete the newer row.
  await world.database.db
    .transaction()
    .execute((tx) => sendEvent(tx, { type: 'sos-lifted', accountId, trackerId, at }));
  await eventually('the SOS is cleared', async () => (await readStatus()) === 'STOP');
  expect(await readPendingClears()).toHaveLength(1);
  world.clock.advance(10_000);
  await eventually('the newer row is applied', async () => (await readPendingClears()).length === 0);
});

test('discards a clear request that is older than the present SOS', async () => {
  const { accountId } = await world.account('harbour');
  const before = new Date(world.clock.now() - 1);
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${before})`.execute(world.database.db);
  world.clock.advance(10_000);
  await eventually('the request is discarded', async () => (await readPendingClears()).length === 0);
  expect(await readStatus()).toBe('SOS');
});

test('refuses viewers, users of other accounts and users without the group', async () => {
  const harbour = await world.account('harbour');
  const viewer = await harbour.person('vic', { permission: 'viewer' });
  const otherUser = await (await world.account('elsewhere')).person('eve');
  const { groupId } = await ada.call('createGroup', { groupName: `Quay ${world.clock.now()}` });
  const pilot = await harbour.person('pat', { permission: 'editor', groupIds: [groupId] });
  await expect(viewer.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'not-allowed' });
  for (const other of [otherUser, pilot]) {
    await expect(other.call('liftSos', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  }
  expect(await readStatus()).toBe('SOS');
});
