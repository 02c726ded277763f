import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { freePorts } from '../../testing/free-ports.ts';
import type { ClaimedPart } from '../queue/gateway.ts';
import { createIridiumHttp } from './iridium-http.ts';

const IMEI = '300234063904190';
const PART: ClaimedPart = {
  partId: 7,
  messageId: 1,
  accountId: 1,
  gateway: 'iridium-http',
  lane: `iridium-http ${IMEI}`,
  receiver: IMEI,
  sender: 'captain',
  terminalName: 'Gull',
  text: '港 hi',
  urgent: false,
  replyToken: null,
  place: null,
  pause: null,
  attempt: 1,
};
/** `printf '港 hi' | xxd -p -u` */
const PAYLOAD = 'E6B8AF206869';

let service: Server;
let url = '';
let response = { status: 200, body: 'OK,12345' };
const requests: string[] = [];

beforeAll(async () => {
  service = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push(`${request.method} ${request.url} ${body}`);
    reply.writeHead(response.status).end(response.body);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

function gatewayOf(environment: Record<string, string>) {
  const { iridiumHttp } = readConfig(environment);
  if (iridiumHttp === null) throw new Error('not configured');
  return createIridiumHttp(iridiumHttp);
}

const rockblock = () =>
  gatewayOf({
    WAKELINE_IRIDIUM_HTTP_URL: `${url}/rockblock/MT`,
    WAKELINE_IRIDIUM_HTTP_HEADERS: '{"content-type":"application/x-www-form-urlencoded"}',
    WAKELINE_IRIDIUM_HTTP_BODY: 'imei={imei}&username=boats&password=p&data={payload}',
    WAKELINE_IRIDIUM_HTTP_SUCCESS: 'OK,',
  });

test('sends the payload in hexadecimal, as RockBLOCK expects it', async () => {
  response = { status: 200, body: 'OK,12345' };
  expect(await rockblock().send(PART)).toEqual({
    state: 'accepted',
    providerId: null,
    detail: '200 OK,12345',
  });
  expect(requests.at(-1)).toBe(`POST /rockblock/MT imei=${IMEI}&username=boats&password=p&data=${PAYLOAD}`);
});

test('sends the identifier of the terminal, as Cloudloop expects it', async () => {
  const gateway = gatewayOf({
    WAKELINE_IRIDIUM_HTTP_URL: `${url}/Data/DoSendSbdMessage?thing={identifier}&message={payload}`,
    WAKELINE_IRIDIUM_HTTP_IDENTIFIERS: `{"${IMEI}":"yQmvVPGn"}`,
  });
  response = { status: 200, body: '{"id":"1"}' };
  expect(await gateway.send(PART)).toMatchObject({ state: 'accepted' });
  expect(requests.at(-1)).toBe(`POST /Data/DoSendSbdMessage?thing=yQmvVPGn&message=${PAYLOAD} `);
  const before = requests.length;
  expect(await gateway.send({ ...PART, receiver: '300234063904199' })).toMatchObject({
    state: 'failed',
    reason: 'unknown-receiver',
  });
  expect(requests.length).toBe(before);
});

test.each([
  [200, 'FAILED,10,Invalid login credentials', { state: 'failed', reason: 'gateway-refused' }],
  [400, 'no', { state: 'failed', reason: 'gateway-refused' }],
  [401, 'no', { state: 'waiting', reason: 'offline' }],
  [429, 'later', { state: 'waiting', reason: 'busy' }],
  [500, 'error', { state: 'failed', reason: 'unknown-arrival' }],
  [503, 'later', { state: 'waiting', reason: 'busy' }],
])('response %i %s', async (status, body, outcome) => {
  response = { status, body };
  expect(await rockblock().send(PART)).toEqual({ ...outcome, detail: `${status} ${body}` });
});

test('waits without a connection', async () => {
  const [port = 0] = await freePorts(1);
  const gateway = gatewayOf({ WAKELINE_IRIDIUM_HTTP_URL: `http://127.0.0.1:${port}/{imei}/{payload}` });
  expect(await gateway.send(PART)).toEqual({ state: 'waiting', reason: 'offline', detail: 'ECONNREFUSED' });
  expect(await gateway.check()).toMatchObject({ isWorking: false });
  expect(await rockblock().check()).toMatchObject({ isWorking: true });
});

test.each([
  [{ WAKELINE_IRIDIUM_HTTP_URL: 'https://sbd.example/{payload}' }, '{imei} or {identifier} is required'],
  [{ WAKELINE_IRIDIUM_HTTP_URL: 'https://sbd.example/{imei}' }, '{payload} is required'],
  [{ WAKELINE_IRIDIUM_HTTP_URL: 'https://sbd.example/{identifier}/{payload}' }, 'IDENTIFIERS: required'],
  [{ WAKELINE_IRIDIUM_HTTP_URL: 'https://sbd.example/{imei}/{payload}/{x}' }, 'unknown placeholder {x}'],
  [{ WAKELINE_IRIDIUM_HTTP_BODY: '{payload}' }, 'WAKELINE_IRIDIUM_HTTP_URL: required with'],
  [{ WAKELINE_IRIDIUM_HTTP_IDENTIFIERS: '{"1":"x"}' }, 'is not a JSON object'],
  [{ WAKELINE_IRIDIUM_DIRECTIP: 'sbd.example' }, 'is not an address such as 192.0.2.10:10800'],
  [{ WAKELINE_IRIDIUM_POSITION: 'latitude@0:i32' }, 'is not a template'],
  [{ WAKELINE_IRIDIUM_PUSH_HEADER: 'x-secret' }, 'WAKELINE_IRIDIUM_PUSH_SECRET: required with'],
  [{ WAKELINE_INREACH_URL: 'https://inreach.example/path' }, 'is not a URL such as'],
  [
    { WAKELINE_INREACH_URL: 'https://inreach.example' },
    'WAKELINE_INREACH_USER: required with WAKELINE_INREACH_URL',
  ],
])('refuses the configuration %j', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(problem);
});
