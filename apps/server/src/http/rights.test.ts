import { createClient } from '@wakeline/client/client';
import { ERRORS, type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { Access, Operation, Permission } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callAny } from '../testing/call-any.ts';
import { createCallers, type TestCaller } from '../testing/callers.ts';
import type { Person } from '../testing/person.ts';
import { operationRows } from '../testing/rows/operation-rows.ts';
import type { Rows } from '../testing/rows/row.ts';
import { startWorld, type World } from '../testing/world.ts';

/**
 * Calls every operation as every kind of caller; the expected outcome is derived from the contract. A new operation does
 * not compile without a row (testing/rows/operation-rows.ts) and is then tested here.
 */
const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);
const NAMED_OPERATIONS = OPERATION_LIST.map(
  (operation) => [operation.name as OperationName, operation] as const,
);

/** The number of callers, so that none is lost. */
const CALLER_COUNT = 17;

let world: World;
let rows: Rows;
let callers: readonly TestCaller[];
let otherUser: Person;
let outcomes = 0;
let testCount = 0;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
  rows = operationRows(world);
  callers = await createCallers(world);
  otherUser = await (await world.account('airfield')).person('stranger');
}, 60_000);
afterAll(() => world.stop());
// All callers share one address, whose failures and codes are limited.
beforeEach(async () => {
  testCount += 1;
  const { db } = world.database;
  for (const table of ['login_failure', 'sms_code', 'task'] as const) await db.deleteFrom(table).execute();
});

/** Requests of an address are limited per minute, which a fast machine exceeds: tests have addresses of their own. */
const fetchFromOwnAddress: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('x-forwarded-for', `192.0.2.${1 + (testCount % 250)}`);
  return fetch(input, { ...init, headers });
};

/** The error name of a call, or `done`. */
async function outcomeOf(
  name: OperationName,
  payload: object,
  token: string | null,
): Promise<ErrorName | 'done'> {
  outcomes += 1;
  const { url: baseUrl, prefix } = world;
  const client = createClient({ baseUrl, prefix, token: () => token, fetch: fetchFromOwnAddress });
  try {
    await callAny(client, name, payload);
    return 'done';
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    return error.errorName;
  }
}

/** In ascending order; each includes the permissions before it. */
const PERMISSION_ORDER: readonly Permission[] = ['viewer', 'editor', 'administrator', 'holder'];

/** The error that the contract demands for a caller; null: allowed. Deliberately independent of the server's own check. */
function expectedRefusal(access: Access, subject: TestCaller['subject']): ErrorName | null {
  if (access === 'public') return null;
  if (subject === null) return 'session-gone';
  if (access === 'session') return null;
  if (access === 'person') return subject.via === 'token' ? 'not-allowed' : null;
  if (access.person === true && subject.via === 'token') return 'not-allowed';
  const permissionTooLow =
    PERMISSION_ORDER.indexOf(subject.permission) < PERMISSION_ORDER.indexOf(access.permission);
  const roleMissing = access.roles?.every((role) => !subject.roles.includes(role)) === true;
  return permissionTooLow || roleMissing ? 'not-allowed' : null;
}

async function lastEntry(): Promise<number> {
  const { last } = await world.database.db
    .selectFrom('audit_entry')
    .select((query) => query.fn.coalesce(query.fn.max('audit_id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** The user of each audit entry of this action since then, in order. */
async function entriesOf(action: string, afterId: number): Promise<readonly (number | null)[]> {
  const found = await world.database.db
    .selectFrom('audit_entry')
    .select('user_id')
    .where('action', '=', action)
    .where('audit_id', '>', afterId)
    .orderBy('audit_id')
    .execute();
  return found.map(({ user_id }) => user_id);
}

// Seventeen calls each, and the objects they need are created first: slow on a busy machine.
describe('every operation treats every caller as the contract says', { timeout: 60_000 }, () => {
  test.each(NAMED_OPERATIONS)('%s', async (name, { access, effect }) => {
    const actual: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const usersOfExpectedEntries: number[] = [];
    const before = await lastEntry();
    for (const caller of callers) {
      const payload = await rows[name].payload(caller.owner);
      const token = await caller.token();
      const refusal = expectedRefusal(access, caller.subject);
      actual[caller.name] = await outcomeOf(name, payload, token);
      expected[caller.name] = refusal ?? rows[name].expectedError ?? 'done';
      if (effect === 'account' && expected[caller.name] === 'done')
        usersOfExpectedEntries.push(caller.owner.userId);
    }
    expect(actual).toEqual(expected);
    // A change that affects the account leaves one audit entry of its caller; nothing else does.
    if (effect !== 'own') expect(await entriesOf(name, before)).toEqual(usersOfExpectedEntries);
  });

  test(`covers all ${OPERATION_LIST.length} operations by ${CALLER_COUNT} callers`, () => {
    expect(callers.length).toBe(CALLER_COUNT);
    expect(outcomes).toBe(OPERATION_LIST.length * CALLER_COUNT);
    expect(new Set(callers.map(({ name }) => name)).size).toBe(callers.length);
  });
});

describe('an operation that several functions allow', { timeout: 60_000 }, () => {
  const operationsWithSeveralRoles = NAMED_OPERATIONS.flatMap(([name, { access }]) =>
    typeof access === 'object' && access.roles !== null && access.roles.length > 1
      ? [[name, access.roles] as const]
      : [],
  );

  test.each(operationsWithSeveralRoles)(
    '%s: any of %s is sufficient, all others together are not',
    async (name, roles) => {
      const actual: Record<string, unknown> = {};
      for (const role of roles) actual[role] = await outcomeWithRoles([role], name);
      const done = rows[name].expectedError ?? 'done';
      const refusals = rows[name].refusalWithRole ?? {};
      const expected = roles.map((role) => [role, refusals[role] ?? done]);
      expect(actual).toEqual(Object.fromEntries(expected));
      expect(Object.values(actual)).toContain(done);
      const others = ROLES.filter((role) => !roles.includes(role));
      expect(await outcomeWithRoles(others, name)).toEqual({ role: roles.join(' ') });
    },
  );

  test('exists', () => {
    expect(operationsWithSeveralRoles.length).toBeGreaterThan(20);
  });
});

describe('tracks of several devices', { timeout: 60_000 }, () => {
  const operationsOnSeveralTrackers = NAMED_OPERATIONS.flatMap(([name, { access }]) =>
    typeof access === 'object' && access.multiTrackerRoles !== undefined
      ? [[name, access.roles ?? [], access.multiTrackerRoles] as const]
      : [],
  );

  test.each(operationsOnSeveralTrackers)(
    '%s: one device requires any of %s, several require %s',
    async (name, roles, multiTrackerRoles) => {
      const done = rows[name].expectedError ?? 'done';
      for (const role of multiTrackerRoles) expect(await outcomeWithRoles([role], name, 'two')).toBe(done);
      const others = ROLES.filter((role) => !multiTrackerRoles.includes(role));
      expect(await outcomeWithRoles(others, name, 'two')).toEqual({ role: multiTrackerRoles.join(' ') });
      // The same device twice counts as one.
      for (const role of roles) expect(await outcomeWithRoles([role], name, 'twice')).toBe(done);
    },
  );

  test('are read by three operations, whose payloads have the checked field', () => {
    expect(operationsOnSeveralTrackers.map(([name]) => name).sort()).toEqual([
      'exportTrack',
      'getTrackColumns',
      'queryTrackContext',
    ]);
    for (const [name] of operationsOnSeveralTrackers)
      expect(OPERATIONS[name].payload.shape).toHaveProperty('trackerIds');
  });
});

/** The outcome for a holder with only these functions: a name as of `outcomeOf`, or the details of a refusal. */
async function outcomeWithRoles(
  roles: readonly Role[],
  name: OperationName,
  devices: 'one' | 'two' | 'twice' = 'one',
): Promise<ErrorName | 'done' | object> {
  const harbour = await world.account('harbour');
  const bits = ROLES.map((role) => (roles.includes(role) ? 1 : 0)).join('');
  const caller = await harbour.person(`with ${bits}`, { roles });
  const payload: { readonly trackerIds?: readonly number[] } & object = await rows[name].payload(caller);
  const another: typeof payload = devices === 'two' ? await rows[name].payload(caller) : payload;
  const trackerIds = [payload, another].flatMap((of) => of.trackerIds ?? []);
  const request = devices === 'one' ? payload : { ...payload, trackerIds };
  const token = await caller.token();
  const { url: baseUrl, prefix } = world;
  const client = createClient({ baseUrl, prefix, token: () => token, fetch: fetchFromOwnAddress });
  try {
    await callAny(client, name, request);
    return 'done';
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    return error.errorName === 'not-allowed' ? error.details : error.errorName;
  }
}

describe('objects of another account do not exist for a caller', () => {
  const operationsWithIds = NAMED_OPERATIONS.filter(([name]) => requiresIds(name));

  test.each(operationsWithIds)('%s', async (name) => {
    const [owner] = callers.filter((caller) => caller.name === 'holder').map((caller) => caller.owner);
    if (owner === undefined) throw new Error('there is no holder');
    const otherAccountPayload = await rows[name].payload(owner);
    const token = await otherUser.token();
    const outcome = await outcomeOf(name, otherAccountPayload, token);
    expect(outcome).toBe(rows[name].otherAccountError);
    // The same outcome as for objects that do not exist.
    const nothing = Object.entries(otherAccountPayload).map(([field, value]) => [
      field,
      isId(field) ? (Array.isArray(value) ? [2_147_483_647] : 2_147_483_647) : value,
    ]);
    expect(await outcomeOf(name, Object.fromEntries(nothing), token)).toBe(outcome);
  });

  test('covers every operation that takes an id', () => {
    for (const [name] of NAMED_OPERATIONS) {
      expect({ name, foreign: rows[name].otherAccountError !== null }).toEqual({
        name,
        foreign: requiresIds(name),
      });
    }
  });

  /** Whether an id is required. The features' own tests cover optional ids. */
  function requiresIds(name: OperationName): boolean {
    if (name === 'readUpdateLog') return false;
    if (name === 'endSession') return true;
    // The code or token of a public operation gives everyone access to something.
    if (OPERATIONS[name].access === 'public') return false;
    const { shape } = OPERATIONS[name].payload as Operation['payload'];
    return Object.entries(shape).some(
      ([field, schema]) => isId(field) && !schema.safeParse(undefined).success,
    );
  }

  function isId(field: string): boolean {
    return /Ids?$/.test(field);
  }

  test('refuses to put a device into a group of another account', async () => {
    const harbour = await world.account('harbour');
    const holder = await harbour.person('harbour holder');
    const { groupId } = await holder.call('createGroup', { groupName: 'Pilots' });
    const form = { trackerName: 'Spy', imei: 'spy-1', groupId };
    const unknown = { errorName: 'group-unknown' };
    await expect(otherUser.call('addTracker', form)).rejects.toMatchObject(unknown);
    const batch = await otherUser.call('batchAddTrackers', { trackers: [form] });
    expect(batch).toMatchObject({ added: [], failed: [{ row: 1, error: 'group-unknown' }] });
    const own = await (await world.account('airfield')).tracker('own-1');
    await expect(otherUser.call('editTracker', { trackerId: own, groupId })).rejects.toMatchObject(unknown);
  });

  test('omits them from lists', async () => {
    const empty = await (await world.account('empty field')).person('newcomer');
    expect(await empty.call('queryAllGroups', {})).toMatchObject({ list: [], total: 0 });
    expect(await empty.call('queryAllNotices', {})).toMatchObject({ list: [], total: 0 });
    expect((await empty.call('queryNewMsgByMsgId', { msgId: 0 })).msgList).toEqual([]);
    expect(await empty.call('queryAllTrackers', {})).toMatchObject({ list: [], total: 0 });
    expect(await empty.call('queryAllSubEobUser', {})).toMatchObject({ list: [], total: 0 });
    expect(await empty.call('allPanels', {})).toMatchObject({ list: [], total: 0 });
    expect(await empty.call('queryAllTaskProgress', {})).toMatchObject({ list: [], total: 0 });
    expect(await empty.call('queryTokens', {})).toMatchObject({ list: [], total: 0 });
    expect((await empty.call('querySessions', {})).total).toBe(1);
    const { users } = await empty.call('queryAuditLog', {});
    expect(users).toEqual([{ userId: empty.userId, account: 'newcomer' }]);
  });
});

describe('operations without effect change no stored data', () => {
  const readingOperations = NAMED_OPERATIONS.filter(([, { effect }]) => effect === 'none');

  /**
   * Checksums of all tables, without the times when sessions and tokens were last used, and without messages, which are sent
   * beside the calls.
   */
  async function databaseChecksums(): Promise<Readonly<Record<string, string>>> {
    const { db } = world.database;
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('session', 'api_token', 'delivery', 'delivery_cursor', 'cluster_member')`.execute(
      db,
    );
    // In one statement: a hundred queries a call took most of the time of these tests.
    const sums = tables.rows.map(
      ({ name }) => sql`
        select ${sql.lit(name)} as name, md5(string_agg(line::text, ',' order by line::text)) as sum
        from ${sql.table(name)} line`,
    );
    const { rows: found } = await sql<{
      name: string;
      sum: string | null;
    }>`${sql.join(sums, sql` union all `)}`.execute(db);
    return Object.fromEntries(found.map(({ name, sum }) => [name, sum ?? '']));
  }

  test.each(readingOperations)('%s', async (name) => {
    const holder = callers.find((caller) => caller.name === 'holder');
    if (holder === undefined) throw new Error('there is no holder');
    const payload = await rows[name].payload(holder.owner);
    const token = await holder.token();
    const before = await databaseChecksums();
    expect(await outcomeOf(name, payload, token)).toBe(rows[name].expectedError ?? 'done');
    expect(await databaseChecksums()).toEqual(before);
  });
});

describe('the contract', () => {
  test.each(NAMED_OPERATIONS)('of %s defines its access and only known errors', (_name, operation) => {
    expect(operation.access).toBeDefined();
    for (const name of operation.errors) expect(ERRORS).toHaveProperty(name);
  });

  test('allows no viewer to make changes that affect the account', () => {
    const accountOperations = OPERATION_LIST.filter(({ effect }) => effect === 'account');
    expect(accountOperations.length).toBeGreaterThan(10);
    for (const { name, access } of accountOperations) {
      const permission = typeof access === 'object' ? access.permission : null;
      expect(['editor', 'administrator', 'holder'], name).toContain(permission);
    }
  });

  test('denies API tokens the operations on credentials', () => {
    const loginOperations = OPERATION_LIST.filter(({ name }) =>
      /Token|TwoFactor|Session|Password|Phone/.test(name),
    );
    expect(loginOperations.map(({ access }) => access)).toEqual(loginOperations.map(() => 'person'));
  });

  test('denies API tokens the operations on sub-accounts', () => {
    const subUserOperations = OPERATION_LIST.filter(
      ({ name, effect }) => /SubEobUser/.test(name) && effect === 'account',
    );
    expect(subUserOperations.length).toBe(3);
    for (const { name, access } of subUserOperations) expect(access, name).toMatchObject({ person: true });
  });
});

test('returns unregistered devices only to the operator', async () => {
  await expect(otherUser.call('queryUnregisteredDevices', {})).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
  const operator = await (await world.account('operator')).person('root');
  expect(await operator.call('queryUnregisteredDevices', {})).toEqual({ list: [], total: 0 });
});
