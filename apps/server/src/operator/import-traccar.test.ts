import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { readTrack } from '../positions/read-track.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { runImportCommand } from './traccar/testing/import-command.ts';
import { createTraccarDatabase, type TraccarDatabase } from './traccar/testing/traccar-database.ts';

const DAY = 86_400_000;
/** Commands use the machine's clock; the positions are of yesterday. */
const NOW = Date.now();
const MORNING = Math.floor((NOW - DAY) / 1_000) * 1_000;

let world: World;
let traccar: TraccarDatabase;
let folder: string;
let harbour: WorldAccount;
let marina: WorldAccount;

beforeAll(async () => {
  world = await startWorld();
  world.clock.advance(NOW - world.clock.now());
  folder = mkdtempSync(join(tmpdir(), 'wakeline-traccar-'));
  harbour = await world.account('Harbour');
  await harbour.person('ada');
  marina = await world.account('Marina');
  await marina.person('mona');
  traccar = await createTraccarDatabase();
  await fill(traccar);
});
afterAll(async () => {
  await traccar.drop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A small Traccar with something of each kind, right and wrong. */
async function fill({ run }: TraccarDatabase): Promise<void> {
  await run(`
    insert into tc_groups (id, name, groupid) values
      (1, 'Fleet', null), (2, 'North', 1), (3, 'North', 2), (4, 'Ring', null), (5, 'Lost', null);
    update tc_groups set groupid = 5 where id = 4;
    update tc_groups set groupid = 4 where id = 5;
    insert into tc_devices (id, name, uniqueid, groupid, phone, model, contact, category, disabled, expirationtime) values
      (1, 'Tug 1', '861000000000001', 2, '+86 138 0000 0001', 'GT06N', 'Li Wei', 'boat', false, null),
      (2, 'Tug 2', '0861000000000001', 2, null, null, null, null, false, null),
      (3, 'Phone', 'my phone', null, null, null, null, null, false, null),
      (4, 'Stolen', '861000000000004', null, null, null, null, null, false, null),
      (5, 'Old van', '861000000000005', 1, null, null, null, 'hovercraft', true, null),
      (6, 'Known', '861000000000006', 1, null, null, null, null, false, null),
      (7, 'Rented', '861000000000007', 3, null, null, null, 'car', null, '2040-01-01 00:00:00');
    insert into tc_users (id, name, email, readonly, administrator, disabled, expirationtime) values
      (2, 'Mei', 'mei@example.com', false, false, false, null),
      (3, 'Guard', 'guard@example.com', true, false, null, '2020-01-01'),
      (4, 'Thief', 'mona', false, false, false, null),
      (5, 'Phone', '13800138000', false, false, false, null),
      (6, 'Boss', 'boss@example.com', false, true, false, null);
    insert into tc_user_group values (2, 1);
    insert into tc_user_device values (2, 7), (3, 5);
    insert into tc_geofences (id, name, description, area, attributes, calendarid) values
      (1, 'Basin', 'deep', 'CIRCLE (36.075 120.29, 500)', '{"color": "#ff0000", "hide": true}', null),
      (2, 'Yard', null, 'POLYGON ((36 120, 36 120.1, 36.1 120.1, 36 120))', null, null),
      (3, 'Fairway', null, 'LINESTRING (36 120, 36.1 120.2)', 'not JSON', null),
      (4, 'Bad', null, 'POLYGON ((36 120))', null, null),
      (5, 'Worse', null, 'CIRCLE (here)', null, null),
      (6, 'Bow', null, 'POLYGON ((0 0, 1 1, 0 1, 1 0, 0 0))', null, null);
    insert into tc_group_geofence values (2, 1);
    insert into tc_device_geofence values (1, 2);
    insert into tc_drivers (name, uniqueid, attributes) values ('Otto', 'k1', '{}');`);
  const add = (deviceId: number, seconds: number, attributes: string | null, place = [36, 120]) =>
    run(
      `insert into tc_positions
         (deviceid, protocol, devicetime, fixtime, valid, latitude, longitude, altitude, speed, course, accuracy, attributes)
       values ($1, 'gt06', $2, $2, true, $3, $4, 12.5, 10, 271.25, 0, $5)`,
      [deviceId, sqlTime(MORNING + seconds * 1_000), place[0], place[1], attributes],
    );
  await add(
    1,
    60,
    '{"batteryLevel": 88.0, "sat": 9, "ignition": true, "motion": false, "odometer": 1234567.8, "rssi": 4}',
  );
  // Time order is not the order of ids.
  await add(1, 0, '{"alarm": "sos,hardBraking", "power": 12.4, "io1": {"a": 1}, "distance": 0.0}');
  await add(1, 120, '{"batteryLevel": 88');
  await add(1, 120, '{"note": "same time"}');
  await add(1, 180, null, [0, 0]);
  await add(1, -500 * 86_400, null);
  await add(1, 10 * 86_400, null);
  await add(6, 30, '{}');
  await add(4, 30, '{}');
}

function sqlTime(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '');
}

const importTraccar = (...args: readonly string[]) => runImportCommand(world, args);

/** Everything of the account that an import may change. */
async function contents(accountId: number) {
  const { db } = world.database;
  const tables = [
    'tracker',
    'tracker_group',
    'app_user',
    'fence',
    'route',
    'audit_entry',
    'import_identity',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).where('account_id', '=', accountId).selectAll().execute()),
  );
  const sorted = rows.map((list) => list.map((row) => JSON.stringify(row)).sort());
  const positions = await db
    .selectFrom('position' as never)
    .selectAll()
    .execute();
  return {
    ...Object.fromEntries(tables.map((table, at) => [table, sorted[at]])),
    positions: positions.length,
  };
}

describe('import into an account', () => {
  test('changes nothing in a dry run, and reports what an import would do', async () => {
    await marina.tracker('861000000000004', 'Ours');
    await harbour.tracker('861000000000006', 'Kept name');
    const before = await contents(harbour.accountId);
    const { status, output } = await importTraccar(traccar.url, '--account', 'ada', '--dry-run');
    expect(status).toBe(0);
    expect(output).toContain('groups     5         0         0');
    expect(output).toContain('positions  5 valid   -         3');
    expect(await contents(harbour.accountId)).toEqual(before);
  });

  test('imports each kind of object, and reports what it could not import and why', async () => {
    const file = join(folder, 'report.json');
    const { status, output, errors } = await importTraccar(traccar.url, '--account', 'ada', '--report', file);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('devices    3         1         3');
    expect(output).toContain('positions  4         1         3');
    expect(output).toContain('  1 drivers');
    expect(output).toContain('  mei@example.com\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      rows: { kind: string; id: number; outcome: string; notes: { reason: string }[] }[];
      positions: { id: number; refused: object; incomplete: object; tooOld: number }[];
      totals: object;
    };
    const outcomes = report.rows.map(
      ({ kind, id, outcome, notes }) =>
        `${kind} ${id} ${outcome} ${notes.map(({ reason }) => reason).join()}`,
    );
    expect(outcomes.toSorted()).toEqual([
      'device 1 imported ',
      'device 2 refused imei-twice',
      'device 3 refused imei-shape',
      'device 4 refused imei-other-account',
      'device 5 imported category-unknown,disabled',
      'device 6 existing imei-known',
      'device 7 imported ',
      'geofence 1 imported ',
      'geofence 2 imported single-devices,fence-silent',
      'geofence 3 imported attributes-malformed,line-is-route',
      'geofence 4 refused fence-too-few-points',
      'geofence 5 refused area-wrong',
      'geofence 6 refused fence-self-crosses',
      'group 1 imported ',
      'group 2 imported ',
      'group 3 imported name-changed',
      'group 4 imported ',
      'group 5 imported group-in-itself',
      'user 1 imported password-new',
      'user 2 imported password-new,single-devices',
      'user 3 imported password-new,single-devices',
      'user 4 refused login-taken',
      'user 5 refused login-is-phone',
      'user 6 imported password-new',
    ]);
    expect(report.positions[0]).toMatchObject({
      id: 1,
      read: 6,
      stored: 3,
      existing: 1,
      tooOld: 1,
      refused: { 'no-fix': { count: 1, firstIds: [5] }, 'time-in-future': { count: 1, firstIds: [7] } },
      incomplete: { 'attributes-malformed': { firstIds: [3] }, 'attribute-structure': { firstIds: [2] } },
    });
  });

  test('converts devices with their groups', async () => {
    const rows = await world.database.db
      .selectFrom('tracker')
      .innerJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
      .leftJoin('tracker_group as parent', 'parent.group_id', 'tracker_group.parent_id')
      .where('tracker.account_id', '=', harbour.accountId)
      .orderBy('imei')
      .select([
        'tracker.name',
        'imei',
        'model',
        'iot_card',
        'note',
        'icon_url',
        'valid_until',
        'tracker_group.name as group',
        'parent.name as parent',
      ])
      .execute();
    expect(rows).toEqual([
      {
        name: 'Tug 1',
        imei: '861000000000001',
        model: 'GT06N',
        iot_card: '+86 138 0000 0001',
        note: 'Li Wei',
        icon_url: 'motorboat',
        valid_until: null,
        group: 'North',
        parent: 'Fleet',
      },
      expect.objectContaining({
        name: 'Old van',
        icon_url: 'generic',
        group: 'Fleet',
        valid_until: expect.any(Date),
      }),
      expect.objectContaining({
        name: 'Rented',
        group: 'North (2)',
        parent: 'North',
        valid_until: new Date('2040-01-01T00:00:00Z'),
      }),
    ]);
    const [known] = await world.database.db
      .selectFrom('tracker')
      .where('imei', '=', '861000000000006')
      .select(['name', 'group_id'])
      .execute();
    expect(known).toEqual({ name: 'Kept name', group_id: null });
  });

  test('converts positions: knots to km/h, attributes to their names', async () => {
    const { tracker_id } = await world.database.db
      .selectFrom('tracker')
      .where('imei', '=', '861000000000001')
      .select('tracker_id')
      .executeTakeFirstOrThrow();
    const track = await readTrack(
      { db: world.database.db, positions: postgresPositions },
      { trackerId: tracker_id, from: MORNING, to: MORNING + DAY, now: NOW },
      10,
    );
    expect(track).toEqual([
      expect.objectContaining({
        time: MORNING,
        fix: {
          latitude: 36,
          longitude: 120,
          altitude: 12.5,
          speed: 18.52,
          course: 271.25,
          accuracy: null,
          valid: true,
        },
        alarms: ['SOS'],
        attributes: { alarm: 'hardBraking', externalVoltage: 12.4, distance: 0 },
      }),
      expect.objectContaining({
        time: MORNING + 60_000,
        battery: 88,
        satellites: 9,
        gsm: null,
        attributes: { ignition: true, moving: false, odometer: 1234567.8, rssi: 4 },
      }),
      expect.objectContaining({ time: MORNING + 120_000, battery: null, attributes: {} }),
    ]);
  });

  test('creates users with the rights of Traccar and without a usable password', async () => {
    const { db } = world.database;
    const users = await db
      .selectFrom('app_user')
      .where('account_id', '=', harbour.accountId)
      .where('permission', '!=', 'holder')
      .orderBy('login')
      .select([
        'user_id',
        'login',
        'note_name',
        'permission',
        'roles',
        'disabled',
        'all_groups',
        'password_hash',
      ])
      .execute();
    expect(users).toMatchObject([
      { login: 'admin', permission: 'administrator', all_groups: true, roles: [], disabled: false },
      { login: 'boss@example.com', permission: 'administrator', all_groups: true },
      { login: 'guard@example.com', permission: 'viewer', all_groups: false, disabled: true },
      {
        login: 'mei@example.com',
        note_name: 'Mei',
        permission: 'editor',
        all_groups: false,
        disabled: false,
      },
    ]);
    expect(new Set(users.map((user) => user.password_hash)).size).toBe(4);
    const mei = users.find(({ login }) => login === 'mei@example.com');
    const groups = await db
      .selectFrom('user_group')
      .innerJoin('tracker_group', 'tracker_group.group_id', 'user_group.group_id')
      .where('user_id', '=', mei?.user_id ?? 0)
      .select('name')
      .execute();
    expect(groups).toEqual([{ name: 'Fleet' }]);
  });

  test('converts geofences: the order of coordinates, colour, group and notices', async () => {
    const { db } = world.database;
    const fences = await db
      .selectFrom('fence')
      .leftJoin('tracker_group', 'tracker_group.group_id', 'fence.group_id')
      .where('fence.account_id', '=', harbour.accountId)
      .orderBy('fence.name')
      .select(['fence.name', 'data', 'color', 'display', 'notice', 'note', 'tracker_group.name as group'])
      .execute();
    expect(fences).toEqual([
      {
        name: 'Basin',
        data: { center: [120.29, 36.075], radius: 500 },
        color: '#ff0000',
        display: 'HIDE',
        notice: 'BOTH',
        note: 'deep',
        group: 'North',
      },
      expect.objectContaining({
        name: 'Yard',
        data: {
          rings: [
            [
              [120, 36],
              [120.1, 36],
              [120.1, 36.1],
            ],
          ],
        },
        notice: 'NONE',
        group: null,
      }),
    ]);
    const routes = await db
      .selectFrom('route')
      .where('account_id', '=', harbour.accountId)
      .select(['name', 'data_points'])
      .execute();
    expect(routes).toEqual([
      {
        name: 'Fairway',
        data_points: [
          [120, 36],
          [120.2, 36.1],
        ],
      },
    ]);
  });

  test('changes nothing in a second run, not even what was renamed here', async () => {
    await world.database.db
      .updateTable('tracker_group')
      .set({ name: 'Renamed' })
      .where('name', '=', 'Fleet')
      .execute();
    const before = await contents(harbour.accountId);
    const { status, output } = await importTraccar(traccar.url, '--account', 'ada');
    expect(status).toBe(0);
    expect(output).toContain('groups     0         5         0');
    expect(output).toContain('devices    0         4         3');
    expect(output).toContain('users      0         4         2');
    expect(output).toContain('geofences  0         3         3');
    expect(output).toContain('positions  0         5         3');
    expect(await contents(harbour.accountId)).toEqual(before);
  });

  test('adds what is new in Traccar, and does not restore what was deleted here', async () => {
    await traccar.run(`
      insert into tc_devices (id, name, uniqueid, groupid) values (8, 'New', '861000000000008', 1);
      insert into tc_positions (deviceid, devicetime, fixtime, valid, latitude, longitude, speed)
        values (8, now(), now() at time zone 'UTC' - interval '1 minute', true, 1, 2, 3)`);
    await world.database.db.deleteFrom('route').where('account_id', '=', harbour.accountId).execute();
    const { output } = await importTraccar(traccar.url, '--account', 'ada');
    expect(output).toContain('devices    1         4         3');
    expect(output).toContain('positions  1         5         3');
    expect(output).toContain('geofence 3 "Fairway": refused: imported before and deleted in Wakeline since');
  });

  test('continues behind the stored positions after a crash', async () => {
    await world.database.db
      .updateTable('import_identity')
      .set({ resume_at: MORNING + 100_000 })
      .where('account_id', '=', harbour.accountId)
      .where('kind', '=', 'device')
      .where('source_id', '=', 1)
      .execute();
    const { output } = await importTraccar(traccar.url, '--account', 'ada');
    // Of the five valid ones of device 1, two have the time at which it continues.
    expect(output).toContain('positions  0         4         3');
    const again = await importTraccar(traccar.url, '--account', 'ada');
    expect(again.output).toContain('positions  0         6         3');
  });
});

describe('a device that was moved to another account', () => {
  const imei = '861000000000007';
  async function move(from: string, to: string, history: string): Promise<void> {
    const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: folder };
    const args = ['move-devices', from, to, imei, '--history', history];
    await runAdmin(args, environment, { input: Readable.from(['']), print: () => undefined });
  }

  test.each(['move', 'erase'])(
    'is refused as the device of that account after --history %s',
    async (history) => {
      await move('ada', 'mona', history);
      const refused = await importTraccar(traccar.url, '--account', 'ada');
      expect(refused.output).toContain(
        'device 7 "Rented": refused: the identifier is registered in another account (861000000000007)',
      );
      await move('mona', 'ada', 'move');
      const back = await importTraccar(traccar.url, '--account', 'ada');
      expect(back.output).toContain('devices    0         5         3');
    },
  );
});

describe('refusals', () => {
  test.each([
    [[], 'missing argument'],
    [['postgres://h/d'], '--account is required'],
    [['ftp://h/d', '--account', 'ada'], 'ftp://h/d: must be a file, or a URL'],
    [['postgres://u:secret@h/d', '--account', 'ada'], 'the URL must not contain a password'],
    [['postgres://h/d', '--account', 'ada', '--roles', 'tusk'], 'tusk: unknown function'],
    [['postgres://h/d', '--account', 'ada', '--origin', ' '], '--origin: must not be empty'],
  ])('refuses the arguments %j: %s', async (args, message) => {
    const { status, errors } = await importTraccar(...args);
    expect(status).toBe(64);
    expect(errors).toContain(message);
    expect(errors).not.toContain('secret');
  });

  test('refuses an unknown account and a sub-account', async () => {
    const unknown = await importTraccar(traccar.url, '--account', 'nobody');
    expect(unknown).toMatchObject({ status: 1, errors: 'nobody: no such login\n' });
    const sub = await importTraccar(traccar.url, '--account', 'boss@example.com');
    expect(sub).toMatchObject({ status: 1, errors: 'boss@example.com is a sub-account of ada\n' });
  });

  test('refuses a database that cannot be reached', async () => {
    const { status, errors } = await importTraccar(
      'postgres://nobody@127.0.0.1:1/traccar',
      '--account',
      'ada',
    );
    expect(status).toBe(1);
    expect(errors).toContain('cannot connect to the database of Traccar: ');
    expect(errors).toContain('ECONNREFUSED');
  });

  test('refuses a database without Traccar, of Traccar 3, and with missing columns', async () => {
    const none = await importTraccar(world.testDatabase.url, '--account', 'ada');
    expect(none).toMatchObject({
      status: 1,
      errors: 'the database has no tables of Traccar (tc_devices, ...)\n',
    });
    const other = await createTraccarDatabase();
    try {
      await other.run('alter table tc_positions drop column course');
      const incomplete = await importTraccar(other.url, '--account', 'ada');
      expect(incomplete.errors).toContain('4.0 or later): it lacks tc_positions.course');
      await other.run(
        'alter table tc_devices rename to devices; alter table tc_positions rename to positions',
      );
      await other.run('alter table tc_user_device rename to user_device');
      const old = await importTraccar(other.url, '--account', 'ada');
      expect(old.errors).toContain('the database is of Traccar 3: start Traccar 4.0 or later');
    } finally {
      await other.drop();
    }
  });

  test('refuses to overwrite a report', async () => {
    const file = join(folder, 'existing.json');
    writeFileSync(file, 'mine');
    const { status, errors } = await importTraccar(traccar.url, '--account', 'ada', '--report', file);
    expect({ status, errors }).toEqual({ status: 1, errors: `${file}: exists already\n` });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
