import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { DirectIpFramer } from '@wakeline/protocols/satellite/iridium/framing';
import { decodeLingo } from '@wakeline/protocols/satellite/iridium/lingo';
import { encodeMoConfirmation } from '@wakeline/protocols/satellite/iridium/mo-confirmation';
import { decodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import {
  deliveredMtmsn,
  duplicateKey,
  type MobileOriginated,
} from '@wakeline/protocols/satellite/iridium/mobile-originated';
import { decodeMtConfirmation } from '@wakeline/protocols/satellite/iridium/mt-confirmation';
import { encodeMtMessage, type MobileTerminated } from '@wakeline/protocols/satellite/iridium/mt-message';
import { decodeRockblock } from '@wakeline/protocols/satellite/iridium/rockblock';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../movement/randomness.ts';
import { serveCloudloop } from './cloudloop-service.ts';
import { directIpDelivery } from './directip-delivery.ts';
import { serveHttp } from './http-peer.ts';
import { DIRECT_IP_RETRIES, HTTP_RETRIES, IridiumGateway, NO_MT_FAULTS } from './iridium-gateway.ts';
import { httpDelivery } from './iridium-http.ts';
import { IridiumQueues } from './iridium-queues.ts';
import { type Deliver, type MoFaults, MoQueue, NO_MO_FAULTS } from './mo-queue.ts';

const HOST = '127.0.0.1';
const IMEI = '300234063904190';
const OTHER = '300234063904191';
const TIME = Date.UTC(2026, 10, 23, 12);
const LOCATION = { latitude: 36.05, longitude: 120.3, radius: 4 };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A listener as a server has it: stores each session once, and confirms if `isConfirmed` says so. */
async function startListener(isConfirmed: (count: number) => boolean) {
  const received: MobileOriginated[] = [];
  const server = createServer((socket) => {
    const framer = new DirectIpFramer();
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      framer.feed(chunk);
      const bytes = framer.next();
      if (bytes === null || typeof bytes === 'string') return;
      const message = decodeMoMessage(bytes);
      if (typeof message === 'string') throw new Error(message);
      received.push(message);
      socket.end(encodeMoConfirmation(isConfirmed(received.length)));
    });
  });
  server.listen({ host: HOST, port: 0 });
  await once(server, 'listening');
  closers.push(() => server.close());
  return { received, port: (server.address() as AddressInfo).port };
}

function startGateway(
  deliver: Deliver,
  faults: Partial<MoFaults>,
  retrySeconds = DIRECT_IP_RETRIES,
  mtFaults = NO_MT_FAULTS,
) {
  const outgoing = new MoQueue({
    deliver,
    retrySeconds,
    secondMs: 0.1,
    faults: { ...NO_MO_FAULTS, ...faults },
    random: seededRandom('iridium'),
  });
  const gateway = new IridiumGateway([IMEI, OTHER], outgoing, 1_000, mtFaults);
  closers.push(() => gateway.close());
  return { gateway, outgoing };
}

const session = (text: string, isCompleted = true) => ({
  time: TIME,
  payload: Buffer.from(text),
  location: LOCATION,
  isCompleted,
});

async function sendMt(port: number, bytes: Uint8Array) {
  const socket = connect({ host: HOST, port });
  socket.end(bytes);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch {
    // Reset by the gateway: nothing was received.
  }
  return decodeMtConfirmation(Buffer.concat(chunks));
}

const MT: MobileTerminated = {
  clientId: 500,
  imei: IMEI,
  flags: ['assignMtmsn'],
  payload: Buffer.from('return to port'),
  priority: 5,
};

describe('messages of devices by DirectIP', () => {
  it('arrive in order, with increasing sequence numbers', async () => {
    const listener = await startListener(() => true);
    const { gateway, outgoing } = startGateway(
      directIpDelivery({ host: HOST, port: listener.port }, 60_000),
      {},
    );
    for (const text of ['one', 'two', 'three']) gateway.session(IMEI, session(text));
    await outgoing.drained();
    expect(
      listener.received.map(({ payload, momsn, cdrReference }) => [String(payload), momsn, cdrReference]),
    ).toEqual([
      ['one', 0, 1_000],
      ['two', 1, 1_001],
      ['three', 2, 1_002],
    ]);
    expect(listener.received[0]?.location?.latitude).toBeCloseTo(36.05, 4);
  });

  it('are sent again until they are confirmed', async () => {
    const listener = await startListener((count) => count > 3);
    const { gateway, outgoing } = startGateway(
      directIpDelivery({ host: HOST, port: listener.port }, 60_000),
      {},
    );
    gateway.session(IMEI, session('one'));
    gateway.session(IMEI, session('two'));
    await outgoing.drained();
    expect(listener.received.map(({ payload }) => String(payload))).toEqual([
      'one',
      'one',
      'one',
      'one',
      'two',
    ]);
  });

  it('wait while the server is not reachable', async () => {
    const listener = await startListener(() => true);
    const deliver = directIpDelivery({ host: HOST, port: listener.port }, 60_000);
    let failures = 3;
    const { gateway, outgoing } = startGateway(
      (message, isCut) =>
        failures-- > 0
          ? directIpDelivery({ host: HOST, port: 1 }, 60_000)(message, isCut)
          : deliver(message, isCut),
      {},
    );
    gateway.session(IMEI, session('one'));
    await outgoing.drained();
    expect([listener.received.length, failures]).toEqual([1, -1]);
  });

  it('arrive each at least once with faults, and repeated ones have the same key', async () => {
    const listener = await startListener(() => true);
    const { gateway, outgoing } = startGateway(
      directIpDelivery({ host: HOST, port: listener.port }, 60_000),
      {
        lostConfirmation: 0.3,
        duplicate: 0.3,
        reorder: 0.3,
        cut: 0.3,
      },
    );
    for (let n = 0; n < 40; n++) gateway.session(n % 2 === 0 ? IMEI : OTHER, session(`message ${n}`));
    await outgoing.drained();
    const keys = listener.received.map(duplicateKey);
    expect(new Set(keys).size).toBe(40);
    expect(keys.length).toBeGreaterThan(40);
    const firsts = [...new Set(listener.received.map(({ cdrReference }) => cdrReference ?? 0))];
    expect(firsts).not.toEqual(firsts.toSorted((a, b) => a - b));
  });
});

describe('messages to devices by DirectIP', () => {
  it('are delivered in the next session, which has their MTMSN', async () => {
    const listener = await startListener(() => true);
    const { gateway, outgoing } = startGateway(
      directIpDelivery({ host: HOST, port: listener.port }, 60_000),
      {},
    );
    const port = await gateway.listen(HOST);
    expect(await sendMt(port, encodeMtMessage(MT))).toEqual({
      clientId: 500,
      imei: IMEI,
      automaticId: 1,
      place: 1,
      refusal: null,
    });
    expect(gateway.session(IMEI, session('no link', false))).toBeNull();
    expect(String(gateway.session(IMEI, session(''))?.payload)).toBe('return to port');
    expect(gateway.session(IMEI, session(''))).toBeNull();
    await outgoing.drained();
    expect(listener.received.map(({ status, mtmsn }) => [status, mtmsn])).toEqual([
      ['link-lost', 500],
      ['completed', 500],
      ['completed', 0],
    ]);
    expect(listener.received.map(deliveredMtmsn)).toEqual([null, 500, null]);
    expect(listener.received[0]?.payload.length).toBe(0);
  });

  it('are refused by name', async () => {
    const { gateway } = startGateway(async () => true, {});
    const port = await gateway.listen(HOST);
    const refusal = async (bytes: Uint8Array) => {
      const confirmation = await sendMt(port, bytes);
      return typeof confirmation === 'string' ? confirmation : confirmation.refusal;
    };
    expect(await refusal(encodeMtMessage({ ...MT, imei: '300000000000000' }))).toBe('unknown-imei');
    expect(await refusal(encodeMtMessage({ ...MT, payload: Buffer.alloc(271) }))).toBe('payload-too-large');
    expect(await refusal(encodeMtMessage({ ...MT, payload: Buffer.alloc(0) }))).toBe('payload-missing');
    expect(await refusal(encodeMtMessage({ ...MT, clientId: 65_536 }))).toBe('mtmsn-out-of-range');
    expect(await refusal(encodeMtMessage({ ...MT, flags: ['ringAlert'] }))).toBe('protocol-error');
    expect(await refusal(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBe('protocol-error');
    const badImei = encodeMtMessage(MT);
    badImei.write('x', 10, 'latin1');
    expect(await refusal(badImei)).toBe('invalid-imei');
  });

  it('are queued although the confirmation is lost', async () => {
    const mtFaults = { lostConfirmation: 1, random: seededRandom('lost') };
    const { gateway } = startGateway(async () => true, {}, DIRECT_IP_RETRIES, mtFaults);
    const port = await gateway.listen(HOST);
    expect(await sendMt(port, encodeMtMessage(MT))).toBe('wrong-length');
    expect(gateway.queues.waiting(IMEI).map(({ mtmsn }) => mtmsn)).toEqual([500]);
  });

  it('wait in a queue of 50, by priority', () => {
    const queues = new IridiumQueues([IMEI]);
    const send = (clientId: number, change: Partial<MobileTerminated>) =>
      queues.accept({ ...MT, clientId, ...change });
    for (let n = 1; n <= 49; n++) expect(send(n, {}).place).toBe(n);
    expect(send(50, { flags: ['assignMtmsn', 'highPriority'], priority: 1 }).place).toBe(1);
    expect(send(51, {}).refusal).toBe('queue-full');
    // One of a higher priority replaces the oldest of the lowest.
    expect(send(52, { flags: ['assignMtmsn', 'highPriority'], priority: 2 }).place).toBe(2);
    expect(
      queues
        .waiting(IMEI)
        .map(({ mtmsn }) => mtmsn)
        .slice(0, 4),
    ).toEqual([50, 52, 2, 3]);
    expect(queues.waiting(IMEI).length).toBe(50);
    expect(send(53, { flags: ['flushQueue', 'assignMtmsn'] }).place).toBe(1);
    expect(send(0, { flags: ['flushQueue'], payload: Buffer.alloc(0) }).place).toBe(0);
    expect(queues.waiting(IMEI)).toEqual([]);
    // Without an assigned number the gateway counts.
    expect([send(9, { flags: [] }), send(9, { flags: [] })].map(({ place }) => place)).toEqual([1, 2]);
    expect(queues.waiting(IMEI).map(({ mtmsn }) => mtmsn)).toEqual([1, 2]);
  });
});

describe('the gateways over HTTP', () => {
  it.each(['rockblock', 'lingo'] as const)(
    'post sessions again until they are accepted: %s',
    async (format) => {
      const bodies: string[] = [];
      const peer = await serveHttp(HOST, ({ body }) => {
        bodies.push(body);
        return { status: bodies.length === 1 ? 500 : 200, body: {} };
      });
      closers.push(() => peer.close());
      const { gateway, outgoing } = startGateway(
        httpDelivery(`http://${HOST}:${peer.port}/iridium`, format),
        {},
        HTTP_RETRIES,
      );
      gateway.session(IMEI, session('in port'));
      await outgoing.drained();
      expect(bodies.length).toBe(2);
      const decoded = bodies.map((body) =>
        format === 'lingo'
          ? decodeLingo(JSON.parse(body))
          : decodeRockblock(Object.fromEntries(new URLSearchParams(body))),
      );
      for (const message of decoded)
        expect(message).toMatchObject({
          imei: IMEI,
          cdrReference: format === 'lingo' ? 1_000 : null,
          momsn: 0,
          sessionTime: TIME,
          location: LOCATION,
          payload: Buffer.from('in port'),
        });
    },
  );

  it('accept messages to devices', async () => {
    const { gateway } = startGateway(async () => true, {});
    const imeis = new Map([['thing-1', IMEI]]);
    const service = await serveCloudloop(HOST, gateway.queues, imeis, 'secret');
    closers.push(() => service.close());
    const send = async (query: string, path = 'Data/DoSendSbdMessage') => {
      const response = await fetch(`http://${HOST}:${service.port}/${path}?${query}`, { method: 'POST' });
      return [response.status, await response.json()];
    };
    expect(await send('token=secret&thing=thing-1&message=68656c6c6f')).toEqual([200, { id: '1' }]);
    expect(String(gateway.session(IMEI, session(''))?.payload)).toBe('hello');
    expect((await send('token=wrong&thing=thing-1&message=68'))[0]).toBe(401);
    expect((await send('token=secret&thing=thing-2&message=68'))[0]).toBe(404);
    expect((await send('token=secret&thing=thing-1&message=6'))[0]).toBe(400);
    expect((await send('', 'Data/Other'))[0]).toBe(404);
    const tooLong = `token=secret&thing=thing-1&message=${'00'.repeat(271)}`;
    expect(await send(tooLong)).toEqual([400, { error: 'payload-too-large' }]);
  });
});
