import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_ALLOWED_HOSTS: 'boats.example' } });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

const TIDES_PANEL = {
  panelName: '潮汐表2',
  panelUrl: 'https://tides.example/now?at=1',
  sort: 1,
  display: 'SHOW',
} as const;

async function listPanels(person: Person) {
  const { list } = await person.call('allPanels', {});
  return list.map(({ abilities: _, panelId: __, ...panel }) => panel);
}

async function readLastAudit() {
  return world.database.db
    .selectFrom('audit_entry')
    .select(['account_id', 'login', 'action', 'target', 'before', 'after'])
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

test('adds, edits, reorders, hides and deletes a panel, and records each step in the audit log', async () => {
  const { panelId } = await ada.call('addPanel', TIDES_PANEL);
  expect(await ada.call('allPanels', {})).toEqual({
    list: [{ ...TIDES_PANEL, panelId, abilities: { edit: true, remove: true } }],
    total: 1,
    abilities: { add: true },
  });
  expect(await readLastAudit()).toMatchObject({
    login: 'ada',
    action: 'addPanel',
    target: '潮汐表2',
    after: TIDES_PANEL,
  });

  const winds = {
    panelName: 'Winds',
    panelUrl: 'http://winds.example:8080',
    sort: 0,
    display: 'SHOW',
  } as const;
  const { panelId: second } = await ada.call('addPanel', winds);
  expect((await listPanels(ada)).map(({ panelName }) => panelName)).toEqual(['Winds', '潮汐表2']);

  await ada.call('editPanel', { panelId, panelName: 'Tides', display: 'HIDE' });
  expect(await listPanels(ada)).toEqual([winds, { ...TIDES_PANEL, panelName: 'Tides', display: 'HIDE' }]);
  expect(await readLastAudit()).toEqual({
    account_id: ada.accountId,
    login: 'ada',
    action: 'editPanel',
    target: '潮汐表2',
    before: { panelName: '潮汐表2', display: 'SHOW' },
    after: { panelName: 'Tides', display: 'HIDE' },
  });

  await ada.call('delPanel', { panelId: second });
  await ada.call('delPanel', { panelId });
  expect(await listPanels(ada)).toEqual([]);
  expect(await readLastAudit()).toMatchObject({ action: 'delPanel', target: 'Tides', after: null });
});

test('notifies open consoles of the account', async () => {
  const console = await ada.console();
  await console.waitUntilLive();
  // On a slow machine the console may already have polled and received a full refresh.
  console.changes.length = 0;
  const { panelId } = await ada.call('addPanel', TIDES_PANEL);
  await console.waitUntil('the panel is added', ({ changes }) => changes.length === 1);
  await ada.call('delPanel', { panelId });
  await console.waitUntil('the panel is deleted', ({ changes }) => changes.length === 2);
  expect(console.changes).toEqual(['panels', 'panels']);
});

test('accepts each sort once per account', async () => {
  const { panelId } = await ada.call('addPanel', TIDES_PANEL);
  const other = { ...TIDES_PANEL, panelName: 'Other' };
  await expect(ada.call('addPanel', other)).rejects.toMatchObject({ errorName: 'panel-sort-taken' });
  const { panelId: second } = await ada.call('addPanel', { ...other, sort: 2 });
  await expect(ada.call('editPanel', { panelId: second, sort: 1 })).rejects.toMatchObject({
    errorName: 'panel-sort-taken',
  });
  const eve = await (await world.account('airfield')).person('eve');
  const { panelId: evePanelId } = await eve.call('addPanel', TIDES_PANEL);
  await eve.call('delPanel', { panelId: evePanelId });
  for (const id of [panelId, second]) await ada.call('delPanel', { panelId: id });
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://tides.example/1',
  'file:///etc/passwd',
  'ftp://tides.example/',
  '//tides.example/',
  '/service/logout',
  'https://',
  'https:tides.example',
  'https://user:pw@tides.example/',
  'https://user@tides.example/',
  'https://tides.example\\@evil.example/',
  'https://tides example/',
  'https://tides.example/a b',
  'https://tides.example/\tb',
  'https://tides.example/\0',
  'https://tides.example:99999/',
  'https://[::1/',
  'https://tides%00.example/',
  '',
])('refuses the URL %j', async (panelUrl) => {
  const refused = { errorName: 'field-invalid', details: { field: 'panelUrl' } };
  await expect(ada.call('addPanel', { ...TIDES_PANEL, panelUrl })).rejects.toMatchObject(refused);
  await expect(ada.call('editPanel', { panelId: 1, panelUrl })).rejects.toMatchObject(refused);
});

test('refuses a lone surrogate, which only JSON can encode', async () => {
  const response = await fetch(`${world.url}${world.prefix}/addPanel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await ada.token()}` },
    body: JSON.stringify({ ...TIDES_PANEL, panelUrl: 'https://tides.example/\ud800' }),
  });
  expect(await response.json()).toMatchObject({
    result: { error: 'field-invalid', details: { field: 'panelUrl' } },
  });
});

test('refuses the host name of the console at every port, which would receive the session cookie', async () => {
  const own = { errorName: 'panel-address-own' };
  // The server listens on 127.0.0.1, of which two are other notations (WHATWG URL, 3.5), and has the host name of a proxy.
  const notations = ['127.0.0.1', '127.0.0.1:1', '127.0.0.1.', '0x7f.1', '2130706433'];
  for (const host of [...notations, '[::1]:9000', 'localhost', 'boats.example', 'BOATS.example.:81']) {
    const panelUrl = `http://${host}/page`;
    await expect(ada.call('addPanel', { ...TIDES_PANEL, panelUrl })).rejects.toMatchObject(own);
    await expect(ada.call('editPanel', { panelId: 1, panelUrl })).rejects.toMatchObject(own);
  }
  const { panelId } = await ada.call('addPanel', { ...TIDES_PANEL, panelUrl: 'http://127.0.0.2/' });
  await ada.call('delPanel', { panelId });
});

test.each(['', 'a', '1234567', 'a b', '<b>x', '名称-1'])('refuses the name %j', async (panelName) => {
  await expect(ada.call('addPanel', { ...TIDES_PANEL, panelName })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'panelName' },
  });
});

test('refuses to change or delete a panel of another account or an unknown one', async () => {
  const { panelId } = await ada.call('addPanel', TIDES_PANEL);
  const eve = await (await world.account('airfield')).person('eve');
  for (const call of [
    () => eve.call('editPanel', { panelId, display: 'HIDE' }),
    () => eve.call('delPanel', { panelId }),
    () => ada.call('editPanel', { panelId: 999_999, display: 'HIDE' }),
    () => ada.call('delPanel', { panelId: 999_999 }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'panel-unknown' });
  }
  expect(await listPanels(ada)).toEqual([TIDES_PANEL]);
  await ada.call('delPanel', { panelId });
});

test('lets a viewer with the function read panels only, and refuses everybody without it', async () => {
  const harbour = await world.account('harbour');
  const { panelId } = await ada.call('addPanel', TIDES_PANEL);
  const vera = await harbour.person('vera', { permission: 'viewer', roles: ['eob_plugin_custom_window'] });
  expect(await vera.call('allPanels', {})).toEqual({
    list: [{ ...TIDES_PANEL, panelId, abilities: { edit: false, remove: false } }],
    total: 1,
    abilities: { add: false },
  });
  for (const call of [
    () => vera.call('addPanel', { ...TIDES_PANEL, sort: 5 }),
    () => vera.call('editPanel', { panelId, sort: 5 }),
    () => vera.call('delPanel', { panelId }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'not-allowed' });
  }
  const otto = await harbour.person('otto', { permission: 'editor', roles: ['eob_plugin_device_mg'] });
  await expect(otto.call('allPanels', {})).rejects.toMatchObject({ errorName: 'not-allowed' });
  await ada.call('delPanel', { panelId });
});

test('limits the panels of an account, also under concurrent requests', async () => {
  const adding = Array.from({ length: LIMITS.panelsPerAccount + 3 }, (_, sort) =>
    ada.call('addPanel', { ...TIDES_PANEL, sort }),
  );
  const outcomes = await Promise.allSettled(adding);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.panelsPerAccount);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ errorName: 'panel-limit' });
  }
});
