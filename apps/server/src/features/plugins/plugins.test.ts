import { ROLES, type Role } from '@wakeline/contract/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { SESSION_CHECK_INTERVAL_MS } from '../../live/limits.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { hashActivationCode, makeActivationCode } from './activation-code.ts';

const DAY = 86_400_000;

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface CodeOptions {
  readonly roles: readonly Role[];
  readonly days?: number;
  readonly expiresAt?: number;
}

/** Creates a code as the operator does. */
async function createCode({ roles, days, expiresAt }: CodeOptions): Promise<string> {
  const code = makeActivationCode();
  await world.database.db
    .insertInto('activation_code')
    .values({
      code_hash: hashActivationCode(code) ?? Buffer.alloc(0),
      roles: [...roles],
      days: days ?? null,
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
    })
    .execute();
  return code;
}

/** Creates the holder of a new account that has only these functions. */
async function createHolder(name: string, roles: readonly Role[]): Promise<Person> {
  const account = await world.account(`${name}'s`);
  await world.database.db.deleteFrom('account_plugin').where('account_id', '=', account.accountId).execute();
  if (roles.length > 0) {
    await world.database.db
      .insertInto('account_plugin')
      .values(roles.map((role) => ({ account_id: account.accountId, role })))
      .execute();
  }
  return account.person(name, { roles });
}

async function findProduct(person: Person, role: Role) {
  return (await person.call('allPluginProducts', {})).list.find((product) => product.role === role);
}

async function readRoles(person: Person): Promise<readonly string[]> {
  return (await person.call('queryUserConfig', {})).roles.map(({ name }) => name);
}

test('lists every function with its state and end for the account', async () => {
  const ada = await createHolder('ada', ['eob_plugin_loc_monitor', 'eob_plugin_task', 'eob_plugin_match']);
  const now = world.clock.now();
  const setEnd = (role: Role, end: number) =>
    world.database.db
      .updateTable('account_plugin')
      .set({ valid_until: new Date(end) })
      .where('account_id', '=', ada.accountId)
      .where('role', '=', role)
      .execute();
  await setEnd('eob_plugin_task', now + DAY);
  await setEnd('eob_plugin_match', now);
  const { list, total, abilities } = await ada.call('allPluginProducts', {});
  expect(total).toBe(ROLES.length);
  expect(list.filter(({ state }) => state !== 'absent')).toEqual([
    { role: 'eob_plugin_loc_monitor', state: 'owned', validUntil: null },
    { role: 'eob_plugin_task', state: 'owned', validUntil: now + DAY },
    { role: 'eob_plugin_match', state: 'expired', validUntil: now },
  ]);
  expect(abilities).toEqual({ activate: true });
});

test("adds functions without end and appends them to the holder's menu at once", async () => {
  const ben = await createHolder('ben', ['eob_plugin_task', 'eob_plugin_loc_monitor']);
  const console = await ben.console();
  await console.waitUntilLive();
  const code = await createCode({ roles: ['eob_plugin_match', 'eob_plugin_device_mg'] });
  expect(await ben.call('activatePlugins', { code: ` ${code.toLowerCase().replaceAll('-', '')} ` })).toEqual({
    roles: ['eob_plugin_match', 'eob_plugin_device_mg'],
    validUntil: null,
  });
  await console.waitUntil(
    'the console is notified of the activation',
    ({ rightsChanges }) => rightsChanges === 1,
  );
  const { pluginsOrder } = await ben.call('queryUserConfig', {});
  expect(pluginsOrder.map(({ key }) => key)).toEqual([
    'eob_plugin_task',
    'eob_plugin_loc_monitor',
    'eob_plugin_match',
    'eob_plugin_device_mg',
  ]);
  expect(
    await world.database.db
      .selectFrom('audit_entry')
      .where('account_id', '=', ben.accountId)
      .where('action', '=', 'activatePlugins')
      .select(['login', 'target', 'before', 'after'])
      .execute(),
  ).toEqual([
    {
      login: 'ben',
      target: "ben's",
      before: null,
      after: { roles: ['eob_plugin_match', 'eob_plugin_device_mg'], validUntil: null },
    },
  ]);
});

test('counts days from now or from a future end, and does not limit a function without end', async () => {
  const cleo = await createHolder('cleo', ['eob_plugin_loc_monitor']);
  const now = world.clock.now();
  const activate = async (options: CodeOptions) =>
    (await cleo.call('activatePlugins', { code: await createCode(options) })).validUntil;
  const role = 'eob_plugin_task';
  expect(await activate({ roles: [role], days: 30 })).toBe(now + 30 * DAY);
  expect(await activate({ roles: [role], days: 10 })).toBe(now + 40 * DAY);
  // For several functions: the earliest end.
  expect(await activate({ roles: [role, 'eob_plugin_match', 'eob_plugin_loc_monitor'], days: 5 })).toBe(
    now + 5 * DAY,
  );
  expect(await findProduct(cleo, role)).toEqual({ role, state: 'owned', validUntil: now + 45 * DAY });
  expect((await findProduct(cleo, 'eob_plugin_loc_monitor'))?.validUntil).toBeNull();

  // After the end of a function, days count from now.
  await world.database.db
    .updateTable('account_plugin')
    .set({ valid_until: new Date(now - DAY) })
    .where('account_id', '=', cleo.accountId)
    .where('role', '=', role)
    .execute();
  expect(await findProduct(cleo, role)).toMatchObject({ state: 'expired' });
  expect(await activate({ roles: [role], days: 1 })).toBe(now + DAY);

  // A hundred years are cut to the latest instant of the contract.
  expect(await activate({ roles: [role], days: 36_500 })).toBe(Date.UTC(2100, 0, 1));
  expect(await activate({ roles: [role] })).toBeNull();
  expect(await activate({ roles: [role], days: 1 })).toBeNull();
});

test('removes an expired function from calls and open consoles automatically', async () => {
  const dora = await createHolder('dora', ['eob_plugin_loc_monitor']);
  const account = await world.account("dora's");
  const emil = await account.person('emil', {
    permission: 'editor',
    roles: ['eob_plugin_custom_window', 'eob_plugin_loc_monitor'],
  });
  const console = await emil.console();
  await console.waitUntilLive();
  await dora.call('activatePlugins', {
    code: await createCode({ roles: ['eob_plugin_custom_window'], days: 1 }),
  });
  await console.waitUntil(
    'the console is notified of the activation',
    ({ rightsChanges }) => rightsChanges === 1,
  );
  expect(await readRoles(emil)).toEqual(['eob_plugin_loc_monitor', 'eob_plugin_custom_window']);
  await emil.call('allPanels', {});

  world.clock.advance(DAY - 1);
  await emil.call('allPanels', {});
  expect(console.rightsChanges).toBe(1);
  world.clock.advance(1);
  await expect(emil.call('allPanels', {})).rejects.toMatchObject({ errorName: 'not-allowed' });
  expect(await readRoles(emil)).toEqual(['eob_plugin_loc_monitor']);
  world.clock.advance(SESSION_CHECK_INTERVAL_MS);
  await console.waitUntil(
    'the console is notified of the expiry',
    ({ rightsChanges }) => rightsChanges === 2,
  );

  // After a renewal everybody to whom the holder granted it has it again.
  await dora.call('activatePlugins', {
    code: await createCode({ roles: ['eob_plugin_custom_window'], days: 1 }),
  });
  await console.waitUntil(
    'the console is notified of the renewal',
    ({ rightsChanges }) => rightsChanges === 3,
  );
  await emil.call('allPanels', {});
});

test('redeems a code once, also under concurrent requests', async () => {
  const finn = await createHolder('finn', []);
  const gaia = await createHolder('gaia', []);
  const code = await createCode({ roles: ['eob_plugin_task'] });
  const outcomes = await Promise.allSettled(
    [finn, gaia, finn, gaia].map((person) => person.call('activatePlugins', { code })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ errorName: 'activation-code-used' });
  }
  const owned = await Promise.all([finn, gaia].map((person) => findProduct(person, 'eob_plugin_task')));
  expect(owned.map((product) => product?.state).sort()).toEqual(['absent', 'owned']);
});

test('refuses wrong, malformed and expired codes with named errors', async () => {
  const hugo = await createHolder('hugo', []);
  const old = await createCode({ roles: ['eob_plugin_task'], expiresAt: world.clock.now() });
  for (const [code, errorName] of [
    [makeActivationCode(), 'activation-code-wrong'],
    ['please', 'activation-code-wrong'],
    [old, 'activation-code-expired'],
    ['  ', 'field-invalid'],
    ['x'.repeat(65), 'field-invalid'],
  ] as const) {
    await expect(hugo.call('activatePlugins', { code })).rejects.toMatchObject({ errorName });
  }
  expect(await readRoles(hugo)).toEqual([]);
});

test('locks guessing for the account, not for its logins, and unlocks it automatically', async () => {
  const ines = await createHolder('ines', []);
  const code = await createCode({ roles: ['eob_plugin_task'] });
  const guesses = Array.from({ length: MAX_LOGIN_FAILURES + 2 }, () =>
    ines.call('activatePlugins', { code: makeActivationCode() }),
  );
  const names = (await Promise.allSettled(guesses)).map(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { errorName?: string }).errorName,
  );
  expect(names.filter((name) => name === 'activation-code-wrong')).toHaveLength(MAX_LOGIN_FAILURES);
  expect(names.filter((name) => name === 'login-locked')).toHaveLength(2);
  await expect(ines.call('activatePlugins', { code })).rejects.toMatchObject({
    errorName: 'login-locked',
    details: { seconds: LOCKOUT_WINDOW_MS / 1000 },
  });
  await ines.signIn();
  world.clock.advance(LOCKOUT_WINDOW_MS);
  await ines.call('activatePlugins', { code });
});

test('lets only the holder activate; others can read the list', async () => {
  await createHolder('jana', []);
  const account = await world.account("jana's");
  const code = await createCode({ roles: ['eob_plugin_task'] });
  for (const permission of ['administrator', 'viewer'] as const) {
    const person = await account.person(`${permission} of jana`, { permission });
    expect((await person.call('allPluginProducts', {})).abilities).toEqual({ activate: false });
    await expect(person.call('activatePlugins', { code })).rejects.toMatchObject({
      errorName: 'not-allowed',
      details: { permission: 'holder' },
    });
  }
});

test("names the account's dealer as seller, else the operator, else the server setting", async () => {
  const kai = await createHolder('kai', []);
  const { db } = world.database;
  const dealer = async () => (await kai.call('allPluginProducts', {})).dealer;
  const brand = (accountId: number, branding: Record<string, string>) =>
    db
      .updateTable('account')
      .set({ branding: JSON.stringify(branding) })
      .where('account_id', '=', accountId)
      .execute();
  expect(await dealer()).toBeNull();

  const setting = { name: 'Wakeline sales', contact: '+86 10 1234 5678' };
  await db
    .insertInto('server_setting')
    .values({ name: 'dealer', value: JSON.stringify(setting) })
    .execute();
  expect(await dealer()).toEqual(setting);

  const operator = await world.account('operator');
  await brand(operator.accountId, { sysName: 'Harbour Watch', dealerContact: 'office@harbour.example' });
  expect(await dealer()).toEqual({ name: 'Harbour Watch', contact: 'office@harbour.example' });

  const seller = await world.account('seller');
  await db
    .updateTable('account')
    .set({ dealer_id: seller.accountId })
    .where('account_id', '=', kai.accountId)
    .execute();
  // A dealer without contact details falls back to the operator.
  expect((await dealer())?.name).toBe('Harbour Watch');
  await brand(seller.accountId, { dealerName: 'Seller & Sons', dealerContact: 'https://seller.example' });
  expect(await dealer()).toEqual({ name: 'Seller & Sons', contact: 'https://seller.example' });
});
