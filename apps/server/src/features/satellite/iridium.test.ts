import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { encodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import { encodeMtConfirmation } from '@wakeline/protocols/satellite/iridium/mt-confirmation';
import { decodeMtMessage, type MobileTerminated } from '@wakeline/protocols/satellite/iridium/mt-message';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { freePorts } from '../../testing/free-ports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOST = '127.0.0.1';
const SECRET = '5f2b8c1e9d7a4036';
const CONFIRMATION = '01000405000101';

/** What the gateway answers to a message to a terminal; null: it closes the connection. */
type Reply = (message: MobileTerminated) => Buffer | null;
const queued: Reply = ({ clientId, imei }) =>
  encodeMtConfirmation({ clientId, imei, automaticId: 1, place: 3, refusal: null });

let reply: Reply = queued;
const sent: MobileTerminated[] = [];
let gateway: Server;
let world: World;
let ada: Person;
let listenPort = 0;
let count = 0;
let cdr = 0;
let imei = '';
let bdUserId = 0;

beforeAll(async () => {
  gateway = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const message = decodeMtMessage(bytes);
      if (typeof message === 'string') throw new Error(message);
      sent.push(message);
      const response = reply(message);
      if (response === null) socket.destroy();
      else socket.end(response);
    });
  }).listen(0, HOST);
  await once(gateway, 'listening');
  [listenPort = 0] = await freePorts(1);
  world = await startWorld({
    environment: {
      WAKELINE_IRIDIUM_LISTEN_PORT: String(listenPort),
      WAKELINE_IRIDIUM_DIRECTIP: `${HOST}:${(gateway.address() as AddressInfo).port}`,
      WAKELINE_IRIDIUM_PUSH_SECRET: SECRET,
      WAKELINE_IRIDIUM_POSITION: 'start=A5 length=9 latitude@1:i32*1e-7 longitude@5:i32*1e-7',
    },
  });
  ada = await (await world.account('harbour')).person('ada');
  await eventually('the edge listens', async () => {
    world.clock.advance(500);
    const socket = connect({ host: HOST, port: listenPort });
    return new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    }).finally(() => socket.destroy());
  });
});
afterAll(async () => {
  await world.stop();
  gateway.close();
});
beforeEach(async () => {
  count += 1;
  reply = queued;
  imei = `30023400${String(count).padStart(6, '0')}0`;
  const form = {
    bdUserName: `Buoy${count}`,
    cardNumber: imei,
    network: 'iridium' as const,
    password: 'abc123',
  };
  const { bdUserIds } = await ada.call('createBdUsers', { bdUsers: [form] });
  bdUserId = bdUserIds[0] ?? 0;
});

function session(details: Partial<MobileOriginated> = {}): MobileOriginated {
  cdr += 1;
  return {
    imei,
    cdrReference: cdr,
    status: 'completed',
    momsn: cdr,
    mtmsn: 0,
    // In whole seconds.
    sessionTime: Math.floor(world.clock.now() / 1_000) * 1_000 - 5_000,
    location: { latitude: 36, longitude: 120, radius: 4 },
    payload: Buffer.from('已到港'),
    ...details,
  };
}

/** Sends a session by DirectIP; returns the response in hexadecimal. */
async function deliver(message: MobileOriginated): Promise<string> {
  const socket = connect({ host: HOST, port: listenPort });
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => undefined);
  socket.write(encodeMoMessage(message));
  await new Promise((resolve) => socket.on('close', resolve));
  return Buffer.concat(received).toString('hex');
}

const record = async () => (await ada.call('queryHistoryEobBdMsgs', { bdUserId })).list;
const read = (messageId: number) => ada.call('queryEobBdMsgSteps', { messageId });

async function send(content: string, urgent = false): Promise<number> {
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content, urgent });
  return messages[0]?.messageId ?? 0;
}
const reaches = (messageId: number, state: string) =>
  eventually(`message ${messageId} is ${state}`, async () => {
    const result = await read(messageId);
    return result.message.state === state ? result : null;
  });
const mtmsnOf = (text: string) => {
  const message = sent.findLast(({ payload }) => Buffer.from(payload).toString() === text);
  if (message === undefined) throw new Error(`not sent: ${text}`);
  return message.clientId;
};

describe('sessions by DirectIP', () => {
  test('are stored once, and confirmed again', async () => {
    const message = session();
    expect(await deliver(message)).toBe(CONFIRMATION);
    expect(await deliver(message)).toBe(CONFIRMATION);
    expect(await record()).toMatchObject([
      {
        type: 'terminal-to-system',
        state: 'received',
        content: '已到港',
        receivedBy: 'iridium-directip',
        sender: imei,
        writtenTime: message.sessionTime,
        place: null,
        estimate: { radius: 4 },
      },
    ]);
  });

  test('are distinguished by the CDR reference, not by their content', async () => {
    await deliver(session());
    await deliver(session());
    expect((await record()).length).toBe(2);
  });

  test('have a position if the payload is one of the template', async () => {
    // '>i' of Python: 360500000 and 1203000000.
    const payload = Buffer.from('a5157ccb2047b452c0', 'hex');
    expect(await deliver(session({ payload }))).toBe(CONFIRMATION);
    const [message] = await record();
    expect(message?.content).toBe('');
    expect(message?.place?.latitude).toBeCloseTo(36.05, 6);
    expect(message?.place?.longitude).toBeCloseTo(120.3, 6);
  });

  test('store no message for a mailbox check, a failed session and an unknown terminal', async () => {
    expect(await deliver(session({ payload: Buffer.alloc(0) }))).toBe(CONFIRMATION);
    expect(await deliver(session({ payload: Buffer.alloc(0), status: 'link-lost' }))).toBe(CONFIRMATION);
    expect(await deliver(session({ imei: '300234009999990' }))).toBe(CONFIRMATION);
    expect(await record()).toEqual([]);
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toMatch(
      /wakeline_satellite_received_total\{edge="iridium-directip",outcome="unknown-terminal"\} 1/,
    );
  });
});

describe('messages to a terminal by DirectIP', () => {
  test('are accepted with their place in the queue, and delivered by the session that has their MTMSN', async () => {
    const messageId = await send('return to port');
    const { parts, steps } = await reaches(messageId, 'accepted');
    const mtmsn = mtmsnOf('return to port');
    expect(parts).toMatchObject([{ providerId: `MTMSN ${mtmsn}` }]);
    expect(steps.at(-1)).toMatchObject({
      evidence: 'response',
      detail: 'place 3 in the queue of the gateway',
    });
    expect(sent.at(-1)).toMatchObject({ imei, flags: ['assignMtmsn'], priority: 5 });
    // A failed session attempted it, and another terminal's session has the same number.
    await deliver(session({ payload: Buffer.alloc(0), status: 'link-lost', mtmsn }));
    await deliver(session({ imei: '300234009999990', payload: Buffer.alloc(0), mtmsn }));
    expect((await read(messageId)).message.state).toBe('accepted');
    await deliver(session({ payload: Buffer.alloc(0), mtmsn }));
    const delivered = await read(messageId);
    expect(delivered.message.state).toBe('delivered');
    expect(delivered.steps.at(-1)).toMatchObject({ state: 'delivered', evidence: 'session' });
  });

  test('have priority 1 if they are urgent', async () => {
    await reaches(await send('mayday', true), 'accepted');
    expect(sent.at(-1)).toMatchObject({ priority: 1 });
  });

  test.each([
    ['unknown-imei', 'unknown-receiver'],
    ['payload-too-large', 'too-long'],
    ['queue-full', 'queue-full'],
    ['not-attached', 'not-attached'],
    ['mtmsn-out-of-range', 'gateway-refused'],
  ] as const)('fail if the gateway refuses them: %s', async (refusal, reason) => {
    reply = ({ clientId, imei: of }) =>
      encodeMtConfirmation({ clientId, imei: of, automaticId: 0, place: null, refusal });
    const { message, steps } = await reaches(await send('x'), 'failed');
    expect(message.reason).toBe(reason);
    expect(steps.at(-1)?.detail).toBe(refusal);
  });

  test('wait if the gateway has no resources', async () => {
    reply = ({ clientId, imei: of }) =>
      encodeMtConfirmation({ clientId, imei: of, automaticId: 0, place: null, refusal: 'no-resources' });
    const messageId = await send('x');
    await eventually('it waits', async () => (await read(messageId)).message.reason === 'busy');
    reply = queued;
    world.clock.advance(15_000);
    await reaches(messageId, 'accepted');
  });

  test('are not repeated without a confirmation, and a later session proves their delivery', async () => {
    reply = () => null;
    const messageId = await send('lost confirmation');
    const { message, parts } = await reaches(messageId, 'failed');
    expect(message.reason).toBe('unknown-arrival');
    expect(parts).toMatchObject([{ attempts: 1 }]);
    await deliver(session({ payload: Buffer.alloc(0), mtmsn: mtmsnOf('lost confirmation') }));
    expect((await read(messageId)).message.state).toBe('delivered');
  });

  test('have no evidence in a response of another message', async () => {
    reply = ({ imei: of }) =>
      encodeMtConfirmation({ clientId: 1_000_000, imei: of, automaticId: 1, place: 1, refusal: null });
    expect((await reaches(await send('x'), 'failed')).message.reason).toBe('unknown-arrival');
  });
});

describe('messages of an HTTP gateway', () => {
  function form(details: Record<string, string> = {}): URLSearchParams {
    cdr += 1;
    return new URLSearchParams({
      imei,
      serial: '12345',
      momsn: String(cdr),
      transmit_time: '26-06-01 11:58:03',
      iridium_latitude: '36.0',
      iridium_longitude: '120.0',
      iridium_cep: '3',
      data: '48656c6c6f',
      ...details,
    });
  }
  const post = async (path: string, body: URLSearchParams | string, headers: Record<string, string> = {}) =>
    (await world.post(path, { body, headers })).status;
  const json = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };

  test('are stored once: RockBLOCK, with the secret in the path', async () => {
    const body = form();
    expect(await post(`satellite/iridium/${SECRET}`, body)).toBe(200);
    expect(await post(`satellite/iridium/${SECRET}`, body)).toBe(200);
    expect(await record()).toMatchObject([
      { content: 'Hello', receivedBy: 'iridium-http', writtenTime: Date.UTC(2026, 5, 1, 11, 58, 3) },
    ]);
  });

  test('are stored once: Cloudloop, with the secret in the header', async () => {
    const sessionAt = { year: 2026, month: 6, day: 1, hour: 11, minute: 58, second: 3 };
    const body = JSON.stringify({
      id: 'yQmvVPGn',
      sbd: { imei, cdrReference: '4711', momsn: 7, sessionAt, status: 'SESSION_STATUS_OK' },
      message: Buffer.from('Hello').toString('base64'),
    });
    expect(await post('satellite/iridium', body, json)).toBe(200);
    expect(await post('satellite/iridium', body, json)).toBe(200);
    expect(await record()).toMatchObject([{ content: 'Hello' }]);
  });

  test('are refused: without the secret, malformed, too large', async () => {
    expect(await post('satellite/iridium', form())).toBe(401);
    expect(await post('satellite/iridium/5f2b8c1e9d7a4037', form())).toBe(401);
    expect(await post('satellite/iridium', '{}', { ...json, authorization: 'Bearer wrong' })).toBe(401);
    expect(await post('satellite/iridium', '{', json)).toBe(400);
    expect(await post('satellite/iridium', '[]', json)).toBe(400);
    expect(await post('satellite/iridium', '', json)).toBe(400);
    expect(await post(`satellite/iridium/${SECRET}`, form({ imei: '30023' }))).toBe(400);
    expect(await post(`satellite/iridium/${SECRET}`, form({ data: 'xx' }))).toBe(400);
    expect(await post('satellite/iridium', ' '.repeat(32_769), json)).toBe(413);
    expect(await record()).toEqual([]);
  });

  test('are answered with 503 while the database is down, so that the gateway repeats them', async () => {
    const body = form();
    const { db } = world.database;
    await db.schema.alterTable('satellite_message').renameTo('satellite_message_away').execute();
    try {
      expect(await post(`satellite/iridium/${SECRET}`, body)).toBe(503);
      expect(await deliver(session())).toBe('');
    } finally {
      await db.schema.alterTable('satellite_message_away').renameTo('satellite_message').execute();
    }
    expect(await post(`satellite/iridium/${SECRET}`, body)).toBe(200);
    expect((await record()).length).toBe(1);
  });
});
