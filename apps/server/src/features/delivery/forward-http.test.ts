import { createHmac } from 'node:crypto';
import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectReporter,
  type ForwardedBody,
  httpTarget,
  positionTimes,
  targetWhen,
  untilForwarding,
} from '../../forwarding/testing/forwarded.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { startWorld, type World } from '../../testing/world.ts';

let server: WebhookServer;
let world: World;

beforeAll(async () => {
  server = await WebhookServer.start();
  world = await startWorld({ environment: { WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' } });
});
afterAll(async () => {
  // First, so that no request waits for its response.
  server.stop();
  await world.stop();
});

let count = 0;

/** An account with a target at a path of its own, and a device whose positions arrive there. */
async function createTarget(form: Partial<ForwardTargetForm> = {}, password?: string) {
  count += 1;
  const account = await world.account(`archive ${count}`);
  const ada = await account.person(`ada ${count}`);
  const path = `/archive${count}`;
  const gull = await connectReporter(world, account, `1370000${String(count).padStart(4, '0')}`, 'Gull');
  const target = httpTarget(`${server.url}${path}`, form);
  const { targetId } = await ada.call('addForwardTarget', {
    target,
    ...(password !== undefined && { password }),
  });
  await untilForwarding(world, gull, () => server.at(path).length > 0);
  await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
  return { account, ada, path, gull, target, targetId, from: world.clock.now() - 600_000 };
}

function bodiesAt(path: string): readonly ForwardedBody[] {
  return server.at(path).map(({ body }) => JSON.parse(body) as ForwardedBody);
}

/** Messages with positions from a time on, when they contain this number. */
async function bodiesWith(path: string, from: number, positions: number): Promise<readonly ForwardedBody[]> {
  return eventually(`${positions} positions at ${path}`, () => {
    const bodies = bodiesAt(path);
    return positionTimes(bodies, from).length >= positions && bodies;
  });
}

test('posts positions and events as signed JSON with the names of the contract', async () => {
  const { ada, path, gull, targetId, from } = await createTarget({}, 'tok/en==');
  await gull.send(from, {
    fix: { latitude: 36.0601234, longitude: 120.38, altitude: 12, speed: 36, course: 45 },
    alarms: ['OUTAGE'],
  });
  const event = await eventually('the event', () =>
    bodiesAt(path)
      .flatMap(({ events }) => events)
      .find(({ kind }) => kind === 'alarm'),
  );
  expect(event).toEqual({
    trackerId: gull.trackerId,
    trackerName: 'Gull',
    imei: gull.imei,
    time: from,
    kind: 'alarm',
    ref: 6,
    location: { latitude: 36.060123, longitude: 120.38 },
    since: null,
    msgType: 'OUTAGE',
    fenceId: null,
    fenceName: null,
    metres: null,
    electricity: null,
  });
  const bodies = await bodiesWith(path, from, 1);
  const position = bodies.flatMap(({ positions }) => positions).find(({ time }) => time === from);
  // JT/T 808 sends coordinates in 1e-6 degrees, and neither battery nor accuracy.
  expect(position).toMatchObject({
    trackerId: gull.trackerId,
    trackerName: 'Gull',
    imei: gull.imei,
    receivedTime: world.clock.now(),
    late: false,
    latitude: 36.060123,
    longitude: 120.38,
    altitude: 12,
    speed: 36,
    direction: 45,
    accuracy: null,
    electricity: null,
    alarms: ['OUTAGE'],
  });

  const { headers, body } = server.at(path).at(-1) ?? {};
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer tok/en==',
    'idempotency-key': headers?.['webhook-id'],
  });
  expect(headers?.['webhook-id']).toMatch(new RegExp(`^f${targetId}\\.\\d+$`));
  expect(JSON.parse(body ?? '')).toMatchObject({ id: headers?.['webhook-id'], type: 'data' });
  // Standard Webhooks 1.0, "Signature scheme": base64 of HMAC-SHA-256 over id, timestamp and body, joined by dots.
  const { secret } = await targetWhen(ada, 'the target', () => true);
  const key = Buffer.from((secret ?? '').slice('whsec_'.length), 'base64');
  const signed = `${headers?.['webhook-id']}.${headers?.['webhook-timestamp']}.${body}`;
  expect(headers?.['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
});

test('keeps what a target does not accept, repeats it with the same key, and sends all in order', async () => {
  const { ada, path, gull, from } = await createTarget();
  server.responses.set(path, { status: 503, text: 'maintenance' });
  await gull.send(from);
  const failing = await targetWhen(ada, 'a failed attempt', ({ reason }) => reason !== null);
  expect(failing).toMatchObject({ reason: 'busy', detail: '503 maintenance', failedTime: world.clock.now() });
  for (let at = 1; at <= 20; at += 1) await gull.send(from + at * 1_000);
  const [attempt] = server.at(path).slice(-1);

  server.responses.delete(path);
  const before = await targetWhen(ada, 'all that waits', ({ waiting }) => waiting === 21);
  expect(before).toMatchObject({ waitingSince: world.clock.now(), nextTime: world.clock.now() + 5_000 });
  world.clock.advance(5_000);
  const after = await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
  expect(after).toMatchObject({ reason: null, detail: '', sentTime: world.clock.now(), dropped: 0 });
  expect(after.sent - before.sent).toBe(21);
  // The refused message, its repetition, and one with all others.
  const [refused, repeated, rest] = server.at(path).slice(-3);
  expect(refused).toEqual(attempt);
  expect(repeated?.headers['webhook-id']).toBe(refused?.headers['webhook-id']);
  expect(repeated?.body).toBe(refused?.body);
  const accepted = [repeated, rest].map((request) => JSON.parse(request?.body ?? '') as ForwardedBody);
  expect(positionTimes(accepted, from)).toEqual(Array.from({ length: 21 }, (_, at) => from + at * 1_000));
});

test('forwards a late report once, with its time, and no repeated one', async () => {
  const { path, gull, from } = await createTarget();
  await gull.send(from + 60_000);
  await gull.send(from);
  await gull.send(from + 60_000);
  await gull.send(from);
  await gull.send(from + 120_000);
  const bodies = await bodiesWith(path, from, 3);
  const positions = bodies.flatMap(({ positions }) => positions).filter(({ time }) => time >= from);
  expect(positions.map(({ time, late }) => [time, late])).toEqual([
    [from + 60_000, false],
    [from, true],
    [from + 120_000, false],
  ]);
});

test('forwards only what a target selects, and nothing of another account', async () => {
  const { account, ada, path, gull, from } = await createTarget({ contents: ['positions'] });
  const { groupId } = await ada.call('createGroup', { groupName: 'Fleet' });
  const { groupId: subgroup } = await ada.call('createGroup', { groupName: 'Pilots', parentId: groupId });
  const tern = await connectReporter(
    world,
    account,
    `1371000${String(count).padStart(4, '0')}`,
    'Tern',
    subgroup,
  );
  const scopes: readonly ForwardTargetForm['scope'][] = [
    { type: 'groups', groupIds: [groupId] },
    { type: 'trackers', trackerIds: [tern.trackerId] },
  ];
  // The engine has read both when the one that was added last gets something.
  for (const [at, scope] of [...scopes.entries()].toReversed()) {
    const target = httpTarget(`${server.url}${path}.${at}`, {
      contents: at === 0 ? ['positions', 'events'] : ['events'],
      scope,
    });
    await ada.call('addForwardTarget', { target });
  }
  await untilForwarding(world, tern, () => server.at(`${path}.0`).length > 0);
  const other = await createTarget();
  await other.gull.send(from);
  await gull.send(from, { alarms: ['OUTAGE'] });
  await tern.send(from, { alarms: ['OUTAGE'] });
  await eventually('the event of one device', () =>
    bodiesAt(`${path}.1`).some(({ events }) => events.length > 0),
  );
  await bodiesWith(`${path}.0`, from, 1);
  await bodiesWith(path, from, 2);
  await bodiesWith(other.path, from, 1);

  const idsAt = (where: string) => {
    const bodies = bodiesAt(where);
    return {
      positions: [...new Set(bodies.flatMap(({ positions }) => positions.map(({ trackerId }) => trackerId)))],
      events: [...new Set(bodies.flatMap(({ events }) => events.map(({ trackerId }) => trackerId)))],
    };
  };
  expect(idsAt(path)).toEqual({ positions: [gull.trackerId, tern.trackerId], events: [] });
  expect(idsAt(`${path}.0`)).toEqual({ positions: [tern.trackerId], events: [tern.trackerId] });
  expect(idsAt(`${path}.1`)).toEqual({ positions: [], events: [tern.trackerId] });
  expect(idsAt(other.path).positions).toEqual([other.gull.trackerId]);
});

test('stores nothing for a disabled target, and drops what waited', async () => {
  const { ada, path, gull, target, targetId, from } = await createTarget();
  server.responses.set(path, { status: 500 });
  await gull.send(from);
  await targetWhen(ada, 'a failed attempt', ({ reason }) => reason !== null);
  await ada.call('editForwardTarget', { targetId, target: { ...target, enabled: false } });
  const requests = server.at(path).length;
  server.responses.delete(path);
  for (let at = 1; at <= 3; at += 1) await gull.send(from + at * 1_000);
  const state = await targetWhen(ada, 'the target', () => true);
  expect(state).toMatchObject({ waiting: 0, waitingSince: null, reason: null, nextTime: null });
  world.clock.advance(60_000);
  expect(server.at(path)).toHaveLength(requests);

  await ada.call('editForwardTarget', { targetId, target });
  await untilForwarding(world, gull, () => server.at(path).length > requests);
  expect(positionTimes(bodiesAt(path).slice(requests), from)).toEqual([]);
});

test('sends nothing more of a device that was removed or transferred', async () => {
  const { account, ada, path, gull, from } = await createTarget();
  const tern = await connectReporter(world, account, `1372000${String(count).padStart(4, '0')}`, 'Tern');
  const skua = await connectReporter(world, account, `1373000${String(count).padStart(4, '0')}`, 'Skua');
  server.responses.set(path, { status: 500 });
  for (const reporter of [gull, tern, skua]) await reporter.send(from);
  await targetWhen(ada, 'a failed attempt', ({ reason }) => reason !== null);
  await ada.call('removeTracker', { trackerId: gull.trackerId });
  const other = await world.account(`of skua ${count}`);
  await world.database.db
    .updateTable('tracker')
    .set({ account_id: other.accountId })
    .where('tracker_id', '=', skua.trackerId)
    .execute();
  const refused = server.at(path).length;
  server.responses.delete(path);
  world.clock.advance(5_000);
  await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
  const bodies = bodiesAt(path).slice(refused);
  expect(bodies.flatMap(({ positions }) => positions.map(({ trackerId }) => trackerId))).toEqual([
    tern.trackerId,
  ]);
});

test('a target that never responds delays no other', async () => {
  const { ada, path, gull, from } = await createTarget();
  server.responses.set(`${path}.never`, 'never');
  await ada.call('addForwardTarget', {
    target: httpTarget(`${server.url}${path}.never`, { targetName: 'B' }),
  });
  await untilForwarding(world, gull, () => server.at(`${path}.never`).length > 0);
  for (let at = 0; at < 5; at += 1) await gull.send(from + at * 1_000);
  expect(positionTimes(await bodiesWith(path, from, 5), from)).toHaveLength(5);
  expect(server.at(`${path}.never`)).toHaveLength(1);
});
