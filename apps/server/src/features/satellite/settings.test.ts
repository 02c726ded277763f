import { DEFAULT_CONVENTION } from '@wakeline/domain/satellite/convention';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callAny } from '../../testing/call-any.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let account: WorldAccount;
let ada: Person;
let outsider: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

const add = (form: object = {}, person = ada) =>
  person.call('createSatelliteContact', {
    contactName: 'Watch',
    kind: 'phone',
    address: '13800138000',
    ...form,
  });
const contacts = async (person = ada) => (await person.call('querySatelliteContacts', {})).list;
const settings = (person = ada) => person.call('querySatelliteSettings', {});
const addTemplate = (form: object = {}, person = ada) =>
  person.call('createSatelliteTemplate', { templateName: 'Home', content: '返港', ...form });
const templates = async (person = ada) => (await person.call('querySatelliteTemplates', {})).list;

async function limited(permission: 'editor' | 'administrator'): Promise<Person> {
  const { groupId } = await ada.call('createGroup', { groupName: 'Tugs' });
  return account.person(`limited ${count}`, { permission, groupIds: [groupId] });
}

describe('contacts', () => {
  test('are listed by short number, changed and deleted', async () => {
    await add({ contactName: 'Office', kind: 'email', address: 'Office@Harbour.example' });
    const { contactId } = await add({ contactName: 'Watch', number: 7, address: '+86 138-0013-8000' });
    await add({ contactName: 'Agent', number: 3, address: '+44 7700 900123' });
    const list = await contacts();
    expect(list.map(({ contactName, number, address }) => [contactName, number, address])).toEqual([
      ['Agent', 3, '+447700900123'],
      ['Watch', 7, '13800138000'],
      ['Office', null, 'office@harbour.example'],
    ]);
    expect(list[1]).toMatchObject({
      contactId,
      kind: 'phone',
      createTime: world.clock.now(),
      lastMessageTime: null,
    });

    await ada.call('editSatelliteContact', { contactId, contactName: 'Bridge', number: 9 });
    expect(await contacts()).toContainEqual(
      expect.objectContaining({ contactName: 'Bridge', number: 9, address: '13800138000' }),
    );
    await ada.call('editSatelliteContact', { contactId, contactName: 'Bridge', address: '13900139000' });
    expect(await contacts()).toContainEqual(
      expect.objectContaining({ contactName: 'Bridge', number: null, address: '13900139000' }),
    );
    await ada.call('deleteSatelliteContact', { contactId });
    expect((await contacts()).map(({ contactName }) => contactName)).toEqual(['Agent', 'Office']);
  });

  test.each(['+8613800138000', '008613800138000', '138 0013 8000'])(
    'refuses %s as the number of another contact',
    async (address) => {
      await add();
      await expect(add({ address })).rejects.toMatchObject({ errorName: 'contact-address-taken' });
    },
  );

  test.each([
    ['a phone number without area code', { address: '65529988' }, 'contact-phone-invalid'],
    ['an e-mail address as a phone', { address: 'watch@harbour.example' }, 'contact-phone-invalid'],
    ['an e-mail address without host', { kind: 'email', address: 'watch' }, 'contact-email-invalid'],
    ['a WeChat user without a code', { kind: 'wechat', address: 'oLVPpjqs9B' }, 'field-invalid'],
    ['an empty name', { contactName: ' ' }, 'field-invalid'],
    ['the short number 0', { number: 0 }, 'field-invalid'],
    ['the short number 100', { number: 100 }, 'field-invalid'],
  ])('refuse %s', async (_what, form, errorName) => {
    await expect(add(form)).rejects.toMatchObject({ errorName });
  });

  test('refuse a number or address of another contact, but not of another account', async () => {
    await add({ number: 5 });
    await expect(add({ number: 5, address: '13900139000' })).rejects.toMatchObject({
      errorName: 'contact-number-taken',
    });
    await add({ number: 5 }, outsider);
    const { contactId } = await add({ address: '13900139000' });
    const edit = (form: object) =>
      ada.call('editSatelliteContact', { contactId, contactName: 'Watch', ...form });
    await expect(edit({ number: 5 })).rejects.toMatchObject({ errorName: 'contact-number-taken' });
    await expect(edit({ address: '8613800138000' })).rejects.toMatchObject({
      errorName: 'contact-address-taken',
    });
    await expect(edit({ address: '12' })).rejects.toMatchObject({ errorName: 'contact-phone-invalid' });
  });

  test('keep the address of a WeChat user', async () => {
    const { contact_id: contactId } = await world.database.db
      .insertInto('satellite_contact')
      .values({
        account_id: account.accountId,
        number: null,
        name: 'WeChat',
        kind: 'wechat',
        address: 'oLVPpjqs9BhvzwPj5A-vTYAX3GLc',
        created_at: new Date(world.clock.now()),
      })
      .returning('contact_id')
      .executeTakeFirstOrThrow();
    const edit = (form: object) =>
      ada.call('editSatelliteContact', { contactId, contactName: 'Li', ...form });
    await expect(edit({ address: 'oOther' })).rejects.toMatchObject({ errorName: 'contact-address-fixed' });
    await edit({ number: 8 });
    expect(await contacts()).toMatchObject([{ contactName: 'Li', number: 8, kind: 'wechat' }]);
  });

  test('are at most 500', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      account_id: account.accountId,
      number: null,
      name: 'Watch',
      kind: 'email' as const,
      address: `watch${index}@harbour.example`,
      created_at: new Date(),
    }));
    await world.database.db.insertInto('satellite_contact').values(rows).execute();
    await expect(add()).rejects.toMatchObject({ errorName: 'satellite-contact-limit' });
  });

  test('are changed only by users who see all devices', async () => {
    const { contactId } = await add();
    const tug = await limited('editor');
    expect(await tug.call('querySatelliteContacts', {})).toMatchObject({
      total: 1,
      abilities: { change: false, bindWechat: false },
    });
    for (const call of [
      () => add({}, tug),
      () => tug.call('editSatelliteContact', { contactId, contactName: 'Spy' }),
      () => tug.call('deleteSatelliteContact', { contactId }),
      () => tug.call('createSatelliteBindCode', {}),
    ])
      await expect(call()).rejects.toMatchObject({ errorName: 'not-allowed' });
  });

  test('of WeChat need a configured account', async () => {
    expect((await ada.call('querySatelliteContacts', {})).abilities).toEqual({
      change: true,
      bindWechat: false,
    });
    await expect(ada.call('createSatelliteBindCode', {})).rejects.toMatchObject({
      errorName: 'wechat-not-configured',
    });
  });

  test.each(['editSatelliteContact', 'deleteSatelliteContact'] as const)(
    '%s refuses those of other accounts',
    async (name) => {
      const { contactId } = await add();
      const payload = { contactId, contactName: 'Spy' };
      await expect(outsider.call(name, payload)).rejects.toMatchObject({
        errorName: 'satellite-contact-unknown',
      });
    },
  );
});

describe('the convention of addresses', () => {
  const own = { cardPrefix: '*', wechatWords: ['vx', '微信'], weiboWords: ['wb'], weatherWords: ['天气'] };
  const save = (convention: object, person = ada) =>
    callAny(person.client, 'editSatelliteConvention', {
      convention: { ...DEFAULT_CONVENTION, ...convention },
    });

  test('is the default until it is changed, and again after', async () => {
    expect(await settings()).toMatchObject({
      convention: DEFAULT_CONVENTION,
      defaultConvention: DEFAULT_CONVENTION,
      abilities: { change: true },
    });
    await save(own);
    expect((await settings()).convention).toEqual(own);
    expect((await settings(outsider)).convention).toEqual(DEFAULT_CONVENTION);
    await save({});
    const { convention } = await world.database.db
      .selectFrom('satellite_setting')
      .where('account_id', '=', account.accountId)
      .select('convention')
      .executeTakeFirstOrThrow();
    expect(convention).toBeNull();
    const { list } = await ada.call('queryAuditLog', { pageSize: 2 });
    expect(list[1]).toMatchObject({
      action: 'editSatelliteConvention',
      before: { cardPrefix: '#' },
      after: { cardPrefix: '*', weatherWords: ['天气'] },
    });
  });

  test.each([
    ['convention-prefix-invalid', { field: 'cardPrefix' }, { cardPrefix: '+' }],
    ['convention-word-invalid', { field: 'wechatWords', word: 'w1' }, { wechatWords: ['w1'] }],
    ['convention-words-missing', { field: 'weiboWords' }, { weiboWords: [] }],
    ['convention-words-limit', { field: 'weiboWords' }, { weiboWords: ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'] }],
    ['convention-word-ambiguous', { field: 'weatherWords', word: 'tqx' }, { weatherWords: ['tqx', 'tq'] }],
  ])('refuses %s', async (errorName, details, change) => {
    await expect(save(change)).rejects.toMatchObject({ errorName, details });
    expect((await settings()).convention).toEqual(DEFAULT_CONVENTION);
  });

  test('is changed by administrators who see all devices', async () => {
    const editor = await account.person(`editor ${count}`, { permission: 'editor' });
    expect((await settings(editor)).abilities.change).toBe(false);
    await expect(save(own, editor)).rejects.toMatchObject({ errorName: 'not-allowed' });
    const tug = await limited('administrator');
    expect((await settings(tug)).abilities.change).toBe(false);
    await expect(save(own, tug)).rejects.toMatchObject({ errorName: 'not-allowed' });
    await expect(tug.call('editSatelliteQuota', { monthlyQuota: 1 })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
  });
});

describe('templates', () => {
  test('are listed by name, changed and deleted', async () => {
    const { templateId } = await addTemplate();
    await addTemplate({ templateName: 'Ask', content: ' Position? ' });
    expect((await templates()).map(({ templateName, content }) => [templateName, content])).toEqual([
      ['Ask', 'Position?'],
      ['Home', '返港'],
    ]);
    await ada.call('editSatelliteTemplate', { templateId, templateName: 'Back', content: '返航' });
    expect(await templates()).toMatchObject([
      { templateName: 'Ask' },
      { templateName: 'Back', content: '返航' },
    ]);
    await ada.call('deleteSatelliteTemplate', { templateId });
    expect(await templates()).toMatchObject([{ templateName: 'Ask' }]);
    expect(await templates(outsider)).toEqual([]);
  });

  test.each([
    ['an empty text', { content: ' ' }, 'field-invalid'],
    ['a text of 2001 characters', { content: 'a'.repeat(2_001) }, 'field-invalid'],
    ['an empty name', { templateName: '' }, 'field-invalid'],
    ['a name that exists', { templateName: 'Ask' }, 'template-name-taken'],
  ])('refuse %s', async (_what, form, errorName) => {
    await addTemplate({ templateName: 'Ask' });
    const { templateId } = await addTemplate();
    await expect(addTemplate({ templateName: 'Other', ...form })).rejects.toMatchObject({ errorName });
    const edited = { templateId, templateName: 'Home', content: '返港', ...form };
    await expect(ada.call('editSatelliteTemplate', edited)).rejects.toMatchObject({ errorName });
  });

  test('are at most 200', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      account_id: account.accountId,
      name: `Template ${index}`,
      content: 'Position?',
      created_at: new Date(),
    }));
    await world.database.db.insertInto('satellite_template').values(rows).execute();
    await expect(addTemplate()).rejects.toMatchObject({ errorName: 'template-limit' });
  });

  test('are limited to a function, and to none again', async () => {
    const { templateId } = await addTemplate({ role: 'eob_plugin_irim' });
    expect(await templates()).toMatchObject([{ role: 'eob_plugin_irim' }]);
    await ada.call('editSatelliteTemplate', { templateId, templateName: 'Home', content: '返港' });
    expect(await templates()).toMatchObject([{ role: null }]);
    await expect(addTemplate({ templateName: 'Other', role: 'eob_plugin_task' })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('for planes are added once, without those whose name exists', async () => {
    await addTemplate({ templateName: '返场', content: '请回' });
    // Eight texts, of which one name exists.
    expect(await ada.call('addAviationTemplates', { lang: 'zh_CN' })).toEqual({ added: 7 });
    expect(await ada.call('addAviationTemplates', { lang: 'zh_CN' })).toEqual({ added: 0 });
    const list = await templates();
    expect(list).toHaveLength(8);
    expect(list.find(({ templateName }) => templateName === '返场')).toMatchObject({
      content: '请回',
      role: null,
    });
    expect(list.find(({ templateName }) => templateName === '备降')).toMatchObject({
      content: '{机尾号}请备降{备降场}，收到请回复',
      role: 'eob_plugin_flight_msg',
    });
    expect(await ada.call('addAviationTemplates', { lang: 'en_US' })).toEqual({ added: 8 });
    expect(await templates(outsider)).toEqual([]);
  });

  test('for planes are added all or none', async () => {
    const rows = Array.from({ length: 193 }, (_, index) => ({
      account_id: account.accountId,
      name: `Template ${index}`,
      content: 'Position?',
      created_at: new Date(),
    }));
    await world.database.db.insertInto('satellite_template').values(rows).execute();
    // Room for seven of the eight.
    await expect(ada.call('addAviationTemplates', { lang: 'en_US' })).rejects.toMatchObject({
      errorName: 'template-limit',
    });
    expect(await templates()).toHaveLength(193);
  });

  test('of another account are unknown', async () => {
    const { templateId } = await addTemplate();
    const form = { templateId, templateName: 'Spy', content: 'Spy' };
    await expect(outsider.call('editSatelliteTemplate', form)).rejects.toMatchObject({
      errorName: 'template-unknown',
    });
    await expect(outsider.call('deleteSatelliteTemplate', { templateId })).rejects.toMatchObject({
      errorName: 'template-unknown',
    });
  });
});
