import { afterEach, expect, test } from 'vitest';
import { serveHttp } from './http-peer.ts';
import { pushWechat, serveWechat, type WechatDelivery } from './wechat-service.ts';

const HOST = '127.0.0.1';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('delivers messages to users who wrote within 48 hours, up to 20', async () => {
  const messages: WechatDelivery[] = [];
  let now = 0;
  const service = await serveWechat(HOST, {
    appId: 'wx1',
    appSecret: 'secret',
    now: () => now,
    onMessage: (message) => messages.push(message),
  });
  closers.push(() => service.close());
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`http://${HOST}:${service.port}${path}`, init)).json();
  };
  const giveToken = (secret: string) =>
    post('/cgi-bin/stable_token', { grant_type: 'client_credential', appid: 'wx1', secret });
  expect(await giveToken('wrong')).toMatchObject({ errcode: 40125 });
  const { access_token: token } = (await giveToken('secret')) as { access_token: string };
  const send = (content: string) =>
    post(`/cgi-bin/message/custom/send?access_token=${token}`, {
      touser: 'user',
      msgtype: 'text',
      text: { content },
    });
  expect(await send('Hello')).toMatchObject({ errcode: 45015 });
  service.noteWritten('user');
  expect(await send('已到港')).toMatchObject({ errcode: 0 });
  expect(messages).toEqual([{ openId: 'user', text: '已到港' }]);
  for (let count = 2; count <= 20; count++) await send('Hello');
  expect(await send('Hello')).toMatchObject({ errcode: 45047 });
  service.noteWritten('user');
  now = 48 * 3_600_000 + 1;
  expect(await send('Hello')).toMatchObject({ errcode: 45015 });
  service.endToken();
  expect(await send('Hello')).toMatchObject({ errcode: 42001 });
});

test('posts what a user wrote, signed', async () => {
  const requests: { readonly query: Record<string, string>; readonly body: string }[] = [];
  const server = await serveHttp(HOST, ({ url, body }) => {
    requests.push({ query: Object.fromEntries(url.searchParams), body });
    return { status: 200, body: 'success' };
  });
  closers.push(() => server.close());
  const url = `http://${HOST}:${server.port}/service/wechat`;
  await pushWechat({
    url,
    token: 'token',
    openId: 'user',
    text: 'Come ]]> home',
    msgId: '1',
    now: 1_700_000_000_000,
  });
  const [request] = requests;
  expect(request?.query).toMatchObject({ timestamp: '1700000000', openid: 'user' });
  expect(request?.query.signature).toMatch(/^[0-9a-f]{40}$/);
  expect(request?.body).toContain('<Content><![CDATA[Come ]]]]><![CDATA[> home]]></Content><MsgId>1</MsgId>');
});
