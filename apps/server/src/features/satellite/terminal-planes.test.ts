import type { Role } from '@wakeline/contract/roles';
import { ALL_MESSAGE_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveFromTerminal } from '../../satellite/receive/receive-from-terminal.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const HOUR = 3_600_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let onPlane: number;
let onShip: number;
let planeId: number;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  account = await world.account('airfield');
  ada = await account.person('ada');
  const { groupId } = await ada.call('createGroup', { groupName: 'Aircraft' });
  trackerId = await account.tracker('861390000000001', 'Skylark', groupId);
  const ship = await account.tracker('861390000000002', 'Gull');
  planeId = (await ada.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', trackerId })).planeId;
  const terminal = (bdUserName: string, cardNumber: string, carrier: number) => ({
    bdUserName,
    cardNumber,
    network: 'beidou' as const,
    password: 'abc123',
    trackerId: carrier,
  });
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [terminal('Box7', '4200001', trackerId), terminal('Box8', '4200002', ship)],
  });
  [onPlane = 0, onShip = 0] = bdUserIds;
});
afterAll(() => world.stop());

const planes = async (bdUserIds: readonly number[], person = ada) =>
  (await person.call('queryTerminalPlanes', { bdUserIds: [...bdUserIds] })).list;
const withRoles = (name: string, roles: Role[], groupIds: number[] | null = null) =>
  account.person(name, { permission: 'viewer', roles, ...(groupIds === null ? {} : { groupIds }) });
const found = async (keywords: string, person: Person, role?: 'eob_plugin_bdhl' | 'eob_plugin_flight_msg') =>
  (
    await person.call('queryBdUsers', { keywords, pageIndex: 1, pageSize: 10, ...(role ? { role } : {}) })
  ).list.map(({ bdUserId }) => bdUserId);

test('lists the plane of a terminal, and leaves out terminals on other devices', async () => {
  expect(await planes([onPlane, onShip])).toEqual([
    { bdUserId: onPlane, planeId, trackerId, tailNumber: 'B-10KA', icon: 'aircraft', flight: null },
  ]);
  expect(await planes([onShip])).toEqual([]);
});

test('has the next flight, and one that should have taken off before it', async () => {
  const flight = async (flightNumber: string, takeoffTime: number) =>
    (
      await ada.call('createFlight', {
        flightNumber,
        planeId,
        departure: { ident: 'ZGKL', landingPlaceId: null },
        arrival: { ident: 'ZGGG', landingPlaceId: null },
        alternate: 'ZGNN',
        takeoffTime,
        arrivalTime: takeoffTime + HOUR,
      })
    ).flightIds[0] ?? 0;
  const now = world.clock.now();
  await flight('CA3', now + 5 * HOUR);
  await flight('CA2', now + 2 * HOUR);
  const cancelled = await flight('CA1', now + HOUR);
  await ada.call('cancelFlight', { flightId: cancelled });
  expect((await planes([onPlane]))[0]?.flight).toMatchObject({
    flightNumber: 'CA2',
    state: 'planned',
    departure: { ident: 'ZGKL' },
    arrival: { ident: 'ZGGG' },
    alternate: 'ZGNN',
    takeoffTime: now + 2 * HOUR,
    arrivalTime: now + 3 * HOUR,
  });
  // 31 minutes after its planned off-block time, without a take-off.
  await flight('CA0', now - 31 * 60_000);
  expect((await planes([onPlane]))[0]?.flight).toMatchObject({ flightNumber: 'CA0', state: 'overdue' });
});

test('is refused for terminals that the user does not see, and without the function', async () => {
  const eve = await (await world.account('outside')).person('eve');
  const unknown = { errorName: 'communication-account-unknown' };
  await expect(planes([onPlane], eve)).rejects.toMatchObject(unknown);
  const { groupId } = await ada.call('createGroup', { groupName: 'Others' });
  const limited = await withRoles('limited', ['eob_plugin_flight_msg'], [groupId]);
  await expect(planes([onPlane], limited)).rejects.toMatchObject(unknown);
  const beidou = await withRoles('beidou', ['eob_plugin_bdhl']);
  await expect(planes([onPlane], beidou)).rejects.toMatchObject({ errorName: 'not-allowed' });
});

test('searches find terminals by tail number for the function of planes only', async () => {
  expect(await found('b-10k', ada)).toEqual([onPlane]);
  expect(await found('b-10k', ada, 'eob_plugin_flight_msg')).toEqual([onPlane]);
  // A pattern is literal.
  expect(await found('B_10KA', ada)).toEqual([]);
  expect(await found('b-10k', ada, 'eob_plugin_bdhl')).toEqual([]);
  const bob = await withRoles('bob', ['eob_plugin_bdhl']);
  expect(await found('b-10k', bob)).toEqual([]);

  await world.database.db.transaction().execute((tx) =>
    receiveFromTerminal(tx, new Set(ALL_MESSAGE_GATEWAYS), {
      network: 'beidou',
      cardNumber: '4200001',
      key: '4200001 1',
      gateway: 'beidou-machine',
      text: 'Airborne',
      raw: Buffer.from('Airborne'),
      receivedAt: world.clock.now(),
      writtenAt: null,
      position: null,
      estimate: null,
      receiverCard: null,
    }),
  );
  const conversations = async (keywords: string, person: Person) =>
    (await person.call('queryEobBdMsgs', { keywords })).list.map(({ content }) => content);
  expect(await conversations('b-10k', ada)).toEqual(['Airborne']);
  expect(await conversations('b-10k', bob)).toEqual([]);
  expect(await conversations('Box7', bob)).toEqual(['Airborne']);
});
