import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoingGuard } from '../../outgoing/guard.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import type { RecipientRow } from '../recipients.ts';
import type { OutgoingMessage } from './channel.ts';
import { createWebhookChannel, signWebhook } from './webhook.ts';

let server: WebhookServer;

beforeAll(async () => {
  server = await WebhookServer.start();
});
afterAll(() => server.stop());

const MESSAGE: OutgoingMessage = {
  key: 'n1.7.r2.webhook',
  subject: '',
  lines: [],
  short: '',
  sysName: '',
  data: { type: 'test' },
  code: null,
  links: [],
  attachments: [],
  unsubscribe: null,
  messageId: null,
};

/** Sends a message to a URL; nothing but this machine is allowed, unless `networks` says otherwise. */
function send(url: string, networks: readonly string[] = ['127.0.0.1'], timeoutMs = 30_000) {
  const channel = createWebhookChannel({
    guard: createOutgoingGuard(networks),
    secret: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    clock: new TestClock(0),
    timeoutMs,
  });
  const recipient = { recipient_id: 2, secret_version: 0, url } as RecipientRow;
  return channel.send(recipient, MESSAGE);
}

test('signs as the example of the libraries of Standard Webhooks does', () => {
  // github.com/standard-webhooks/standard-webhooks, libraries/javascript: the test of the signature.
  const signature = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    key: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('sends nothing', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433:1/',
    'http://[::ffff:127.0.0.1]:1/',
  ])('to %s', async (url) => {
    expect(await send(url, [])).toEqual({ state: 'refused', reason: 'address-refused', detail: '' });
  });
});

describe('judges the response', () => {
  test.each([
    [200, { state: 'delivered' }],
    [204, { state: 'delivered' }],
    [302, { state: 'refused', reason: 'redirected', detail: '302' }],
    [400, { state: 'retry', reason: 'rejected', detail: '400 no' }],
    [410, { state: 'refused', reason: 'gone', detail: '410 no' }],
    [429, { state: 'retry', reason: 'busy', detail: '429 no' }],
    [503, { state: 'retry', reason: 'busy', detail: '503 no' }],
  ] as const)('%i', async (status, outcome) => {
    server.responses.set(`/${status}`, { status, text: status === 204 ? '' : 'no' });
    expect(await send(`${server.url}/${status}`)).toEqual(outcome);
    // A redirect is not followed.
    expect(server.at('/elsewhere')).toEqual([]);
  });

  test('and stores the beginning of a long one', async () => {
    server.responses.set('/long', { status: 500, text: 'x\0\n'.repeat(1_000_000) });
    const outcome = await send(`${server.url}/long`);
    expect(outcome).toEqual({
      state: 'retry',
      reason: 'busy',
      detail: expect.stringMatching(/^500 (x )+x?$/),
    });
    expect(JSON.stringify(outcome).length).toBeLessThan(400);
  });
});

test('ends a request that is never answered', async () => {
  server.responses.set('/never', 'never');
  expect(await send(`${server.url}/never`, ['127.0.0.1'], 50)).toMatchObject({
    state: 'retry',
    reason: 'timeout',
  });
});

test('reports a closed port', async () => {
  const closed = await WebhookServer.start();
  const { url } = closed;
  closed.stop();
  expect(await send(url)).toEqual({ state: 'retry', reason: 'connection-failed', detail: 'ECONNREFUSED' });
});
