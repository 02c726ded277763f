import { createClient } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { Operation } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { openSession } from '../identity/session.ts';
import { callAny } from '../testing/call-any.ts';
import { operationRows } from '../testing/rows/operation-rows.ts';
import type { Owner, Rows } from '../testing/rows/row.ts';
import { startWorld, type World } from '../testing/world.ts';

/**
 * Rights that are revoked while a call runs. Each call passes the first check, is blocked by a lock in the database before
 * it commits, and continues after its caller's rights have been revoked.
 */
const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);

/** Operations on the caller's own credentials. */
const CREDENTIAL_OPERATIONS: readonly OperationName[] = [
  'createToken',
  'beginTwoFactor',
  'confirmTwoFactor',
  'endTwoFactor',
  'endSession',
  'deleteToken',
];
const CHANGING_OPERATIONS = OPERATION_LIST.filter(
  ({ name, effect }) => effect === 'account' || CREDENTIAL_OPERATIONS.includes(name as OperationName),
).map(({ name }) => name as OperationName);

const POLL_OPTIONS = { timeout: 30_000, interval: 5 };

let world: World;
let rows: Rows;
let holder: Owner;

beforeAll(async () => {
  world = await startWorld();
  rows = operationRows(world);
  const { userId, accountId } = await (await world.account('harbour')).person('holder');
  holder = { userId, accountId };
});
afterAll(() => world.stop());
beforeEach(async () => {
  const { db } = world.database;
  for (const table of ['login_failure', 'task'] as const) await db.deleteFrom(table).execute();
});

async function sessionOf({ userId }: Owner): Promise<string> {
  return world.database.db
    .transaction()
    .execute((tx) =>
      openSession(tx, { userId, now: world.clock.now(), address: '127.0.0.1', userAgent: 'test' }),
    );
}

async function outcomeOf(name: OperationName, payload: object, token: string): Promise<string> {
  const client = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => token });
  try {
    await callAny(client, name, payload);
    return 'done';
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    return error.errorName;
  }
}

/** Whether another process waits for a lock of this transaction. */
async function isBlocking(pid: number): Promise<boolean> {
  const { rows: waiting } = await sql`
    select from pg_stat_activity where ${pid}::int = any (pg_blocking_pids(pid))`.execute(world.database.db);
  return waiting.length > 0;
}

async function pidOf(tx: Tx): Promise<number> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return own[0]?.pid ?? 0;
}

/** The outcome of a call whose caller loses rights after the first check and before the audit entry is written. */
async function outcomeAfter(
  name: OperationName,
  payload: object,
  { token, removeRights }: { readonly token: string; readonly removeRights: (tx: Tx) => Promise<unknown> },
): Promise<string> {
  let outcome: Promise<string> | undefined;
  await world.database.db.transaction().execute(async (tx) => {
    // Blocks writes but not reads.
    await sql`lock table audit_entry in share mode`.execute(tx);
    await removeRights(tx);
    const pid = await pidOf(tx);
    outcome = outcomeOf(name, payload, token);
    let finished = false;
    void outcome.finally(() => {
      finished = true;
    });
    await expect.poll(async () => finished || (await isBlocking(pid)), POLL_OPTIONS).toBe(true);
  });
  return outcome ?? 'never called';
}

function disable(tx: Tx) {
  return tx.updateTable('app_user').set({ disabled: true }).where('user_id', '=', holder.userId).execute();
}

async function entries(): Promise<number> {
  const { count } = await world.database.db
    .selectFrom('audit_entry')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('refuses a caller who is disabled while the call runs, and changes nothing', () => {
  test.each(CHANGING_OPERATIONS)('%s', async (name) => {
    const payload = await rows[name].payload(holder);
    const token = await sessionOf(holder);
    const before = await entries();
    try {
      expect(await outcomeAfter(name, payload, { token, removeRights: disable })).toBe('session-gone');
      expect(await entries()).toBe(before);
    } finally {
      const { db } = world.database;
      await db
        .updateTable('app_user')
        .set({ disabled: false })
        .where('user_id', '=', holder.userId)
        .execute();
    }
  });
});

describe('creates no sub-account if the caller meanwhile loses', () => {
  const form = { noteName: 'New', pd: '0123456789abcdef0123456789abcdef', permission: 'viewer' } as const;
  let createdCount = 0;

  async function administrator(): Promise<Owner> {
    createdCount += 1;
    const { userId, accountId } = await (await world.account('harbour')).person(
      `administrator ${createdCount}`,
      {
        permission: 'administrator',
      },
    );
    return { userId, accountId };
  }

  const losses: [right: string, revoke: (tx: Tx, user: Owner) => Promise<unknown>, outcome: string][] = [
    [
      'their session',
      (tx, { userId }) => tx.deleteFrom('session').where('user_id', '=', userId).execute(),
      'session-gone',
    ],
    [
      'their permission',
      (tx, { userId }) =>
        tx.updateTable('app_user').set({ permission: 'editor' }).where('user_id', '=', userId).execute(),
      'not-allowed',
    ],
    [
      'the function',
      (tx, { userId }) =>
        tx.updateTable('app_user').set({ roles: [] }).where('user_id', '=', userId).execute(),
      'not-allowed',
    ],
    [
      'some groups, if the sub-account was to see all',
      (tx, { userId }) =>
        tx.updateTable('app_user').set({ all_groups: false }).where('user_id', '=', userId).execute(),
      'right-not-yours',
    ],
    [
      'their user',
      (tx, { userId }) => tx.deleteFrom('app_user').where('user_id', '=', userId).execute(),
      'session-gone',
    ],
  ];
  test.each(losses)('%s', async (_what, removeRights, outcome) => {
    const user = await administrator();
    const account = `created by ${createdCount}`;
    const token = await sessionOf(user);
    const payload = { ...form, account, roles: [], groupIds: null };
    const arrived = await outcomeAfter('createSubEobUser', payload, {
      token,
      removeRights: (tx) => removeRights(tx, user),
    });
    expect(arrived).toBe(outcome);
    const found = await world.database.db
      .selectFrom('app_user')
      .where('login', '=', account)
      .select('user_id')
      .execute();
    expect(found).toEqual([]);
  });

  test('the function, because the account loses it', async () => {
    const expiring = await world.account('lapsing');
    const { userId, accountId } = await expiring.person('lapsing holder');
    const token = await sessionOf({ userId, accountId });
    const payload = { ...form, account: 'created by lapsing', roles: [], groupIds: null };
    const removeRights = (tx: Tx) =>
      tx
        .deleteFrom('account_plugin')
        .where('account_id', '=', accountId)
        .where('role', '=', 'eob_plugin_auth_mg')
        .execute();
    expect(await outcomeAfter('createSubEobUser', payload, { token, removeRights })).toBe('not-allowed');
  });
});

test('completes a started change before its caller can be disabled', async () => {
  const { db } = world.database;
  const { userId, accountId } = await (await world.account('harbour')).person('in time', {
    permission: 'editor',
  });
  const token = await sessionOf({ userId, accountId });
  const root = await (await world.account('harbour')).person('root of harbour');
  const order: string[] = [];
  let calls: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`lock table audit_entry in share mode`.execute(tx);
    const pid = await pidOf(tx);
    const change = outcomeOf('createGroup', { groupName: 'Begun' }, token).then((arrived) =>
      order.push(arrived),
    );
    await expect.poll(() => isBlocking(pid), POLL_OPTIONS).toBe(true);
    // Through the server: the test has no free connection that could wait.
    const closed = root
      .call('editSubEobUser', { subUserId: userId, disabled: true })
      .then(() => order.push('disabled'));
    const { rows: backends } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where ${pid}::int = any (pg_blocking_pids(pid))`.execute(tx);
    await expect.poll(() => isBlocking(backends[0]?.pid ?? 0), POLL_OPTIONS).toBe(true);
    calls = [change, closed];
  });
  await Promise.all(calls);
  expect(order).toEqual(['done', 'disabled']);
});
