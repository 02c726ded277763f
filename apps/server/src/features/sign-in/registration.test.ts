import { createClient } from '@wakeline/client/client';
import type { PayloadInput } from '@wakeline/contract/operation';
import { CODE_TYPES, type register } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passwordDigest } from '../../identity/password.ts';
import { REGISTRATION_ROLES_SETTING, REGISTRATION_SETTING } from '../../identity/registration.ts';
import { startWorld, type World } from '../../testing/world.ts';

const PASSWORD = 'Lighthouse9';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  await saveSetting(REGISTRATION_SETTING, { open: true });
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

const createVisitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const signIn = (phone: string) =>
  createVisitor().call('loginByCodeOrPd', { phone, pd: passwordDigest(PASSWORD) });

async function saveSetting(name: string, value: object): Promise<void> {
  const stored = JSON.stringify(value);
  await world.database.db
    .insertInto('server_setting')
    .values({ name, value: stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: stored }))
    .execute();
}

function newPhone(): string {
  count += 1;
  return `137${String(count).padStart(8, '0')}`;
}

async function requestCode(phone: string, t?: string): Promise<string> {
  await createVisitor().call('sendLoginCode', { phone, type: CODE_TYPES.registration, t });
  return world.textMessages.nextCode(phone);
}

const registerWith = (fields: Omit<PayloadInput<typeof register>, 'pd'>, password: string = PASSWORD) =>
  createVisitor().call('register', { ...fields, pd: passwordDigest(password) });

test('creates an account for a phone without signing in', async () => {
  const phone = newPhone();
  const response = await world.post('register', {
    body: new URLSearchParams({
      phone,
      code: await requestCode(phone),
      pd: passwordDigest(PASSWORD),
      lang: 'en_US',
    }),
  });
  expect(await response.json()).toMatchObject({ result_code: '000', result: {} });
  expect(response.headers.get('set-cookie')).toBeNull();

  const { accountMsg, config } = await signIn(phone);
  expect(accountMsg).toMatchObject({
    username: phone,
    permission: 'holder',
    roles: [
      { name: 'eob_plugin_loc_monitor' },
      { name: 'eob_plugin_device_mg' },
      { name: 'eob_plugin_sys_conf' },
      { name: 'eob_plugin_multiple_playback' },
    ],
  });
  expect(config.lang).toBe('en_US');
  // The phone can sign in by code now.
  world.clock.advance(60_000);
  await createVisitor().call('sendLoginCode', { phone, type: CODE_TYPES.login });
  await createVisitor().call('loginByCodeOrPd', { phone, code: await world.textMessages.nextCode(phone) });
});

test('gives a new account the functions that the operator has set', async () => {
  await saveSetting(REGISTRATION_ROLES_SETTING, { roles: ['eob_plugin_loc_monitor', 'unknown-role'] });
  const phone = newPhone();
  await registerWith({ phone, code: await requestCode(phone) });
  expect((await signIn(phone)).accountMsg.roles).toEqual([{ name: 'eob_plugin_loc_monitor' }]);
});

test('follows the setting of the dealer on its link page and inherits its branding', async () => {
  const dealer = await world.account('dealer');
  const dealerBranding = { sysName: 'Harbour Watch', isOpenRegister: '1' };
  const brand = (branding: object) =>
    world.database.db
      .updateTable('account')
      .set({ link_code: 'hv7', branding: JSON.stringify(branding) })
      .where('account_id', '=', dealer.accountId)
      .execute();
  await brand(dealerBranding);
  await saveSetting(REGISTRATION_SETTING, { open: false });
  const phone = newPhone();
  const code = await requestCode(phone, 'hv7');
  await expect(registerWith({ phone, code })).rejects.toMatchObject({ errorName: 'registration-closed' });
  await registerWith({ phone, code, t: 'hv7' });
  expect((await signIn(phone)).config.sysName).toBe('Harbour Watch');

  await brand({ ...dealerBranding, isOpenRegister: '0' });
  await saveSetting(REGISTRATION_SETTING, { open: true });
  const late = { phone: newPhone(), t: 'hv7' };
  await expect(
    createVisitor().call('sendLoginCode', { ...late, type: CODE_TYPES.registration }),
  ).rejects.toMatchObject({ errorName: 'registration-closed' });
  await expect(registerWith({ ...late, code: '123456' })).rejects.toMatchObject({
    errorName: 'registration-closed',
  });
});

test('reveals only by text message that a number has an account', async () => {
  const [known, free] = [newPhone(), newPhone()];
  await registerWith({ phone: known, code: await requestCode(known) });
  world.clock.advance(60_000);
  const send = (phone: string) =>
    createVisitor().call('sendLoginCode', { phone, type: CODE_TYPES.registration, lang: 'en_US' });
  expect(await send(known)).toEqual(await send(free));
  expect(await world.textMessages.next(known)).toBe(
    '[location service platform] This number already has an account. Sign in, or reset the password on the sign-in page.',
  );
  for (const phone of [known, free]) {
    await expect(registerWith({ phone, code: '000000' })).rejects.toMatchObject({ errorName: 'code-wrong' });
  }
});

test('refuses a phone that was bound meanwhile or is the login of a sub-account', async () => {
  const harbour = await world.account('harbour');
  const ada = await harbour.person('ada');
  const bound = newPhone();
  const code = await requestCode(bound);
  await world.database.db
    .updateTable('app_user')
    .set({ phone: bound })
    .where('user_id', '=', ada.userId)
    .execute();
  await expect(registerWith({ phone: bound, code })).rejects.toMatchObject({ errorName: 'phone-taken' });

  const login = newPhone();
  await harbour.person(login, { permission: 'viewer' });
  await expect(registerWith({ phone: login, code: await requestCode(login) })).rejects.toMatchObject({
    errorName: 'login-taken',
  });
});

test('creates one account from concurrent requests with one code', async () => {
  const phone = newPhone();
  const code = await requestCode(phone);
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => registerWith({ phone, code })));
  const names = outcomes.map((one) => (one.status === 'rejected' ? one.reason.errorName : 'created'));
  expect(names.sort()).toEqual(['code-wrong', 'code-wrong', 'created']);
});

test('refuses a common password and keeps the code valid', async () => {
  const phone = newPhone();
  const code = await requestCode(phone);
  await expect(registerWith({ phone, code }, '123456')).rejects.toMatchObject({
    errorName: 'password-common',
  });
  await registerWith({ phone, code });
});

test('refuses a wrong or malformed code', async () => {
  const phone = newPhone();
  await expect(registerWith({ phone, code: '123456' })).rejects.toMatchObject({ errorName: 'code-wrong' });
  await expect(registerWith({ phone, code: '12345a' })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'code' },
  });
});
