import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoingGuard } from '../../outgoing/guard.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { createSender } from './create-sender.ts';

let server: WebhookServer;

beforeAll(async () => {
  server = await WebhookServer.start();
});
afterAll(() => server.stop());

/** Sends a message to a URL; nothing but this machine is allowed, unless `networks` says otherwise. */
function send(url: string, networks: readonly string[] = ['127.0.0.1'], timeoutMs = 30_000) {
  const sender = createSender({
    guard: createOutgoingGuard(networks),
    seal: { seal: (text) => Buffer.from(text), open: () => null },
    secret: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    clock: new TestClock(0),
    timeoutMs,
  });
  const target = {
    target_id: 7,
    kind: 'http',
    url,
    topic: null,
    protocol_version: null,
    user_name: null,
    sealed_password: null,
    secret_version: 0,
  } as const;
  return sender.send(target, { key: 'f7.1', body: '{}' });
}

test.each(['http://127.0.0.1:1/', 'http://localhost:1/', 'http://10.1.2.3/', 'http://[::ffff:127.0.0.1]:1/'])(
  'sends nothing to %s',
  async (url) => {
    expect(await send(url, [])).toEqual({ state: 'refused', reason: 'address-refused', detail: '' });
  },
);

describe('counts as not accepted', () => {
  test('a redirect, which is not followed', async () => {
    server.responses.set('/moved', { status: 307 });
    expect(await send(`${server.url}/moved`)).toMatchObject({ reason: 'redirected', detail: '307' });
    expect(server.at('/elsewhere')).toEqual([]);
  });

  test.each([
    [400, 'rejected'],
    [410, 'gone'],
    [429, 'busy'],
  ] as const)('a response %i', async (status, reason) => {
    server.responses.set(`/${status}`, { status, text: 'no' });
    expect(await send(`${server.url}/${status}`)).toMatchObject({ reason, detail: `${status} no` });
  });

  test('a request that is never answered', async () => {
    server.responses.set('/never', 'never');
    expect(await send(`${server.url}/never`, ['127.0.0.1'], 50)).toMatchObject({ reason: 'timeout' });
  });

  test('the beginning of an endless response', async () => {
    server.responses.set('/long', { status: 500, text: 'x'.repeat(1_000_000) });
    const sent = await send(`${server.url}/long`);
    expect(sent).toMatchObject({ reason: 'busy' });
    expect(JSON.stringify(sent).length).toBeLessThan(400);
  });
});
