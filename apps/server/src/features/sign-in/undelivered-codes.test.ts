import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@wakeline/client/client';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** A gateway for text messages that can be made to fail. */
const gateway = createServer((request, response) => {
  received.push(new URL(request.url ?? '', 'http://gateway').searchParams.get('to') ?? '');
  response.writeHead(isGatewayUp ? 200 : 500).end();
});
const received: string[] = [];
let isGatewayUp = true;

let world: World;
let ada: Person;

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  world = await startWorld({
    environment: { WAKELINE_SMS_URL: `http://127.0.0.1:${port}/send?to={phone}&text={text}` },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  await world.stop();
  gateway.close();
});

test('reports an undelivered code to a signed-in user, who can retry at once', async () => {
  const payload = { phone: '13500000001', type: CODE_TYPES.bindPhone };
  isGatewayUp = false;
  await expect(ada.call('sendLoginCode', payload)).rejects.toMatchObject({ errorName: 'message-not-sent' });
  isGatewayUp = true;
  await ada.call('sendLoginCode', payload);
  expect(received).toEqual([payload.phone, payload.phone]);
  await expect(ada.call('sendLoginCode', payload)).rejects.toMatchObject({ errorName: 'code-too-soon' });
  expect(await world.textMessages.count(payload.phone)).toBe(0);
});

test('does not report it for sign-in codes, which would reveal known phones', async () => {
  const visitor = createClient({ baseUrl: world.url, prefix: world.prefix });
  const [known, unknown] = ['13500000002', '13500000003'];
  await world.database.db
    .updateTable('app_user')
    .set({ phone: known })
    .where('user_id', '=', ada.userId)
    .execute();
  isGatewayUp = false;
  for (const phone of [known, unknown]) {
    expect(await visitor.call('sendLoginCode', { phone, type: CODE_TYPES.login })).toEqual({ seconds: 60 });
  }
  await expect.poll(() => received, { timeout: 30_000 }).toContain(known);
  expect(received).not.toContain(unknown);
});
