import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { isInstalled } from '@wakeline/formats/testing/programs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { readTrackBatches } from '../positions/read-track.ts';
import { freePorts } from '../testing/free-ports.ts';
import { startWorld, type World } from '../testing/world.ts';
import { type CommandResult, runImportCommand } from './traccar/testing/import-command.ts';
import { startMariaDb } from './traccar/testing/mariadb.ts';
import { startTraccarApi, TOKEN, USER_TOKEN } from './traccar/testing/traccar-api.ts';

let world: World;
let folder: string;
const importTraccar = (...args: readonly string[]) => runImportCommand(world, args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-traccar-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Imported extends CommandResult {
  readonly trackers: readonly {
    readonly name: string;
    readonly group: string | null;
    readonly valid_until: Date | null;
  }[];
  readonly positions: readonly LocatedReport[];
}

/** Imports the small Traccar of `testing/README.md` into a new account of a new world. */
async function importSmall(source: string, secret = ''): Promise<Imported> {
  const own = await startWorld();
  try {
    const { accountId } = await own.account('Harbour');
    await (await own.account('Harbour')).person('ada');
    const { db } = own.database;
    // The positions of the file grow older.
    await db.updateTable('account').set({ retention_days: 3_650 }).execute();
    const result = await runImportCommand(own, [source, '--account', 'ada'], secret);
    const trackers = await db
      .selectFrom('tracker')
      .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
      .where('tracker.account_id', '=', accountId)
      .orderBy('imei')
      .select(['tracker_id', 'tracker.name', 'tracker_group.name as group', 'valid_until'])
      .execute();
    const positions: LocatedReport[] = [];
    for (const { tracker_id } of trackers) {
      const window = { trackerId: tracker_id, from: 0, to: Date.UTC(2030, 0, 1), now: 0 };
      for await (const batch of readTrackBatches({ db, positions: postgresPositions }, window))
        positions.push(...batch);
    }
    return { ...result, trackers, positions };
  } finally {
    await own.stop();
  }
}

function expectSmall({ status, errors, output, trackers, positions }: Imported): void {
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
  expect(output).toContain('groups     2         0         0');
  expect(output).toContain('users      2         0         0');
  expect(output).toContain('geofences  1         0         0');
  expect(output).toContain('positions  3         0         0');
  expect(trackers).toEqual([
    expect.objectContaining({
      name: 'Tug',
      group: '北方\nx;y',
      valid_until: new Date('2037-01-01T00:00:00Z'),
    }),
    expect.objectContaining({ name: 'Smile 😀 \\ back', group: null, valid_until: expect.any(Date) }),
  ]);
  expect(positions).toEqual([
    expect.objectContaining({ time: Date.UTC(2026, 10, 1, 9) }),
    expect.objectContaining({
      time: Date.UTC(2026, 10, 1, 10, 0, 0, 123),
      battery: 88,
      attributes: { note: "it's 中文" },
    }),
    expect.objectContaining({ time: Date.UTC(2026, 10, 1, 10), attributes: {} }),
  ]);
  expect(positions[1]?.fix).toMatchObject({
    latitude: 36.0000001,
    longitude: -120.5,
    altitude: 12.5,
    speed: 18.52,
    course: 271.25,
    valid: true,
  });
  expect(positions[2]?.fix).toMatchObject({ latitude: 0.00001, altitude: null, course: null, valid: false });
}

test.each(['h2-1.4.200.sql', 'h2-2.3.232.sql'])('imports the export %s of H2', async (file) => {
  expectSmall(await importSmall(join(import.meta.dirname, 'traccar/testing', file)));
});

test('imports from the API, in intervals that fit the limit of a response', async () => {
  const api = await startTraccarApi();
  try {
    expectSmall(await importSmall(api.url, TOKEN));
    const positions = api.requests.filter((path) => path.startsWith('/api/positions'));
    expect(positions.length).toBeGreaterThan(10);
    expect(positions.every((path) => path.includes('from=') && path.includes('to='))).toBe(true);
  } finally {
    await api.stop();
  }
});

test.each([
  ['devices', 500, null, 'the API of Traccar responded 500 to devices'],
  [
    'devices',
    200,
    [{ id: 1, name: 'Tug' }, {}],
    'the API of Traccar returned an invalid list of devices: 1.id',
  ],
  ['groups', 200, { error: 'none' }, 'the API of Traccar returned an invalid list of groups'],
  ['positions', 503, null, 'the API of Traccar responded 503 to positions'],
])(
  'names what is wrong if the API responds to %s with status %i and %j',
  async (path, status, body, error) => {
    const api = await startTraccarApi({ broken: { path, status, body } });
    try {
      const result = await importSmall(api.url, TOKEN);
      expect(result.status).toBe(1);
      expect(result.errors).toContain(error);
      expect(result.positions).toEqual([]);
    } finally {
      await api.stop();
    }
  },
);

describe.skipIf(!isInstalled('mariadbd'))('MariaDB', { tags: ['long'] }, () => {
  test('imports a database of MariaDB, and refuses a wrong password', async () => {
    const server = await startMariaDb();
    try {
      expectSmall(await importSmall(server.url, server.password));
      const wrong = await importSmall(server.url, 'guess');
      expect(wrong).toMatchObject({ status: 1, output: '' });
      expect(wrong.errors).toContain('cannot connect to the database of Traccar: Access denied');
      expect(wrong.errors).not.toContain('guess');
    } finally {
      await server.stop();
    }
  });
});

describe('refusals', () => {
  beforeAll(async () => {
    world = await startWorld();
    await (await world.account('Harbour')).person('ada');
  });
  afterAll(() => world.stop());

  test('refuses an export that cannot be read, or is not one', async () => {
    const missing = await importTraccar(join(folder, 'none.sql'), '--account', 'ada');
    expect(missing).toMatchObject({ status: 1, errors: expect.stringContaining('cannot be read (ENOENT)') });
    const file = join(folder, 'other.sql');
    writeFileSync(file, 'CREATE TABLE "PUBLIC"."DEVICES"(\n    "ID" INT\n);\n');
    const other = await importTraccar(file, '--account', 'ada');
    expect(other).toMatchObject({
      status: 1,
      errors: 'the database has no tables of Traccar (tc_devices, ...)\n',
    });
    writeFileSync(
      file,
      'CREATE TABLE TC_GROUPS(\n    "ID" INT\n);\nINSERT INTO TC_GROUPS VALUES\n(\'x\');\n',
    );
    const wrong = await importTraccar(file, '--account', 'ada');
    expect(wrong.errors).toContain('table tc_groups has an invalid value');
    writeFileSync(file, 'INSERT INTO TC_GROUPS VALUES\n(1;\n');
    const broken = await importTraccar(file, '--account', 'ada');
    expect(broken).toMatchObject({ status: 1, errors: `${file}: line 2: not understood: ;\n` });
  });

  test('refuses a MySQL database that cannot be reached', async () => {
    const { status, errors } = await importTraccar('mysql://nobody@127.0.0.1:1/traccar', '--account', 'ada');
    expect(status).toBe(1);
    expect(errors).toContain('cannot connect to the database of Traccar: connect ECONNREFUSED');
  });

  test('refuses an API that cannot be reached, is none of Traccar, or of Traccar 3', async () => {
    const [port] = await freePorts(1);
    const away = await importTraccar(`http://127.0.0.1:${port}`, '--account', 'ada');
    expect(away).toMatchObject({ status: 1, errors: 'the API of Traccar cannot be reached: ECONNREFUSED\n' });
    const other = await importTraccar(world.url, '--account', 'ada');
    expect(other.status).toBe(1);
    expect(other.errors).toContain('API of Traccar');
    const old = await startTraccarApi({ version: '3.17' });
    try {
      const result = await importTraccar(old.url, '--account', 'ada');
      expect(result.errors).toBe('Traccar 3.17 is not supported: 4.0 or later is required\n');
    } finally {
      await old.stop();
    }
  });

  test('refuses a wrong token and the token of a user, without printing them', async () => {
    const api = await startTraccarApi();
    try {
      for (const token of ['wrong-token', USER_TOKEN]) {
        const { status, errors } = await runImportCommand(world, [api.url, '--account', 'ada'], token);
        expect(status).toBe(1);
        expect(errors).toContain('the token is not of an administrator of Traccar (status 40');
        expect(errors).not.toContain(token);
      }
    } finally {
      await api.stop();
    }
  });
});
