import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpTarget } from '../../forwarding/testing/forwarded.ts';
import type { Person } from '../../testing/person.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let server: WebhookServer;
let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  server = await WebhookServer.start();
  world = await startWorld({ environment: { WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' } });
});
afterAll(async () => {
  server.stop();
  await world.stop();
});
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

function mqttTarget(form: object = {}): ForwardTargetForm {
  return {
    kind: 'mqtt',
    targetName: 'Broker',
    url: 'mqtts://8.8.8.8',
    topic: 'wakeline/harbour',
    userName: 'wakeline',
    protocolVersion: '5',
    contents: ['positions'],
    scope: { type: 'all' },
    enabled: true,
    ...form,
  };
}

test('adds, edits and removes targets, and never returns a password', async () => {
  const http = httpTarget('https://8.8.8.8/positions?key=x');
  const { targetId } = await ada.call('addForwardTarget', { target: http, password: 'secret-token' });
  await ada.call('addForwardTarget', { target: mqttTarget() });
  const changed = httpTarget('https://8.8.8.8/positions?key=x', {
    targetName: 'Archive 2',
    contents: ['events'],
  });
  await ada.call('editForwardTarget', { targetId, target: changed });
  const { list } = await ada.call('queryForwardTargets', {});
  expect(list).toMatchObject([
    { targetId, form: changed, hasPassword: true, secret: expect.stringMatching(/^whsec_/), waiting: 0 },
    { form: mqttTarget(), hasPassword: false, secret: null, sent: 0, dropped: 0, nextTime: null },
  ]);
  expect(JSON.stringify(list)).not.toContain('secret-token');

  await ada.call('editForwardTarget', { targetId, target: changed, password: null, renewSecret: true });
  const [renewed] = (await ada.call('queryForwardTargets', {})).list;
  expect(renewed?.hasPassword).toBe(false);
  expect(renewed?.secret).not.toBe(list[0]?.secret);
  await ada.call('removeForwardTarget', { targetId });
  expect((await ada.call('queryForwardTargets', {})).total).toBe(1);

  const audit = await ada.call('queryAuditLog', { pageSize: 10 });
  expect(audit.list.map(({ action }) => action).slice(0, 5)).toEqual([
    'removeForwardTarget',
    'editForwardTarget',
    'editForwardTarget',
    'addForwardTarget',
    'addForwardTarget',
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/secret-token|key=x/);
});

test('keeps a target whose devices and groups were deleted, and lists them', async () => {
  const trackerId = await account.tracker(`1376000${String(count).padStart(4, '0')}`);
  const target = httpTarget('https://8.8.8.8/', { scope: { type: 'trackers', trackerIds: [trackerId] } });
  const { targetId } = await ada.call('addForwardTarget', { target });
  await ada.call('removeTracker', { trackerId });
  await ada.call('editForwardTarget', { targetId, target: { ...target, enabled: false } });
  const [listed] = (await ada.call('queryForwardTargets', {})).list;
  expect(listed).toMatchObject({
    form: { enabled: false, scope: target.scope },
    removed: { groupIds: [], trackerIds: [trackerId] },
  });
});

test('stores passwords encrypted', async () => {
  await ada.call('addForwardTarget', { target: mqttTarget(), password: 'pass-word-1' });
  const { sealed_password: sealed } = await world.database.db
    .selectFrom('forward_target')
    .select('sealed_password')
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  expect(sealed?.length).toBe(12 + 16 + 'pass-word-1'.length);
  expect(sealed?.includes('pass-word-1')).toBe(false);
});

test('sends a test at once, and returns how the target responded', async () => {
  const path = `/test${count}`;
  const target = httpTarget(`${server.url}${path}`, { enabled: false });
  const { targetId } = await ada.call('addForwardTarget', { target, password: 'token' });
  expect(await ada.call('testForwardTarget', { targetId })).toEqual({
    isDelivered: true,
    reason: null,
    detail: '',
  });
  const [request] = server.at(path);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    id: `f${targetId}.test.${world.clock.now()}`,
    type: 'test',
    positions: [],
    events: [],
  });
  expect(request?.headers.authorization).toBe('Bearer token');

  await expect(ada.call('testForwardTarget', { targetId })).rejects.toMatchObject({
    errorName: 'forward-test-too-soon',
  });
  world.clock.advance(5_000);
  server.responses.set(path, { status: 401, text: 'wrong token' });
  expect(await ada.call('testForwardTarget', { targetId })).toEqual({
    isDelivered: false,
    reason: 'rejected',
    detail: '401 wrong token',
  });
});

describe('refuses', () => {
  test.each([
    ['http://127.0.0.2/', 'http'],
    ['http://0.0.0.0/', 'http'],
    ['http://[::1]/', 'http'],
    ['http://10.0.0.1/', 'http'],
    ['mqtt://8.8.8.8/', 'http'],
    ['https://user:pw@8.8.8.8/', 'http'],
    ['mqtt://10.0.0.1', 'mqtt'],
    ['mqtt://2130706434', 'mqtt'],
    ['mqtts://[fe80::1]', 'mqtt'],
    ['mqtt://169.254.169.254', 'mqtt'],
    ['mqtt://user:pw@8.8.8.8', 'mqtt'],
    ['https://8.8.8.8/', 'mqtt'],
    ['wss://8.8.8.8/', 'mqtt'],
    ['broker', 'mqtt'],
  ] as const)('the address %s by %s', async (url, kind) => {
    const target = kind === 'http' ? httpTarget(url) : mqttTarget({ url });
    await expect(ada.call('addForwardTarget', { target })).rejects.toMatchObject({
      errorName: 'forward-address-refused',
    });
  });

  test.each(['', 'a/#', 'a/+/b', '$SYS/x', 'a\nb', 'x'.repeat(201)])('the topic %j', async (topic) => {
    await expect(ada.call('addForwardTarget', { target: mqttTarget({ topic }) })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test.each(['two words', 'line\r\nX-Injected: 1', '令牌'])('the token %j', async (password) => {
    const target = httpTarget('https://8.8.8.8/');
    await expect(ada.call('addForwardTarget', { target, password })).rejects.toMatchObject({
      errorName: 'forward-token-invalid',
    });
  });

  test('a new address with the stored password, and another kind', async () => {
    const target = mqttTarget();
    const { targetId } = await ada.call('addForwardTarget', { target, password: 'x' });
    const elsewhere = mqttTarget({ url: 'mqtts://8.8.4.4' });
    await expect(ada.call('editForwardTarget', { targetId, target: elsewhere })).rejects.toMatchObject({
      errorName: 'forward-password-required',
    });
    await ada.call('editForwardTarget', { targetId, target: elsewhere, password: 'y' });
    await expect(
      ada.call('editForwardTarget', { targetId, target: httpTarget('https://8.8.8.8/'), password: null }),
    ).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('groups and devices of other accounts', async () => {
    const foreign = await world.account('foreign');
    const trackerId = await foreign.tracker(`1374000${String(count).padStart(4, '0')}`);
    const scoped = (scope: ForwardTargetForm['scope']) =>
      ada.call('addForwardTarget', { target: httpTarget('https://8.8.8.8/', { scope }) });
    await expect(scoped({ type: 'trackers', trackerIds: [trackerId] })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    await expect(scoped({ type: 'groups', groupIds: [2_000_000] })).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
  });

  test('more targets than the limit', async () => {
    const add = () => ada.call('addForwardTarget', { target: httpTarget('https://8.8.8.8/') });
    for (let made = 0; made < LIMITS.forwardTargetsPerAccount; made += 1) await add();
    await expect(add()).rejects.toMatchObject({ errorName: 'forward-target-limit' });
  });
});
