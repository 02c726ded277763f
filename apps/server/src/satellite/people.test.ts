import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { MailServer } from '../testing/mail-server.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { type JsonService, startJsonService } from './testing/json-service.ts';
import { addContact, addTerminal, newest, readMessages, type Terminal, write } from './testing/terminals.ts';

const SECRET = '5f2b8c1e9d7a4036';
const TOKEN = 'callback token';
const GATEWAY = 'data@sbd.example.com';
const HOUR = 3_600_000;

let mails: MailServer;
let sms: JsonService;
let wechat: JsonService;
let weibo: JsonService;
let weather: JsonService;
let world: World;
let account: WorldAccount;
let ada: Person;
let gull: Terminal;
let count = 0;
let phone = '';
let openId = '';
/** Responses of the services; a number is a status. */
let smsResponse: object | number = {};
let weiboResponse: object | number;
let weatherStatus = 200;
/** Codes with which WeChat answers the next messages. */
let wechatCodes: number[] = [];

beforeAll(async () => {
  mails = await MailServer.start();
  sms = await startJsonService(() => smsResponse);
  let tokens = 0;
  wechat = await startJsonService(({ path, query, body }) => {
    if (path === '/cgi-bin/stable_token') {
      if (JSON.parse(body).secret !== 'secret') return { errcode: 40125, errmsg: 'invalid appsecret' };
      if (tokens === 0 || JSON.parse(body).force_refresh) tokens += 1;
      return { access_token: `token ${tokens}`, expires_in: 7200 };
    }
    if (query.get('access_token') !== `token ${tokens}`) return { errcode: 42001, errmsg: 'expired' };
    const code = wechatCodes.shift() ?? 0;
    return { errcode: code, errmsg: code === 0 ? 'ok' : 'refused' };
  });
  weibo = await startJsonService(() => weiboResponse);
  weather = await startJsonService(({ query }) => {
    if (weatherStatus !== 200) return weatherStatus;
    return {
      daily_units: { wind_speed_10m_max: 'm/s', wind_gusts_10m_max: 'm/s' },
      // The wind is the latitude: each position has its own.
      daily: { wind_speed_10m_max: [Number(query.get('latitude'))], wind_direction_10m_dominant: [90] },
    };
  });
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: mails.url,
      WAKELINE_SMTP_FROM: 'alerts@boats.example',
      WAKELINE_IRIDIUM_EMAIL: GATEWAY,
      WAKELINE_SMS_URL: `${sms.url}/send?to={phone}&text={text}`,
      WAKELINE_SMS_INBOUND_SECRET: SECRET,
      WAKELINE_SMS_INBOUND_FIELDS: '{"phone":"mobile","text":"content","id":"msgId","card":"dest_code"}',
      WAKELINE_WECHAT_APP_ID: 'wx1',
      WAKELINE_WECHAT_APP_SECRET: 'secret',
      WAKELINE_WECHAT_TOKEN: TOKEN,
      WAKELINE_WECHAT_API_URL: wechat.url,
      WAKELINE_WEIBO_ACCESS_TOKEN: 'weibo token',
      WAKELINE_WEIBO_LINK: 'https://boats.example/',
      WAKELINE_WEIBO_API_URL: weibo.url,
      WAKELINE_WEATHER_URL: `${weather.url}/v1/forecast?latitude={lat}&longitude={lon}`,
    },
  });
});
afterAll(async () => {
  await world.stop();
  for (const service of [sms, wechat, weibo, weather]) service.stop();
  await mails.stop();
});
beforeEach(async () => {
  count += 1;
  smsResponse = {};
  weiboResponse = { idstr: '5'.repeat(16) };
  weatherStatus = 200;
  wechatCodes = [];
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
  gull = await addTerminal(ada, `Gull${count}`);
  phone = String(13_800_138_000 + count);
  openId = `o6_bmjrPTlm6_2sgVt7hMZOPfL${count}`;
});

/** Texts that were sent to a terminal, as attachments of e-mails to its gateway. */
function sentTo({ imei }: Terminal): readonly string[] {
  return mails
    .to(GATEWAY)
    .filter(({ text }) => text.includes(`Subject: ${imei}`))
    .map(({ text }) => {
      const body = text.slice(text.indexOf('message.sbd')).split('\r\n\r\n')[1] ?? '';
      return Buffer.from(body.split('--')[0] ?? '', 'base64').toString();
    });
}

const texts = (to: string) =>
  sms.requests.filter(({ query }) => query.get('to') === to).map(({ query }) => query.get('text'));

async function outcomes(metric: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`${metric}\\{.*outcome="([\\w-]+)"\\} (\\d+)`, 'g'));
  return Object.fromEntries([...lines].map(([, outcome, number]) => [outcome, Number(number)]));
}

/** What `work` adds to a metric. */
async function counted(metric: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await outcomes(metric);
  await work();
  const after = Object.entries(await outcomes(metric)).map(([name, number]) => [
    name,
    number - (before[name] ?? 0),
  ]);
  return Object.fromEntries(after.filter(([, number]) => number !== 0));
}

describe('text messages', () => {
  let ids = 0;
  const deliver = (content: string, mobile = `+86${phone}`, more: object = {}) =>
    world.post('inbound-sms', {
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mobile, content, msgId: `m${++ids}`, ...more }),
    });

  test('go to a phone, and its reply goes back to the terminal', async () => {
    await addContact(world, account.accountId, { kind: 'phone', address: phone });
    await write(world, gull, `+86${phone} 已到港`);
    expect(await newest(world, account.accountId, 'accepted')).toMatchObject({
      type: 'terminal-to-phone',
      receiver: phone,
    });
    expect(texts(phone)).toEqual([`Gull${count}: 已到港`]);
    expect(await counted('wakeline_inbound_sms_total', () => deliver('Come home'))).toEqual({
      'terminal-stored': 1,
    });
    const reply = await newest(world, account.accountId, 'accepted');
    expect(reply).toMatchObject({ type: 'phone-to-terminal', sender: phone, content: 'Come home' });
    expect(sentTo(gull)).toEqual(['Come home']);
  });

  test('name a terminal by its card, in the text or by the extension code', async () => {
    await addContact(world, account.accountId, { kind: 'phone', address: phone });
    await deliver(`#${gull.imei} one`, phone);
    await deliver('two', `0086${phone}`, { dest_code: gull.imei });
    await eventually('both', () => sentTo(gull).length === 2);
    expect(sentTo(gull).toSorted()).toEqual(['one', 'two']);
    // Without either, nothing says which terminal it is for.
    expect(await counted('wakeline_inbound_sms_total', () => deliver('three', phone))).toEqual({
      'terminal-no-terminal': 1,
    });
  });

  test('of unknown senders are refused as those of unknown devices', async () => {
    const work = () => deliver(`#${gull.imei} one`, phone);
    expect(await counted('wakeline_inbound_sms_total', work)).toEqual({ 'unknown-number': 1 });
    expect(await readMessages(world, account.accountId)).toEqual([]);
  });

  test.each([
    [503, 'waiting', 'busy'],
    [500, 'failed', 'unknown-arrival'],
    [403, 'failed', 'gateway-refused'],
  ] as const)('that the gateway answers with %d are %s: %s', async (status, state, reason) => {
    smsResponse = status;
    await write(world, gull, `${phone} Hello`);
    await eventually('the reason', async () =>
      (await readMessages(world, account.accountId)).some((message) => message.reason === reason),
    );
    expect(await newest(world, account.accountId, state)).toMatchObject({ reason });
  });
});

describe('WeChat', () => {
  let ids = 0;
  const xml = (fields: Record<string, string>) =>
    `<xml>${Object.entries(fields)
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('')}</xml>`;
  const message = (Content: string, more: Record<string, string> = {}) =>
    xml({
      ToUserName: 'gh_1',
      FromUserName: openId,
      CreateTime: '1',
      MsgType: 'text',
      Content,
      MsgId: String(++ids),
      ...more,
    });
  const seconds = () => Math.floor(world.clock.now() / 1_000);

  function address({ timestamp = seconds(), nonce = `n${++ids}`, token = TOKEN, more = '' } = {}): string {
    const values = [token, String(timestamp), nonce].sort().join('');
    const signature = createHash('sha1').update(values).digest('hex');
    return `wechat?signature=${signature}&timestamp=${timestamp}&nonce=${nonce}${more}`;
  }
  async function push(body: string, to = address()): Promise<[number, string]> {
    const response = await world.post(to, { headers: { 'content-type': 'text/xml' }, body });
    return [response.status, await response.text()];
  }
  const contentOf = (reply: string) => /<Content><!\[CDATA\[(.*)\]\]><\/Content>/.exec(reply)?.[1];

  async function bind(person = ada): Promise<void> {
    const code = `CODE${String(count).padStart(4, '0')}`;
    await world.database.db
      .insertInto('satellite_bind_code')
      .values({
        code,
        account_id: account.accountId,
        user_id: person.userId,
        expires_at: new Date(world.clock.now() + HOUR),
      })
      .execute();
    const [status, reply] = await push(message(` ${code.toLowerCase()} `));
    expect([status, contentOf(reply)]).toEqual([200, expect.stringMatching(/^You are connected/)]);
  }
  const sentToUser = () =>
    wechat.requests
      .filter(({ path }) => path === '/cgi-bin/message/custom/send')
      .map(({ body }) => JSON.parse(body))
      .filter(({ touser }) => touser === openId)
      .map(({ text }) => text.content);

  test('verifies the address', async () => {
    const response = await fetch(
      `${world.url}${world.prefix}/${address({ more: '&echostr=4375120948345356249' })}`,
    );
    expect([response.status, await response.text()]).toEqual([200, '4375120948345356249']);
    const forged = await fetch(`${world.url}${world.prefix}/${address({ token: 'x', more: '&echostr=1' })}`);
    expect(forged.status).toBe(403);
  });

  test('binds a user once, brings them messages, and takes theirs', async () => {
    await bind();
    await write(world, gull, 'wx 已到港', {
      position: {
        latitude: 22.25081,
        longitude: 113.49972,
        altitude: null,
        time: null,
        speed: null,
        course: null,
      },
    });
    await newest(world, account.accountId, 'accepted');
    expect(sentToUser()).toEqual([
      `Gull${count}: 已到港\n22.2508, 113.4997\nhttps://www.openstreetmap.org/?mlat=22.2508&mlon=113.4997#map=12/22.2508/113.4997`,
    ]);
    expect(await push(message('Come home'))).toEqual([200, 'success']);
    expect(await newest(world, account.accountId, 'accepted')).toMatchObject({
      type: 'wechat-to-terminal',
      sender: openId,
      content: 'Come home',
    });
    expect(sentTo(gull)).toEqual(['Come home']);
    const other = await push(message('CODE0000', { FromUserName: 'other' }));
    expect(contentOf(other[1])).toMatch(/^您尚未绑定/);
  });

  test('renews the access token', async () => {
    await bind();
    wechatCodes = [40001];
    await write(world, gull, 'wx 1');
    await newest(world, account.accountId, 'accepted');
    expect(sentToUser()).toHaveLength(2);
    const [first, second] = wechat.requests.slice(-4).filter(({ path }) => path.endsWith('/send'));
    expect(first?.query.get('access_token')).not.toBe(second?.query.get('access_token'));
  });

  test('is not used 48 hours after the last message of the user', async () => {
    await bind();
    await world.database.db
      .updateTable('satellite_contact')
      .set({ written_at: new Date(world.clock.now() - 48 * HOUR - 1) })
      .where('address', '=', openId)
      .execute();
    await write(world, gull, 'wx late');
    expect(await newest(world, account.accountId, 'failed')).toMatchObject({ reason: 'not-allowed' });
    expect(sentToUser()).toEqual([]);
  });

  test.each([
    [45015, 'failed', 'not-allowed'],
    [45047, 'waiting', 'busy'],
    [40003, 'failed', 'unknown-receiver'],
    [48001, 'failed', 'not-permitted'],
    [40130, 'failed', 'gateway-refused'],
  ] as const)('%d leaves a message %s: %s', async (code, state, reason) => {
    await bind();
    wechatCodes = [code];
    await write(world, gull, 'wx 1');
    await eventually('the reason', async () =>
      (await readMessages(world, account.accountId)).some((one) => one.reason === reason),
    );
    expect(await newest(world, account.accountId, state)).toMatchObject({ reason });
  });

  const METRIC = 'wakeline_peer_messages_total';
  test('refuses forged, old, replayed, malformed and huge requests', async () => {
    await bind();
    await write(world, gull, 'wx 1');
    await newest(world, account.accountId, 'accepted');
    const stored = (await readMessages(world, account.accountId)).length;
    const refused = async (body: string, to: string, status: number, outcome: string) => {
      const work = async () => expect((await push(body, to))[0]).toBe(status);
      expect(await counted(METRIC, work)).toEqual({ [outcome]: 1 });
    };
    await refused(message('x'), address({ token: 'wrong' }), 403, 'forged');
    await refused(message('x'), address({ timestamp: seconds() - 601 }), 403, 'stale');
    await refused(message('x'), address({ timestamp: seconds() + 601 }), 403, 'stale');
    await refused(message('x'), 'wechat', 400, 'malformed');
    await refused(
      '<!DOCTYPE xml [<!ENTITY a "b">]><xml><Content>&a;</Content></xml>',
      address(),
      400,
      'malformed',
    );
    await refused(message('x'.repeat(70_000)), address(), 413, 'too-large');
    expect(await readMessages(world, account.accountId)).toHaveLength(stored);

    const to = address();
    const body = message('Hello');
    expect(await counted(METRIC, () => push(body, to))).toEqual({ stored: 1 });
    // The same request again is WeChat's own repetition; another text with its signature is an attack.
    expect(await push(body, to)).toEqual([200, 'success']);
    await refused(message('Sink'), to, 403, 'replayed');
    // Without the nonce, the number of the message is known.
    expect(await counted(METRIC, () => push(body))).toEqual({ duplicate: 1 });
    expect(await readMessages(world, account.accountId)).toHaveLength(stored + 1);
  });

  test('answers what it cannot pass on, and ignores events', async () => {
    await bind();
    const picture = await push(
      message('', { MsgType: 'image', Content: '' }).replace(/<Content>.*<\/Content>/, ''),
    );
    expect(contentOf(picture[1])).toBe('Only text messages can be sent.');
    expect(contentOf((await push(message('Hello')))[1])).toMatch(/^No terminal has written lately/);
    expect(contentOf((await push(message('#1234567 Hello')))[1])).toBe(
      'There is no terminal with this card number.',
    );
    expect(await push(message('', { MsgType: 'event', Event: 'unsubscribe' }))).toEqual([200, 'success']);
  });
});

describe('Weibo', () => {
  test('has a post with the link of the bound domain', async () => {
    await write(world, gull, `wb #port# ${'港'.repeat(200)}`);
    await newest(world, account.accountId, 'delivered');
    const { path, body } = weibo.requests.at(-1) ?? { path: '', body: '' };
    const form = new URLSearchParams(body);
    expect([path, form.get('access_token')]).toEqual(['/2/statuses/share.json', 'weibo token']);
    const status = form.get('status') ?? '';
    expect(status).toMatch(new RegExp(`^Gull${count}: ＃port＃ 港+… https://boats\\.example/$`));
    expect(status).toHaveLength(140);
  });

  test.each([
    [10017, 'failed', 'gateway-refused'],
    [20012, 'failed', 'too-long'],
    [10014, 'failed', 'not-permitted'],
    [21327, 'waiting', 'offline'],
    [10023, 'waiting', 'busy'],
  ] as const)('%d leaves a message %s: %s', async (code, state, reason) => {
    weiboResponse = { error: 'refused', error_code: code, request: '/2/statuses/share.json' };
    // A wait holds all posts: the next test would not see its own.
    await world.database.db.deleteFrom('satellite_lane').execute();
    await write(world, gull, 'wb 1');
    await eventually('the reason', async () =>
      (await readMessages(world, account.accountId)).some((one) => one.reason === reason),
    );
    expect(await newest(world, account.accountId, state)).toMatchObject({ reason });
    await world.database.db
      .updateTable('satellite_part')
      .set({ state: 'failed', next_at: null })
      .where('gateway', '=', 'weibo')
      .execute();
    await world.database.db.deleteFrom('satellite_lane').execute();
  });
});

describe('the weather helper', () => {
  const position = (latitude: number) => ({
    latitude,
    longitude: 120,
    altitude: null,
    time: null,
    speed: null,
    course: null,
  });
  const replies = async () =>
    (await readMessages(world, account.accountId)).filter(({ type }) => type === 'weather-to-terminal');
  const reply = (number: number) => eventually(`reply ${number}`, async () => (await replies())[number - 1]);

  test('answers for the position of the message, else of the device, else for the estimate', async () => {
    const trackerId = await account.tracker(`boat-${count}`, 'Boat');
    const tern = await addTerminal(ada, 'Tern', trackerId);
    await write(world, tern, 'tq', { position: position(12) });
    expect(await reply(1)).toMatchObject({ content: 'Today: E F6 12m/s', sender: 'weather' });
    const [question] = await readMessages(world, account.accountId);
    expect((await replies())[0]?.reply_to).toBe(question?.message_id);
    await eventually('the e-mail', () => sentTo(tern).length === 1);
    expect(sentTo(tern)).toEqual(['Today: E F6 12m/s']);
    await world.database.db
      .insertInto('tracker_state')
      .values({
        tracker_id: trackerId,
        account_id: account.accountId,
        version: 1,
        fix_time: world.clock.now() - HOUR,
        latitude: 5,
        longitude: 120,
        mileage: 0,
        status: 'ONLINE',
        memory: JSON.stringify({}),
      } as never)
      .onConflict((conflict) =>
        conflict
          .column('tracker_id')
          .doUpdateSet({ fix_time: world.clock.now() - HOUR, latitude: 5, longitude: 120 }),
      )
      .execute();
    await write(world, tern, 'weather');
    expect(await reply(2)).toMatchObject({ content: 'Today: E F3 5m/s' });
    await write(world, gull, 'weather', { estimate: { latitude: 20, longitude: 120, radius: 10 } });
    expect(await reply(3)).toMatchObject({ content: 'Today: E F8 20m/s' });
  });

  test('answers without a position that there is none, in the language of the account', async () => {
    await write(world, gull, 'tq');
    expect(await reply(1)).toMatchObject({
      content: 'Your position is not known: send it, then ask again.',
    });
    account = await world.account(`Chinese harbour ${count}`);
    const li = await account.person(`li ${count}`, { language: 'zh_CN' });
    await write(world, await addTerminal(li, 'Tern'), 'tq');
    expect(await reply(1)).toMatchObject({ content: '没有您的位置，无法查询天气。请先上报位置。' });
  });

  test('tries again while the service is down, then says so', async () => {
    weatherStatus = 503;
    const before = weather.requests.length;
    await write(world, gull, 'tq', { position: position(12) });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await eventually(`attempt ${attempt}`, () => weather.requests.length >= before + attempt);
      expect(await replies()).toEqual([]);
      await eventually('the next attempt is due', async () => {
        world.clock.advance(60_000);
        return weather.requests.length > before + attempt;
      });
    }
    await eventually('the answer', async () => {
      world.clock.advance(60_000);
      return (await replies()).length === 1;
    });
    expect((await replies())[0]?.content).toBe('The forecast is not available now. Try again later.');
  });

  test('answers a terminal six times an hour', async () => {
    for (let number = 1; number <= 7; number++) {
      await write(world, gull, 'tq');
      await reply(number);
    }
    const list = await replies();
    expect(
      list
        .map(({ reason }) => reason)
        .toSorted()
        .at(-1) ?? list.find(({ reason }) => reason === 'loop')?.reason,
    ).toBe('loop');
    expect(list.filter(({ state }) => state === 'failed')).toMatchObject([{ reason: 'loop' }]);
    world.clock.advance(HOUR + 1);
    await write(world, gull, 'tq');
    expect((await reply(8)).state).not.toBe('failed');
  });
});
