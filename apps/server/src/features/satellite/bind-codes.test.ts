import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindWechatUser } from '../../satellite/wechat/bind-user.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let account: WorldAccount;
let ada: Person;

beforeAll(async () => {
  // Nothing listens on port 9: no call of WeChat succeeds.
  world = await startWorld({
    environment: {
      WAKELINE_WECHAT_APP_ID: 'wx0000000000000001',
      WAKELINE_WECHAT_APP_SECRET: 'secret',
      WAKELINE_WECHAT_TOKEN: 'token0001',
      WAKELINE_WECHAT_API_URL: 'http://127.0.0.1:9',
    },
  });
  account = await world.account('harbour');
  ada = await account.person('ada');
});
afterAll(() => world.stop());

const bind = (openId: string, code: string, now: number) =>
  world.database.db.transaction().execute((tx) => bindWechatUser(tx, openId, code, now));
const contacts = async () => (await ada.call('querySatelliteContacts', {})).list;

test('a code binds one WeChat user within 15 minutes, and the next one replaces it', async () => {
  expect((await ada.call('querySatelliteContacts', {})).abilities.bindWechat).toBe(true);
  const now = world.clock.now();
  const first = await ada.call('createSatelliteBindCode', {});
  expect(first.code).toMatch(/^[A-Z2-9]{8}$/);
  expect(first.expireTime - now).toBe(15 * 60_000);
  const second = await ada.call('createSatelliteBindCode', {});
  expect(await bind('oFirst', first.code, now)).toBeNull();
  expect(await bind('oLate', second.code, second.expireTime)).toBeNull();
  expect(await bind('oLin', ` ${second.code.toLowerCase()}`, second.expireTime - 1)).toMatchObject({
    outcome: 'bound',
  });
  expect(await bind('oAgain', second.code, now)).toBeNull();
  const [contact, ...others] = await contacts();
  expect(others).toEqual([]);
  expect(contact).toMatchObject({ kind: 'wechat', address: 'oLin', number: null });
  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 10 });
  expect(audit.map(({ action }) => action)).toContain('createSatelliteBindCode');
  expect(JSON.stringify(audit)).not.toContain(second.code);

  await ada.call('deleteSatelliteContact', { contactId: contact?.contactId ?? 0 });
  expect(await contacts()).toEqual([]);
});

test('a code binds nobody to an account that has 500 contacts by then, except one of them', async () => {
  const full = await world.account('full');
  const [eve, fay] = [await full.person('eve'), await full.person('fay')];
  const now = world.clock.now();
  const addContacts = (first: number, count: number) =>
    world.database.db
      .insertInto('satellite_contact')
      .values(
        Array.from({ length: count }, (_, index) => ({
          account_id: full.accountId,
          number: null,
          name: '',
          kind: 'wechat' as const,
          address: `oContact${first + index}`,
          created_at: new Date(now),
          written_at: null,
        })),
      )
      .execute();
  await addContacts(1, 499);
  const { code } = await eve.call('createSatelliteBindCode', {});
  const { code: another } = await fay.call('createSatelliteBindCode', {});
  await addContacts(500, 1);
  expect(await bind('oNew', code, now)).toMatchObject({ outcome: 'contact-limit' });
  expect(await bind('oContact7', another, now)).toMatchObject({ outcome: 'bound' });
  const { list } = await eve.call('querySatelliteContacts', {});
  expect(list.length).toBe(500);
});
