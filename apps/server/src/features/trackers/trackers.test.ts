import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import { postgresPositions } from '../../positions/postgres/postgres-positions.ts';
import { readTrack } from '../../positions/read-track.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

const DAY = 86_400_000;

describe('a device', () => {
  test('is registered with the given fields and defaults', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const { trackerId } = await ada.call('addTracker', {
      trackerName: ' Gull ',
      imei: '860-A1',
      label: '7',
      groupId,
      note: 'on deck',
      validUntil: world.clock.now() + DAY,
    });
    expect(await ada.call('queryTrackerById', { trackerId })).toEqual({
      trackerId,
      trackerName: 'Gull',
      imei: '860-A1',
      label: '7',
      groupId,
      model: '',
      note: 'on deck',
      iotCard: '',
      activation: 'unactivated',
      validUntil: world.clock.now() + DAY,
      realmDetails: 'harbour',
      iconDto: { iconUrl: 'generic', iconType: 'STANDARD' },
      trackerStatusDto: {
        latitude: null,
        longitude: null,
        direction: null,
        altitude: null,
        speed: null,
        electricity: null,
        gsm: null,
        satellites: null,
        accuracy: null,
        mileage: 0,
        fixTime: null,
        latestCommTime: null,
        status: 'OFFLINE',
        statusSince: null,
      },
      abilities: { edit: true, remove: true, replay: true, liftSos: true },
    });
    const row = await world.database.db
      .selectFrom('tracker')
      .select('password')
      .where('tracker_id', '=', trackerId)
      .executeTakeFirstOrThrow();
    expect(row.password).toBe('123456');
  });

  test('is activated by its first report, has the reported state, and expires with its validity', async () => {
    const { trackerId } = await ada.call('addTracker', {
      trackerName: 'Tern',
      imei: '860000000000017',
      validUntil: world.clock.now() + DAY,
    });
    const device = await world.device('gt06', '860000000000017');
    const reportedFix = { latitude: 54.5, longitude: 10.25, speed: 12, course: 90 };
    const sent = device.report(report({ time: world.clock.now() - 1000, fix: reportedFix }));
    await device.reply(sent);
    const tracker = await ada.call('queryTrackerById', { trackerId });
    expect(tracker.activation).toBe('activated');
    expect(tracker.trackerStatusDto).toMatchObject({ direction: 90, speed: 12, status: 'RUNNING' });
    // GT06 encodes coordinates in units of 1/1,800,000 degree.
    expect(tracker.trackerStatusDto.latitude).toBeCloseTo(54.5, 5);
    world.clock.advance(DAY);
    expect((await ada.call('queryTrackerById', { trackerId })).activation).toBe('expired');
  });

  test('with the IMEI of another device of any account is refused', async () => {
    await (await world.account('airfield')).tracker('taken-1');
    await expect(ada.call('addTracker', { trackerName: 'X', imei: 'taken-1' })).rejects.toMatchObject({
      errorName: 'imei-taken',
    });
    const { trackerId } = await ada.call('addTracker', { trackerName: 'Y', imei: 'free-1' });
    await expect(ada.call('editTracker', { trackerId, imei: 'taken-1' })).rejects.toMatchObject({
      errorName: 'imei-taken',
    });
  });

  test('with an IMEI that differs only in leading zeros is refused', async () => {
    await (await world.account('airfield')).tracker('013911113333');
    const taken = { errorName: 'imei-taken' };
    for (const imei of ['13911113333', '0013911113333']) {
      await expect(ada.call('addTracker', { trackerName: 'X', imei })).rejects.toMatchObject(taken);
    }
    const batch = await ada.call('batchAddTrackers', {
      trackers: ['13911113333', '13911114444', '013911114444'].map((imei) => ({ trackerName: 'X', imei })),
    });
    expect(batch).toMatchObject({ added: [{ row: 2 }], failed: [{ row: 1 }, { row: 3 }] });
    const { trackerId } = await ada.call('addTracker', { trackerName: 'Y', imei: 'free-2' });
    await expect(ada.call('editTracker', { trackerId, imei: '13911113333' })).rejects.toMatchObject(taken);
    await ada.call('editTracker', { trackerId, imei: '0free-2' });
  });

  test.each(['', '86 1', "1';drop table tracker", '8'.repeat(33)])(
    'with the IMEI %j is refused',
    async (imei) => {
      await expect(ada.call('addTracker', { trackerName: 'X', imei })).rejects.toMatchObject({
        errorName: 'field-invalid',
        details: { field: 'imei' },
      });
    },
  );

  test('is edited only in the given fields', async () => {
    const { trackerId } = await ada.call('addTracker', { trackerName: 'Eider', imei: 'edit-1', note: 'old' });
    await ada.call('editTracker', {
      trackerId,
      trackerName: 'Eider II',
      iconDto: { iconUrl: 'boat', iconType: 'STANDARD' },
    });
    expect(await ada.call('queryTrackerById', { trackerId })).toMatchObject({
      trackerName: 'Eider II',
      imei: 'edit-1',
      note: 'old',
      iconDto: { iconUrl: 'boat' },
    });
    await ada.call('editTracker', { trackerId });
    await expect(ada.call('editTracker', { trackerId: 999_999 })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  });

  test('that is removed loses its history and becomes unknown', async () => {
    const { trackerId } = await ada.call('addTracker', { trackerName: 'Skua', imei: '860000000000025' });
    const device = await world.device('gt06', '860000000000025');
    const time = world.clock.now() - 60_000;
    await device.reply(device.report(report({ time })));
    const history = () =>
      readTrack(
        { db: world.database.db, positions: postgresPositions },
        { trackerId, from: time, to: time, now: 0 },
        10,
      );
    expect(await history()).toHaveLength(1);
    await ada.call('removeTracker', { trackerId });
    await expect.poll(history, { timeout: 30_000 }).toHaveLength(0);
    await expect(ada.call('queryTrackerById', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    await expect(ada.call('removeTracker', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  });
});

test('does not block other devices while a long history is erased', async () => {
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Fulmar', imei: '860000000000033' });
  await ada.call('addTracker', { trackerName: 'Knot', imei: '860000000000041' });
  const fulmar = await world.device('gt06', '860000000000033');
  const knot = await world.device('gt06', '860000000000041');
  const time = world.clock.now() - 60_000;
  await fulmar.reply(fulmar.report(report({ time })));
  // The erase task waits as long as one of its rows is locked.
  const { db } = world.database;
  const lockingTransaction = await db.startTransaction().execute();
  await sql`select from position where tracker_id = ${trackerId} for update`.execute(lockingTransaction);
  await ada.call('removeTracker', { trackerId });
  const waits = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await waits.execute(lockingTransaction)).rows.length, { timeout: 30_000 })
    .toBe(1);
  fulmar.report(report({ time: time + 1_000 }));
  for (const later of [1_000, 2_000, 3_000]) {
    expect(await knot.reply(knot.report(report({ time: time + later })))).toMatchObject({ ok: true });
  }
  await lockingTransaction.rollback().execute();
  const left = async () => [
    ...(await readTrack(
      { db, positions: postgresPositions },
      { trackerId, from: 0, to: Number.MAX_SAFE_INTEGER, now: 0 },
      10,
    )),
    ...(await db.selectFrom('removed_tracker').selectAll().execute()),
  ];
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
});

describe('a batch', () => {
  test('registers the valid rows and returns the errors of the others', async () => {
    await ada.call('addTracker', { trackerName: 'Existing', imei: 'batch-0' });
    const result = await ada.call('batchAddTrackers', {
      trackers: [
        { trackerName: 'One', imei: 'batch-1' },
        { trackerName: 'Two', imei: 'batch-0' },
        { trackerName: 'Three', imei: 'batch 3' },
        { imei: 'batch-4' },
        { trackerName: 'Five', imei: 'batch-1' },
        { trackerName: 'Six', imei: 'batch-6', groupId: 999_999 },
        { trackerName: 'Seven', imei: 'batch-7' },
      ],
    });
    expect(result.added.map(({ row }) => row)).toEqual([1, 7]);
    expect(result.failed.map(({ row, imei, error }) => [row, imei, error])).toEqual([
      [2, 'batch-0', 'imei-taken'],
      [3, 'batch 3', 'field-invalid'],
      [4, 'batch-4', 'field-invalid'],
      [5, 'batch-1', 'imei-taken'],
      [6, 'batch-6', 'group-unknown'],
    ]);
    expect(result.failed[1]?.message).toContain('imei');
    const { list } = await ada.call('queryAllTrackers', {});
    expect(list.map(({ imei }) => imei)).toEqual(expect.arrayContaining(['batch-1', 'batch-7']));
  });

  test('with too many rows is refused', async () => {
    const trackers = Array.from({ length: 501 }, (_, row) => ({ trackerName: 'x', imei: `many-${row}` }));
    await expect(ada.call('batchAddTrackers', { trackers })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'trackers' },
    });
  });
});

test('derives abilities from the permission', async () => {
  const account = await world.account('airfield');
  await account.tracker('able-1');
  const abilities = async (login: string, options: Parameters<typeof account.person>[1]) => {
    const { list, abilities } = await (await account.person(login, options)).call('queryAllTrackers', {});
    return { list: abilities, tracker: list[0]?.abilities };
  };
  expect(await abilities('editor', { permission: 'editor' })).toEqual({
    list: { add: true },
    tracker: { edit: true, remove: true, replay: true, liftSos: true },
  });
  expect(await abilities('viewer', { permission: 'viewer' })).toEqual({
    list: { add: false },
    tracker: { edit: false, remove: false, replay: true, liftSos: false },
  });
  expect(await abilities('watcher', { roles: ['eob_plugin_loc_monitor'] })).toEqual({
    list: { add: false },
    tracker: { edit: false, remove: false, replay: true, liftSos: true },
  });
});

test('lists an unregistered device for the operator until it is registered', async () => {
  const operator = await (await world.account('operator')).person('root');
  const device = await world.device('jt808', '13800000099').catch(() => null);
  device?.close();
  // The server saves the list at intervals.
  const listed = async (): Promise<string[]> => {
    world.clock.advance(60_000);
    return (await operator.call('queryUnregisteredDevices', {})).list.map(({ imei }) => imei);
  };
  await expect.poll(listed, { timeout: 30_000 }).toContain('13800000099');
  await operator.call('addTracker', { trackerName: 'Found', imei: '13800000099' });
  const { list } = await operator.call('queryUnregisteredDevices', {});
  expect(list.map(({ imei }) => imei)).not.toContain('13800000099');
});

test('returns the same trackers in pages of the table as in the list', async () => {
  const tableAccount = await (await world.account('wide')).person('wide holder');
  await sql`
    insert into tracker (account_id, name, label, imei, password, icon_url)
    select ${tableAccount.accountId}, 'wide ' || n, n % 7, 'wide-' || n, '', case when n % 2 = 0 then 'boat' else 'car' end
    from generate_series(1, 9000) n`.execute(world.database.db);
  await sql`
    insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, speed, comm_time, status)
    select tracker_id, account_id, 1, 1780000000000, 0, tracker_id % 180, 0, 1780000000001, 'STOP'
    from tracker where account_id = ${tableAccount.accountId} and tracker_id % 3 = 0`.execute(
    world.database.db,
  );
  const { list } = await tableAccount.call('queryAllTrackers', {});
  const rows: unknown[] = [];
  let pages = 0;
  for (let after: number | null | undefined; after !== null; pages += 1) {
    const { columns, states, icons, abilitySets, realmDetails, next, abilities } = await tableAccount.call(
      'queryTrackerTable',
      after === undefined ? {} : { after },
    );
    expect(abilities).toEqual({ add: true });
    expect(icons.length).toBeLessThanOrEqual(2);
    expect(abilitySets.length).toBeLessThanOrEqual(1);
    for (const row of columns.trackerId.keys()) {
      const at = (all: object = {}) =>
        Object.fromEntries(
          Object.entries(all).map(([name, column]: [string, readonly unknown[]]) => [name, column[row]]),
        );
      const { icon, abilities: set, ...own } = at(columns);
      rows.push({
        ...own,
        realmDetails,
        iconDto: icons[Number(icon)],
        abilities: abilitySets[Number(set)],
        trackerStatusDto: at(states),
      });
    }
    after = next;
  }
  expect(pages).toBe(3);
  const sorted = list.toSorted((a, b) => a.trackerId - b.trackerId);
  expect(rows).toEqual(sorted);

  const { states, columns, icons, next, abilities } = await tableAccount.call('queryTrackerTable', {
    states: false,
  });
  expect({ states, next, abilities }).toEqual({ next: null, abilities: { add: true } });
  const listed = columns.trackerId.map((trackerId, row) => ({
    trackerId,
    trackerName: columns.trackerName[row],
    label: columns.label[row],
    iconDto: icons[columns.icon[row] ?? -1],
  }));
  expect(listed).toEqual(
    sorted.map(({ trackerId, trackerName, label, iconDto }) => ({ trackerId, trackerName, label, iconDto })),
  );
});

test('continues the table without states after a page, and shows which trackers have reported', async () => {
  const holder = await (await world.account('very wide')).person('very wide holder');
  await sql`
    insert into tracker (account_id, name, imei, password)
    select ${holder.accountId}, 'very wide ' || n, 'very-wide-' || n, '' from generate_series(1, 10001) n`.execute(
    world.database.db,
  );
  await sql`
    insert into tracker_state (tracker_id, account_id, version, status, activated_at)
    select max(tracker_id), account_id, 1, 'STOP', 1 from tracker where account_id = ${holder.accountId}
    group by account_id`.execute(world.database.db);
  const first = await holder.call('queryTrackerTable', { states: false });
  expect(first.columns.trackerId.length).toBe(10_000);
  expect(first.next).toBe(first.columns.trackerId.at(-1));
  expect(new Set(first.columns.activation)).toEqual(new Set(['unactivated']));
  const second = await holder.call('queryTrackerTable', { states: false, after: first.next ?? 0 });
  expect(second.columns.trackerName).toEqual(['very wide 10001']);
  expect(second.columns.activation).toEqual(['activated']);
  expect(second.next).toBe(null);
});

test('limits the trackers of an account, also under concurrent single and batch requests', async () => {
  const full = await (await world.account('full')).person('full holder');
  await sql`
    insert into tracker (account_id, name, imei, password)
    select ${full.accountId}, 'full', 'full-' || n, '' from generate_series(2, ${LIMITS.trackersPerAccount}) n`.execute(
    world.database.db,
  );
  const imeis = ['more-1', 'more-2', 'more-3', 'more-4'];
  const [batch, ...single] = await Promise.all([
    full.call('batchAddTrackers', { trackers: [{ trackerName: 'More', imei: 'more-0' }] }),
    ...imeis.map((imei) =>
      full.call('addTracker', { trackerName: 'More', imei }).then(
        () => 'added',
        (error: { errorName: string }) => error.errorName,
      ),
    ),
  ]);
  const outcomes = [...single, batch.failed[0]?.error ?? 'added'];
  expect(outcomes.toSorted()).toEqual(['added', ...imeis.map(() => 'tracker-limit')]);
});
