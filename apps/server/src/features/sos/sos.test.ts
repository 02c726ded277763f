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

/** The device says how it is, a second after its last word. */
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

test('an SOS is lifted at once, whatever the device goes on saying, and a new one opens again', async () => {
  const console = await ada.console();
  await console.waitUntilLive();
  await ada.call('liftSos', { trackerId });
  await console.waitUntil('the console shows it', ({ states }) => states.get(trackerId)?.status === 'STOP');
  expect(await readStatus()).toBe('STOP');
  await eventually('the engine has done it', async () => (await readPendingClears()).length === 0);
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

test('where none is open, and where it was lifted already, it says so', async () => {
  await ada.call('liftSos', { trackerId });
  await expect(ada.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'sos-not-open' });
  await eventually('the engine has done it', async () => (await readPendingClears()).length === 0);
  await expect(ada.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'sos-not-open' });
});

test('of several people at once one lifts it, and the others are told that none is open', async () => {
  for (let round = 0; round < 4; round += 1) {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => ada.call('liftSos', { trackerId })));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toEqual([1, 2].map(() => expect.objectContaining({ errorName: 'sos-not-open' })));
    await eventually('the engine has done it', async () => (await readPendingClears()).length === 0);
    await sendAlarms([]);
    await sendAlarms(['SOS']);
  }
});

test('one of which the engine did not hear is lifted when it looks the next time', async () => {
  const { accountId } = await world.account('harbour');
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${new Date(world.clock.now())})`.execute(world.database.db);
  expect(await readStatus()).toBe('SOS');
  world.clock.advance(10_000);
  await eventually('it is lifted', async () => (await readStatus()) === 'STOP');
  expect(await readPendingClears()).toEqual([]);
});

test('lifted again while the first is worked in, the second stays until it is done', async () => {
  const { accountId } = await world.account('harbour');
  const at = world.clock.now();
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${new Date(at + 60_000)})`.execute(world.database.db);
  // An older word of it is not the end of the newer row.
  await world.database.db
    .transaction()
    .execute((tx) => sendEvent(tx, { type: 'sos-lifted', accountId, trackerId, at }));
  await eventually('it is lifted', async () => (await readStatus()) === 'STOP');
  expect(await readPendingClears()).toHaveLength(1);
  world.clock.advance(10_000);
  await eventually('the newer row is done', async () => (await readPendingClears()).length === 0);
});

test('a lift that comes after the next SOS has opened does nothing, and is done with', async () => {
  const { accountId } = await world.account('harbour');
  const before = new Date(world.clock.now() - 1);
  await sql`
    insert into sos_lift (tracker_id, account_id, lifted_at)
    values (${trackerId}, ${accountId}, ${before})`.execute(world.database.db);
  world.clock.advance(10_000);
  await eventually('it is done with', async () => (await readPendingClears()).length === 0);
  expect(await readStatus()).toBe('SOS');
});

test('a viewer, a stranger, and who does not see its group, do not lift it', async () => {
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
